import { loadBehaviours } from "../../run/host/behaviour/load-behaviours.ts";
import type { Listing } from "./listing.ts";

/** The behaviours of tool-calling hosts: what each says, whose it is, and the cases or tests that hold it. */
export function listBehaviours(): Listing {
  const items = loadBehaviours().map(({ cases, ...behaviour }) => ({
    ...behaviour,
    cases: cases.map(({ suite, id }) => `${suite}/${id}`),
    held: heldBy(cases.length, behaviour.tests.length),
  }));
  return { items, columns: ["profile", "area", "held", "says"] };
}

function heldBy(cases: number, tests: number): string {
  if (cases > 0) return cases === 1 ? "1 case" : `${cases} cases`;
  return tests > 0 ? "tests" : "not held";
}

import { expect, test } from "vitest";
import { checks } from "../../src/check/registry.ts";
import { oneOf } from "../support/nightly.ts";
import { alteredLines } from "../support/traces/altered.ts";
import { alteredBefore } from "../support/traces/altered-golden.ts";

/** A third of them by day. */
const held = oneOf(
  3,
  checks.filter(({ subject }) => subject === "server"),
);

// Written by `npm run traces -- alter`; with the id of a check that prints every alteration, to be compared with what it prints before a change.
test.each(held.map((check) => [check.id, check] as const))(
  "%s comes to the same as before where its recorded traces are altered",
  (id, check) => {
    expect(alteredLines(check), `npm run traces -- alter ${id}`).toEqual(alteredBefore(check));
  },
);

import * as fc from "fast-check";
import type { Finding } from "../../check/finding.ts";
import type { Trace } from "../../trace/trace.ts";
import { callCases } from "./call-cases.ts";
import { type FuzzCase, targetOf } from "./fuzz-case.ts";
import type { FuzzSurface } from "./fuzz-session.ts";
import { protocolCases } from "./protocol-cases.ts";
import { accuses, type Tried } from "./try-case.ts";

/** How much is tried. `path` leads straight to a counterexample of the same seed. */
export type ExploreOptions = {
  readonly runs: number;
  readonly seed: number;
  readonly path?: string | undefined;
  /** Whether no more input may be tried: the budget is used up, or the run was stopped. */
  readonly over: () => boolean;
};

/** The smallest input found that makes the server violate something, and how to come back to it. */
export type Counterexample = {
  readonly finding: Finding;
  readonly trace: Trace;
  readonly input: FuzzCase;
  readonly seed: number;
  readonly path: string;
  readonly shrinks: number;
};

/**
 * What came of exploring: how many inputs were tried, shrinking aside; whether the server could not be reached in the end;
 * how many silences did not come again and accuse nobody.
 */
export type Explored = { readonly tried: number; readonly lost: boolean; readonly unconfirmed: number };

/** At most so many inputs are tried to make one counterexample smaller. */
const mostShrinks = 150;

/** All inputs for a server: calls of the tools that may be called, and inputs of the protocol. */
function inputsFor(surface: FuzzSurface): fc.Arbitrary<FuzzCase> {
  const protocol = protocolCases(surface);
  if (surface.tools.length === 0) return protocol;
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...surface.tools.map(callCases)) }, { weight: 2, arbitrary: protocol });
}

/**
 * Tries inputs until there were enough. Each violation is made as small as it gets, handed on, and not looked for again on
 * the same target; then fuzzing goes on with the next seed.
 */
export async function explore(
  surface: FuzzSurface,
  { runs, seed, path, over }: ExploreOptions,
  attempt: (input: FuzzCase) => Promise<Tried | undefined>,
  found: (one: Counterexample) => void,
): Promise<Explored> {
  const inputs = inputsFor(surface);
  const known = new Set<string>();
  const seen = { drawn: 0, tried: 0, lost: false, unconfirmed: 0 };
  for (let round = 0; seen.drawn < runs && !seen.lost && !over(); round += 1) {
    const hunt = newHunt(known);
    const details = await fc.check(
      fc.asyncProperty(inputs, async (input) => {
        if (seen.lost || over() || hunt.exhausted()) return true;
        if (!hunt.isOn()) seen.tried += 1;
        const tried = await attempt(input);
        seen.lost = tried === undefined;
        return tried === undefined || !hunt.sees(input, tried);
      }),
      { seed: seed + round, numRuns: runs - seen.drawn, ...(path === undefined || round > 0 ? {} : { path }) },
    );
    seen.drawn += details.numRuns;
    const caught = hunt.caught();
    const confirmed = await confirm(caught, attempt);
    seen.unconfirmed += caught.length - confirmed.length;
    for (const { finding, input } of caught) known.add(keyOf(finding, input));
    for (const one of confirmed) {
      found({ ...one, seed: seed + round, path: details.counterexamplePath ?? "", shrinks: details.numShrinks });
    }
    if (!details.failed || path !== undefined) break;
  }
  return { tried: seen.tried, lost: seen.lost, unconfirmed: seen.unconfirmed };
}

type Caught = Pick<Counterexample, "finding" | "trace" | "input">;

/** Silence may be this machine's: what rests on it must come a second time, on a connection of its own. */
async function confirm(
  caught: readonly Caught[],
  attempt: (input: FuzzCase) => Promise<Tried | undefined>,
): Promise<readonly Caught[]> {
  const [first] = caught;
  if (first === undefined || !first.trace.events.some(({ kind }) => kind === "silence")) return caught;
  const again = await attempt(first.input);
  return caught.filter(({ finding }) => again?.findings.some((one) => accuses(one) && one.check === finding.check) === true);
}

type Hunt = {
  /** Whether something was seen: what is tried from then on only makes it smaller. */
  readonly isOn: () => boolean;
  /** Whether the input shows what is hunted: anything new at first, then the same thing with a smaller input. */
  readonly sees: (input: FuzzCase, tried: Tried) => boolean;
  readonly exhausted: () => boolean;
  /** The smallest input that showed it, with everything new it showed. */
  readonly caught: () => readonly Caught[];
};

function newHunt(known: ReadonlySet<string>): Hunt {
  let caught: Caught[] = [];
  let shrinks = 0;
  return {
    isOn: () => caught.length > 0,
    sees(input, { findings, trace }) {
      const fresh = findings.filter((finding) => accuses(finding) && !known.has(keyOf(finding, input)));
      if (caught.length > 0) shrinks += 1;
      const [hunted] = caught;
      const same = hunted === undefined ? fresh : fresh.filter(({ check }) => check === hunted.finding.check);
      if (same.length === 0) return false;
      caught = [...same, ...fresh.filter((finding) => !same.includes(finding))].map((finding) => ({ finding, trace, input }));
      return true;
    },
    exhausted: () => shrinks >= mostShrinks,
    caught: () => caught,
  };
}

function keyOf({ check }: Finding, input: FuzzCase): string {
  return `${check} ${targetOf(input)}`;
}

import * as fc from "fast-check";

/** How often and with which random numbers a law is tried; `path` goes straight to a counterexample. */
export interface LawOptions {
  readonly runs: number;
  readonly seed?: number;
  readonly path?: string;
}

/** An input that breaks a law: as small as it gets, with what went wrong and the path that leads to it. */
export type BrokenLaw = { readonly input: string; readonly message: string; readonly path: string; readonly shrinks: number };

/** How many inputs a law was tried with, and the one that broke it. */
export type LawResult = { readonly inputs: number; readonly broken?: BrokenLaw };

/** Something that holds for our own reading and speaking of the wire, whatever comes. */
export type Law = {
  /** `framing.behaviour`, as the ids of checks are made. */
  readonly id: string;
  readonly title: string;
  /** The whole URL of the statement it rests on. */
  readonly spec: string;
  readonly advice: string;
  /** The words of the command line that tries only this law; those of the run with `--law` when absent. */
  readonly replay?: readonly string[];
  /** Tries to break the law. */
  readonly check: (options: LawOptions) => Promise<LawResult>;
};

/** What joins the path of fast-check and the replay path of a list of commands. */
const replayMark = "/";

/** Tries a property with the numbers of a law's options. */
export async function hold(property: fc.IRawProperty<unknown>, { runs, seed, path }: LawOptions): Promise<LawResult> {
  const own = path?.split(replayMark)[0];
  const details = await fc.check(property as fc.IRawProperty<[unknown]>, {
    numRuns: runs,
    ...(seed === undefined ? {} : { seed }),
    ...(own === undefined ? {} : { path: own }),
  });
  if (!details.failed) return { inputs: details.numRuns };
  const input = fc.stringify(details.counterexample);
  const replay = /replayPath="([^"]+)"/.exec(input)?.[1];
  return {
    inputs: details.numRuns,
    broken: {
      input,
      message: details.errorInstance instanceof Error ? details.errorInstance.message : "the property is false",
      path: [details.counterexamplePath ?? "", ...(replay === undefined ? [] : [replay])].join(replayMark),
      shrinks: details.numShrinks,
    },
  };
}

/** The part of a path that is for a list of commands. */
export function replayOf({ path }: LawOptions): { readonly replayPath?: string } {
  const replayPath = path?.split(replayMark)[1];
  return replayPath === undefined ? {} : { replayPath };
}

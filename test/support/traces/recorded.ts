import type { Trace } from "../../../src/trace/trace.ts";

/** The recorded traces of one check: what a file of `fixtures/traces` holds. */
export type Recorded = {
  /** Why no scenario promises to exercise the check; absent where one does. */
  readonly passive?: string;
  /** By name, which begins with the outcome the check comes to (`violated-other-code`). */
  readonly traces: ReadonlyMap<string, Trace>;
};

/** The outcomes a trace can be named after, in the order they stand in a file. */
export const outcomes = ["satisfied", "violated", "inconclusive", "not-applicable"] as const;

/** The outcome a trace is named after; undefined when it is none. */
export function outcomeNamed(name: string): (typeof outcomes)[number] | undefined {
  return outcomes.find((outcome) => name === outcome || name.startsWith(`${outcome}-`));
}

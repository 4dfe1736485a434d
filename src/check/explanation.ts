import type { Trace } from "../trace/trace.ts";
import type { Ref } from "./outcome.ts";

/**
 * What the violation of a check brings about: findings of other checks that need no mending of their own. They are reported as its
 * consequences (`because`) where they rest on nothing but what it rests on, and are not worse than it.
 */
export type Explanation = {
  /** The checks whose findings follow: ids, or globs over them (`tasks.*`). An id says more than a glob, and goes first. */
  readonly checks: readonly string[];
  /**
   * How near a consequence has to be: in the same message, in the same request with its answer (over HTTP the whole exchange), on
   * the same connection, or anywhere at the same revision.
   */
  readonly within: "message" | "exchange" | "connection" | "revision";
  /** The events at which the fault has these consequences, where that is not wherever the check is violated. */
  readonly at?: (trace: Trace) => readonly Ref[];
};

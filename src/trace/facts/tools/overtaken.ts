import { memoized } from "../../../base/memoized.ts";
import { groupBy } from "../../../base/group-by.ts";
import { type Call, calls } from "../../call.ts";
import type { Message } from "../../message.ts";
import type { Trace } from "../../trace.ts";

/** So much earlier, in ms, an answer to something asked later must have come to have overtaken: two that come together did not. */
const marginMs = 100;

/** How long after a call others were asked on its connection, and answered. Only what had the time to overtake counts. */
export type Overtaking = {
  /** Something was asked after the call, early enough to be answered before it. */
  readonly tried: boolean;
  /** Some of that was answered before, by a margin. */
  readonly done: boolean;
};

/**
 * Whether what was asked after a call, on its connection, was answered before a moment, in ms of the trace. It tells a tool that
 * takes its time from a machine that does: there everything comes late, and nothing overtakes.
 */
export function overtaking(trace: Trace, { request }: Call, until: number): Overtaking {
  const before = until - marginMs;
  const later = requestsOf(trace, request.connection).filter(
    (other) => other.request.seq > request.seq && other.request.at <= before,
  );
  return { tried: later.length > 0, done: later.some(({ answer }) => answer !== undefined && answer.at <= before) };
}

/**
 * How long a tool may take for its first report of progress, in ms, for that to be seen in every run: a run goes on when it has heard
 * nothing for so long of a tool while others were answered.
 */
export const reportsWithinMs = 500;

/**
 * Whether progress came so soon after its call that every run would have seen it, on a quiet machine and on a busy one; where nothing
 * else was answered meanwhile a run waits longer, or the machine keeps everything waiting.
 */
export function cameInTime(trace: Trace, call: Call, { at }: Message): boolean {
  return at - call.request.at <= reportsWithinMs || !overtaking(trace, call, at).done;
}

const callsByConnection = memoized((trace: Trace) => groupBy(calls(trace), ({ request }) => request.connection));

const requestsOf = (trace: Trace, connection: number): readonly Call[] => callsByConnection(trace).get(connection) ?? [];

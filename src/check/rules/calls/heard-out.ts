import { type CancelledCall, cancelledCalls } from "../../../trace/facts/cancelled-calls.ts";
import { heardOutMs, quickestAnswerMs } from "../../../trace/facts/tools/tools-seen.ts";
import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import { canonicalText } from "../../../jsonrpc/sorted-json.ts";
import { heardUntil, type Trace } from "../../../trace/trace.ts";

/**
 * Whether a cancelled call was listened to until its answer would have come, had it not been cancelled: only then is it evidence that
 * nothing came. How long its tool takes is told by its other calls with the same arguments, if it succeeded each time and was never waited for in
 * vain for clearly longer: else silence is nothing new. One that is itself waited for in vain tells by how long that was.
 */
export function isHeardOut(trace: Trace, { call: { request, silence } }: CancelledCall): boolean {
  const tool = valueAt(request.frame.params, "name");
  if (request.frame.method !== "tools/call" || typeof tool !== "string") return true;
  const given = valueAt(request.frame.params, "arguments");
  const takes = quickestAnswerMs(trace, tool, given);
  if (takes === undefined || takes > heardOutMs || hangs(trace, tool, given, takes)) return false;
  return (silence?.at ?? heardUntil(trace, request.connection)) - request.at >= takes;
}

/**
 * So many times as long as the quickest answer takes, a call was waited for in vain that shows a tool to hang. Less is a busy machine: on
 * one that does three things at a time a run waits three times as long, and a tool that works in steps is late with each of them.
 */
const hangsFactor = 4;

/** Whether a call of a tool with these arguments was given up although it had been waited for much longer than the tool takes, in ms. */
function hangs(trace: Trace, tool: string, given: Json | undefined, takes: number): boolean {
  return cancelledCalls(trace).some(
    ({ givenUp, call: { request, answer, silence } }) =>
      givenUp &&
      valueAt(request.frame.params, "name") === tool &&
      canonicalText(valueAt(request.frame.params, "arguments") ?? {}) === canonicalText(given ?? {}) &&
      ((silence ?? answer)?.at ?? Infinity) - request.at >= hangsFactor * takes,
  );
}

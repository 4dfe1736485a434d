import { type CancelledCall, cancelledCalls } from "../../../trace/facts/cancelled-calls.ts";
import { heardOutMs, quickestAnswerMs } from "../../../trace/facts/tools/tools-seen.ts";
import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import { canonicalText } from "../../../jsonrpc/sorted-json.ts";
import { heardUntil, type Trace } from "../../../trace/trace.ts";

/**
 * Whether a cancelled call was listened to until its answer would have come, had it not been cancelled: only then is it evidence that
 * nothing came. How long its tool takes is told by its other calls with the same arguments, if it succeeded each time and was never waited for in
 * vain: else silence is nothing new. One that is itself waited for in vain tells by how long that was.
 */
export function isHeardOut(trace: Trace, { call: { request, silence } }: CancelledCall): boolean {
  const tool = valueAt(request.frame.params, "name");
  if (request.frame.method !== "tools/call" || typeof tool !== "string") return true;
  const given = valueAt(request.frame.params, "arguments");
  const takes = quickestAnswerMs(trace, tool, given);
  if (takes === undefined || takes > heardOutMs || wasGivenUp(trace, tool, given)) return false;
  return (silence?.at ?? heardUntil(trace, request.connection)) - request.at >= takes;
}

/** Whether a call of a tool with these arguments was given up. */
function wasGivenUp(trace: Trace, tool: string, given: Json | undefined): boolean {
  return cancelledCalls(trace).some(
    ({ givenUp, call: { request } }) =>
      givenUp &&
      valueAt(request.frame.params, "name") === tool &&
      canonicalText(valueAt(request.frame.params, "arguments") ?? {}) === canonicalText(given ?? {}),
  );
}

import { valueAt } from "../../jsonrpc/json.ts";
import { calls } from "../../trace/call.ts";
import { cancelledCalls } from "../../trace/facts/cancelled-calls.ts";
import { cameInTime } from "../../trace/facts/tools/overtaken.ts";
import { rolesMet } from "../../trace/facts/roles-met.ts";
import { notificationsFrom } from "../../trace/facts/server-message.ts";
import type { Trace } from "../../trace/trace.ts";
import { notApplicable, type Outcome } from "../outcome.ts";

/**
 * An outcome about progress that does not hang on how long was listened: right progress that came only for requests which had been
 * cancelled by then, or were given up, shows nothing, for a run that ended sooner, or gave up sooner, would not have seen it; nor does
 * what a tool reports that late that a quiet run would have given it up, unless it is waited for, as a tool that is known to report
 * is. What is wrong with it stays wrong.
 */
export function notByLateProgress(trace: Trace, outcome: Outcome): Outcome {
  if (outcome.kind !== "satisfied") return outcome;
  const cancelled = cancelledCalls(trace).map(({ call: { request }, told, givenUp }) => ({
    connection: request.connection,
    token: valueAt(request.frame.params, "_meta", "progressToken"),
    from: givenUp ? request.seq : told,
  }));
  const reporters = new Set(rolesMet(trace).flatMap(({ role, tool }) => (role === "progress" ? [tool] : [])));
  const isLate = notificationsFrom(trace, "notifications/progress").every((message) => {
    const token = valueAt(message.frame.params, "progressToken");
    if (cancelled.some((one) => one.connection === message.connection && one.token === token && one.from < message.seq))
      return true;
    const call = calls(trace, "tools/call").findLast(
      ({ request }) =>
        request.connection === message.connection &&
        request.seq < message.seq &&
        valueAt(request.frame.params, "_meta", "progressToken") === token,
    );
    const tool = valueAt(call?.request.frame.params, "name");
    return call !== undefined && !(typeof tool === "string" && reporters.has(tool)) && !cameInTime(trace, call, message);
  });
  return isLate
    ? notApplicable(
        "only requests that had been cancelled by then, or that no quiet run would have waited for, reported progress",
      )
    : outcome;
}

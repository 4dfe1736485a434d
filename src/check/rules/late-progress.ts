import { valueAt } from "../../jsonrpc/json.ts";
import { cancelledCalls } from "../../trace/facts/cancelled-calls.ts";
import { notificationsFrom } from "../../trace/facts/server-message.ts";
import type { Trace } from "../../trace/trace.ts";
import { notApplicable, type Outcome } from "../outcome.ts";

/**
 * An outcome about progress that does not hang on how long was listened: right progress that came only for requests which had been
 * cancelled by then, or were given up, shows nothing, for a run that ended sooner, or gave up sooner, would not have seen it. What is
 * wrong with it stays wrong.
 */
export function notByLateProgress(trace: Trace, outcome: Outcome): Outcome {
  if (outcome.kind !== "satisfied") return outcome;
  const cancelled = cancelledCalls(trace).map(({ call: { request }, told, givenUp }) => ({
    connection: request.connection,
    token: valueAt(request.frame.params, "_meta", "progressToken"),
    from: givenUp ? request.seq : told,
  }));
  const isLate = notificationsFrom(trace, "notifications/progress").every((message) => {
    const token = valueAt(message.frame.params, "progressToken");
    return cancelled.some((one) => one.connection === message.connection && one.token === token && one.from < message.seq);
  });
  return isLate ? notApplicable("only requests that had been cancelled by then, or were given up, reported progress") : outcome;
}

import type { CancelledCall } from "../../trace/facts/cancelled-calls.ts";
import { heardOutMs, quickestAnswerMs } from "../../trace/facts/tools/tools-seen.ts";
import { valueAt } from "../../jsonrpc/json.ts";
import type { Trace } from "../../trace/trace.ts";

/**
 * Whether a cancelled call was listened to until its answer would have come, had it not been cancelled: only then is it evidence that
 * nothing came. How long its tool takes is told by its other calls with the same arguments; one that was waited for in vain tells by how long that was.
 */
export function isHeardOut(trace: Trace, { call: { request, silence } }: CancelledCall): boolean {
  const tool = valueAt(request.frame.params, "name");
  if (request.frame.method !== "tools/call" || typeof tool !== "string") return true;
  const takes = quickestAnswerMs(trace, tool, valueAt(request.frame.params, "arguments"));
  if (takes === undefined || takes > heardOutMs) return false;
  if (silence !== undefined) return silence.at - request.at >= takes;
  const last = trace.events.findLast(({ connection }) => connection === request.connection);
  return (last?.at ?? 0) - request.at >= takes;
}

import { valueAt } from "../../../jsonrpc/json.ts";
import type { Revision } from "../../../spec/revision.ts";
import { allCalls } from "../../../trace/call.ts";
import type { Trace } from "../../../trace/trace.ts";

/**
 * Whether a connection on which odd things came first was opened by the last of them as a plain initialize opens it: all was answered, and
 * of what asked to initialize the last alone with a result, in the version that is judged. What is seen later on such a connection is then
 * no consequence of how it began. Pure.
 */
export function isOpened(trace: Trace, connection: number, revision: Revision): boolean {
  const asked = allCalls(trace).filter(({ request }) => request.connection === connection);
  const opening = asked.filter(({ request }) => request.frame.method === "initialize");
  const last = opening.at(-1)?.answer?.frame;
  return (
    asked.every(({ answer }) => answer !== undefined) &&
    opening.slice(0, -1).every(({ answer }) => answer?.frame.kind === "error") &&
    last?.kind === "result" &&
    valueAt(last.result, "protocolVersion") === revision
  );
}

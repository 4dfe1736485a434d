import { valueAt } from "../../../jsonrpc/json.ts";
import { schemaOpinions } from "../../../trace/annotation.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { type ToolCall, toolCalls } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";

/** Calls of listed tools whose arguments fit, as far as the validators were asked. */
export function fairCalls(trace: Trace): ToolCall[] {
  const unfit = new Set(
    schemaOpinions(trace, "arguments")
      .filter((found) => !found.ajv.valid || !found.hyperjump.valid)
      .map((found) => found.about),
  );
  return toolCalls(trace).filter((call) => call.tool !== undefined && !unfit.has(call.call.request.seq) && !isProbe(trace, call));
}

/** Steps that ask for an error of the protocol's own: they say nothing about how a tool fails. */
function isProbe(trace: Trace, call: ToolCall): boolean {
  const tag = stepOf(trace, call.call.request)?.tag;
  if (valueAt(call.call.request.frame.params, "task") !== undefined) return true;
  return tag !== undefined && tag !== "upstream-failure";
}

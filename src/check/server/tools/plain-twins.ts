import { valueAt, type Json } from "../../../jsonrpc/json.ts";
import { type ToolCall, toolCalls } from "../../../trace/facts/tool-call.ts";
import { stepOf } from "../../../trace/step-index.ts";
import type { Trace } from "../../../trace/trace.ts";
import { sameJson } from "../../rules/json-values.ts";

/**
 * The calls of a tool with these arguments that have nothing special, and how they ended: the control for one that has something
 * special. Calls as a task and those of steps with a tag are left out.
 */
export function plainTwins(trace: Trace, name: Json | undefined, given: Json | undefined): ToolCall[] {
  return toolCalls(trace).filter(
    (other) =>
      other.name === name &&
      sameJson(other.arguments, given) &&
      valueAt(other.call.request.frame.params, "task") === undefined &&
      stepOf(trace, other.call.request)?.tag === undefined,
  );
}

/** Whether a tool was called with these arguments at least twice, and all of these calls succeeded: then it does not fail by chance. */
export function succeedsPlainly(trace: Trace, name: Json | undefined, given: Json | undefined): boolean {
  const answered = plainTwins(trace, name, given).filter(({ outcome }) => outcome !== "none");
  return answered.length > 1 && answered.every(({ outcome }) => outcome === "success");
}

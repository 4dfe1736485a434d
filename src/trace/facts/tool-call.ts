import { memoized } from "../../base/memoized.ts";
import { asObject, valueAt, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { type Call, calls } from "../call.ts";
import { listed } from "./server-facts.ts";
import type { Trace } from "../trace.ts";

/**
 * How a tool call ended: with a result that claims success, with `isError`, asking for input, as a task, with a
 * JSON-RPC error, or not at all.
 */
export type ToolOutcome = "success" | "is-error" | "input-required" | "task" | "error" | "none";

/** One `tools/call` with the tool as it was listed (undefined: no such tool was listed) and how it ended. */
export type ToolCall = {
  readonly call: Call;
  readonly name: Json | undefined;
  readonly arguments: Json | undefined;
  readonly tool: JsonObject | undefined;
  readonly outcome: ToolOutcome;
  /** Sequence number of the answer, or of the request where there is none. */
  readonly seq: number;
  readonly result: JsonObject;
};

/** The tool calls mcpcheck made, in order. */
export const toolCalls = memoized((trace: Trace): readonly ToolCall[] => {
  const tools = new Map(listed(trace, "tools").map(({ item }) => [item["name"], item]));
  return calls(trace, "tools/call").map((call) => {
    const name = valueAt(call.request.frame.params, "name");
    const result = call.answer?.frame.kind === "result" ? asObject(call.answer.frame.result) : {};
    return {
      call,
      name,
      arguments: valueAt(call.request.frame.params, "arguments"),
      tool: tools.get(name),
      outcome: outcomeOfCall(call),
      seq: call.answer?.seq ?? call.request.seq,
      result,
    };
  });
});

/** How one `tools/call` ended. */
export function outcomeOfCall(call: Call): ToolOutcome {
  if (call.answer === undefined) return "none";
  if (call.answer.frame.kind === "error") return "error";
  const { result } = call.answer.frame;
  if (valueAt(result, "resultType") === "input_required") return "input-required";
  if (valueAt(result, "task") !== undefined || valueAt(result, "resultType") === "task") return "task";
  return valueAt(result, "isError") === true ? "is-error" : "success";
}

/** The error code of a call that was refused, or undefined. */
export function errorCodeOf(call: Call): Json | undefined {
  return call.answer?.frame.kind === "error" ? call.answer.frame.error.code : undefined;
}

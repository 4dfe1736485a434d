import type { FinishReason, ModelErrorCode, ModelEvent, ModelUsage } from "../model-backend.ts";

/** The event that ends a turn because something failed. */
export type ModelErrorEvent = Extract<ModelEvent, { kind: "error" }>;

/** An error event. */
export function errorEvent(code: ModelErrorCode, message: string, status?: number): ModelErrorEvent {
  return { kind: "error", code, message, ...(status === undefined ? {} : { status }) };
}

/** Why a model stopped, from the word a server has for it, and from whether it called something. */
export function finishOf(word: string | undefined, called: boolean): FinishReason {
  switch (word?.toLowerCase()) {
    case undefined:
    case "stop":
    case "end_turn":
    case "eos":
    case "stop_sequence":
      return called ? "tool-calls" : "stop";
    case "tool_calls":
    case "tool_use":
    case "function_call":
      return "tool-calls";
    case "length":
    case "max_tokens":
      return "length";
    case "content_filter":
      return "content-filter";
    default:
      return "other";
  }
}

/** The three events of a call that came at once. */
export function wholeCall(call: { index: number; id: string | undefined; name: string; arguments: string }): ModelEvent[] {
  const { index, name } = call;
  const id = call.id === undefined ? {} : { id: call.id };
  return [
    { kind: "call-start", index, ...id, name },
    ...(call.arguments === "" ? [] : [{ kind: "call-arguments" as const, index, fragment: call.arguments }]),
    { kind: "call", index, ...id, name, arguments: call.arguments },
  ];
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Token counts as a server gives them; undefined when it gives none. What is not a number counts as none. */
export function usageOf(prompt: unknown, completion: unknown): ModelUsage | undefined {
  if (typeof prompt !== "number" && typeof completion !== "number") return undefined;
  const count = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
  return { promptTokens: count(prompt), completionTokens: count(completion) };
}

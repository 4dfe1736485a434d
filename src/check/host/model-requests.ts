import { type Json, type JsonObject, asObject, valueAt, isArray, isObject } from "../../jsonrpc/json.ts";
import type { HostTrace, ModelAsked } from "./host-event.ts";
import { asText, parsed } from "./server-messages.ts";

/** A tool as the model was offered it, whatever the wire. */
export type OfferedTool = { readonly name: string; readonly description: string; readonly schema: Json | undefined };

/** A message of the history as the model was given it, whatever the wire. */
export type ModelMessage = {
  readonly role: string;
  readonly text: string;
  readonly calls: readonly { readonly id: Json | undefined; readonly name: string; readonly arguments: Json | undefined }[];
  /** Of a tool result: the call it answers. */
  readonly answers: Json | undefined;
  readonly whole: JsonObject;
};

/** The requests for a chat answer, in order; look-ups of models and the like are left out. */
export function chatRequests(trace: HostTrace): ModelAsked[] {
  return trace.filter(
    (event): event is ModelAsked =>
      event.kind === "model-asked" &&
      event.method === "POST" &&
      /\/(chat|chat\/completions|messages|generate|responses)$/.test(event.path),
  );
}

/** The tools a request offers to the model. */
export function offeredTools({ body }: ModelAsked): OfferedTool[] {
  const tools = valueAt(body, "tools");
  return (isArray(tools) ? tools : []).map((tool) => {
    const inner = isObject(valueAt(tool, "function")) ? valueAt(tool, "function") : tool;
    return {
      name: asText(valueAt(inner, "name")),
      description: asText(valueAt(inner, "description")),
      schema: valueAt(inner, "parameters") ?? valueAt(inner, "input_schema"),
    };
  });
}

/** The history a request hands to the model. */
export function messagesOf({ body }: ModelAsked): ModelMessage[] {
  const messages = valueAt(body, "messages");
  return (isArray(messages) ? messages : []).filter(isObject).map((whole) => ({
    role: asText(whole["role"]),
    text: textOf(whole["content"]),
    calls: callsOf(whole["tool_calls"]),
    answers: whole["tool_call_id"],
    whole,
  }));
}

function callsOf(calls: Json | undefined): ModelMessage["calls"] {
  return (isArray(calls) ? calls : []).map((call) => {
    const given = valueAt(call, "function", "arguments");
    return {
      id: valueAt(call, "id"),
      name: asText(valueAt(call, "function", "name")),
      arguments: typeof given === "string" ? (parsed(given) ?? given) : given,
    };
  });
}

function textOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return isArray(content) ? content.map((part) => asText(asObject(part)["text"])).join("") : "";
}

/** Whether a name the model sees is this tool of a server: the bare name, or after the server's name in any usual form. */
export function isNameOf(seen: string, tool: string): boolean {
  if (seen === tool) return true;
  return seen.endsWith(tool) && /[:._/-]$/.test(seen.slice(0, -tool.length));
}

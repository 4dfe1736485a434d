import { type Json, type JsonObject, asObject, isArray, isObject } from "../../jsonrpc/json.ts";
import { parsed, sameJson } from "../rules/json-values.ts";
import type { HostTrace, ServerFrame } from "./host-event.ts";

export { parsed, sameJson } from "../rules/json-values.ts";

/** A message of the host to a mock server. */
export type ServerMessage = { readonly event: ServerFrame; readonly message: JsonObject };

/** The messages that reached a mock server (all servers when none is named), in order; what is not a JSON object is left out. */
export function messagesTo(trace: HostTrace, server?: string): ServerMessage[] {
  return trace.flatMap((event) => {
    if (event.kind !== "server-received" || (server !== undefined && event.server !== server)) return [];
    const value = parsed(event.text);
    const all = isArray(value) ? value : [value];
    return all.filter(isObject).map((message) => ({ event, message }));
  });
}

/** The first time a server sent a request of this id; it may write several messages at once, or one on several lines. */
export function requestSent(trace: HostTrace, id: Json): HostTrace[number] | undefined {
  return trace.find(
    (event) =>
      event.kind === "server-sent" &&
      [event.text, ...event.text.split("\n")].some((one) => {
        const message = parsed(one);
        return isObject(message) && "method" in message && sameJson(message["id"], id);
      }),
  );
}

/** The messages of one method. */
export function ofMethod(messages: readonly ServerMessage[], method: string): ServerMessage[] {
  return messages.filter(({ message }) => message["method"] === method);
}

/** The tool calls that reached a server, with name and arguments. */
export function callsTo(
  trace: HostTrace,
  server?: string,
  tool?: string,
): { readonly event: ServerFrame; readonly name: Json | undefined; readonly arguments: Json | undefined }[] {
  return ofMethod(messagesTo(trace, server), "tools/call").flatMap(({ event, message }) => {
    const params = asObject(message["params"]);
    if (tool !== undefined && params["name"] !== tool) return [];
    return [{ event, name: params["name"], arguments: params["arguments"] }];
  });
}

/** Whether `value` holds everything of `part`: objects by their members, arrays and plain values as a whole. */
export function holds(value: Json | undefined, part: Json): boolean {
  if (!isObject(part)) return sameJson(value, part);
  return isObject(value) && Object.entries(part).every(([name, inner]) => inner === undefined || holds(value[name], inner));
}

/** A value as text: itself where it is text, otherwise nothing. */
export function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

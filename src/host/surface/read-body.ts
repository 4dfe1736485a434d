import type { IncomingMessage } from "node:http";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { deepMember } from "./deep-member.ts";
import { badRequest, type Read } from "./fields.ts";

/** The text of a request's body, or why it is not taken. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Read<string>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) return { refusal: { status: 413, message: `the request has more than ${maxBytes} bytes` } };
      chunks.push(chunk as Buffer);
    }
  } catch {
    return badRequest("the request body was cut off");
  }
  return { value: Buffer.concat(chunks).toString("utf8") };
}

/** The JSON object in a body, or why there is none. */
export function readJsonObject(text: string): Read<Readonly<Record<string, unknown>>> {
  if (text.trim() === "") return badRequest("missing request body");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return badRequest(`invalid JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return badRequest("the request body is not a JSON object");
  const deep = deepMember(value as JsonObject);
  return deep === undefined ? { value: value as JsonObject } : badRequest(`${deep}: nested too deeply`);
}

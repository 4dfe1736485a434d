import { isObject, type JsonObject } from "../../../../jsonrpc/json.ts";
import { parseFrame } from "../../../../jsonrpc/frame.ts";

/** What an HTTP request brought: its status, where it leads, and the JSON object in its body. */
export type JsonReply = {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: JsonObject | undefined;
};

/** Asks for something, following no redirection; a body that is no JSON object is none. */
export async function askJson(url: string, init: RequestInit = {}): Promise<JsonReply> {
  const response = await fetch(url, { ...init, redirect: "manual" });
  const frame = parseFrame(await response.text());
  const value = "value" in frame ? frame.value : undefined;
  return {
    status: response.status,
    location: response.headers.get("location") ?? undefined,
    body: isObject(value) ? value : undefined,
  };
}

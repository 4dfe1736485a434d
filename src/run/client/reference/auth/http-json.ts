import { isLoopbackName } from "../../../../base/loopback.ts";
import { isObject, type JsonObject } from "../../../../jsonrpc/json.ts";
import { parseFrame } from "../../../../jsonrpc/frame.ts";

/** What an HTTP request brought: its status, where it leads, and the JSON object in its body. */
export type JsonReply = {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: JsonObject | undefined;
};

/** Whether an address may be asked for anything of an authorization: by https, or on this machine. */
function isProtected(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopbackName(hostname);
}

/**
 * Asks for something, following no redirection unless `init` says so; a body that is no JSON object is none. @throws Error for an
 * address without https that is not of this machine, unless `anywhere` is asked
 */
export async function askJson(url: string, init: RequestInit = {}, anywhere = false): Promise<JsonReply> {
  if (!anywhere && !isProtected(url)) throw new Error(`${url} is neither protected by https nor on this machine`);
  const response = await fetch(url, { redirect: "manual", ...init });
  const frame = parseFrame(await response.text());
  const value = "value" in frame ? frame.value : undefined;
  return {
    status: response.status,
    location: response.headers.get("location") ?? undefined,
    body: isObject(value) ? value : undefined,
  };
}

import { asObject, type Json } from "./json.ts";

/**
 * Whether the body of an HTTP answer is to be read as JSON-RPC: where its type says so, and also where a success says another type, or
 * none, and the body is a message all the same. Then the type is what is wrong, and the request was answered.
 * @param type the header Content-Type
 */
export function isMessageBody(status: number, type: string | undefined, body: string): boolean {
  if (body.trim() === "") return false;
  if (type?.toLowerCase().includes("json") === true) return true;
  return status >= 200 && status < 300 && /^\s*\{/u.test(body) && isMessage(body);
}

function isMessage(text: string): boolean {
  try {
    return asObject(JSON.parse(text) as Json)["jsonrpc"] === "2.0";
  } catch {
    return false;
  }
}

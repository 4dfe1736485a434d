import { fromBase64Url, textOf, toBase64Url, utf8 } from "../../base/bytes.ts";
import { hmacSha256, sha256 } from "../../base/sha256.ts";
import { type Json, type JsonObject, isObject } from "../../jsonrpc/json.ts";
import type { Call } from "./call.ts";

/** How long a `requestState` may be presented, in milliseconds. */
const lifetime = 10 * 60_000;

/**
 * What the client must bring back on the retry: expiry and the digest of the request it belongs to, protected by an HMAC
 * (2026-07-28 basic/patterns/mrtr, "Server Requirements"). `answered` holds what was already answered on earlier rounds.
 */
export function sealState(call: Call, answered: JsonObject): string {
  const body = toBase64Url(utf8(JSON.stringify({ expires: call.world.date() + lifetime, request: digestOf(call), answered })));
  return `${body}.${signature(call.secret, body)}`;
}

/** The earlier answers a state carries, or undefined when it is not one this server gave for this request. */
export function openState(call: Call, state: Json): JsonObject | undefined {
  if (typeof state !== "string") return undefined;
  const [body, mac, ...more] = state.split(".");
  if (body === undefined || mac === undefined || more.length > 0) return undefined;
  if (mac !== signature(call.secret, body)) return undefined;
  const content = JSON.parse(textOf(fromBase64Url(body) ?? new Uint8Array())) as JsonObject;
  if (content["request"] !== digestOf(call) || Number(content["expires"]) < call.world.date()) return undefined;
  return isObject(content["answered"]) ? content["answered"] : {};
}

function signature(secret: string, body: string): string {
  return hmacSha256(utf8(secret), utf8(body));
}

function digestOf(call: Call): string {
  const salient = [call.method, call.params["name"], call.params["uri"], sorted(call.params["arguments"] ?? {})];
  return sha256(utf8(JSON.stringify(salient)));
}

/** The same value with object members in one order: a client may write them in another on the retry. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => sorted(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name] ?? null)]),
  );
}

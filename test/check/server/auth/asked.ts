import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, body, done, type Line, posted, status, step } from "../../../support/traces/small-trace.ts";
import { exchange, type Headers, json, special } from "../http/told.ts";

export const list: Json = ask(1, "tools/list");

/** A POST without authorization, in a step of its own, and how it was refused or served: three lines, of which the last is the status. */
export const without = (number: number, code: number, challenge?: string, message: Json = list): Line[] => [
  special("no-authorization"),
  ...exchange(number, message, code, undefined, {
    response: challenge === undefined ? {} : { "WWW-Authenticate": challenge },
  }),
];

/** A POST in a step with this tag that brings a token: three lines, and a fourth where it gets a result. */
export const withToken = (
  tag: string,
  number: number,
  code: number,
  { message = list, response = {}, served = false }: { message?: Json; response?: Headers; served?: boolean } = {},
): Line[] => [
  special(tag),
  ...exchange(number, message, code, served ? done(1) : undefined, { request: { authorization: "Bearer t" }, response }),
];

/** A document that was asked for at a well-known URI, in a step with this tag: three lines, and a fourth where it is there. */
export const fetched = (
  tag: string,
  number: number,
  code: number,
  text?: Json,
  url = "http://127.0.0.1/.well-known/x",
): Line[] => [
  step("get", { tag }),
  posted(number, null, {}, { method: "GET", url }),
  status(number, code, json),
  ...(text === undefined ? [] : [body(number, text)]),
];

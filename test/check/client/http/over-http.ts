import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { Revision } from "../../../../src/spec/revision.ts";
import { body, done, type Line, opened, posted, smallTrace, status } from "../../../support/traces/small-trace.ts";

/** What a check says of a client that opened one connection: the events are numbered from 2 on. */
export const verdict = (check: Check, lines: readonly Line[], revision: Revision = "2025-11-25"): Outcome =>
  check.verify(smallTrace("client", [opened({ transport: "http", revision }), ...lines], "http"));

type Headers = Readonly<Record<string, string>>;

/** The client sends a message to the end point. */
export const posts = (exchange: number, value: Json, headers: Headers = {}, more: object = {}): Line =>
  posted(exchange, value, headers, { url: "/mcp", ...more });

/** The client asks the end point without a message. */
export const goes = (exchange: number, method: "GET" | "DELETE", headers: Headers = {}, more: object = {}): Line =>
  posted(exchange, null, headers, { url: "/mcp", method, ...more });

/** An exchange is answered with one message: two events. */
export const answered = (exchange: number, value: Json, headers: Headers = {}): readonly Line[] => [
  status(exchange, 200, { "content-type": "application/json", ...headers }),
  body(exchange, value),
];

/** A request is answered with a result in the body: two events. */
export const given = (exchange: number, id: number, result: Json): readonly Line[] => answered(exchange, done(id, result));

/** The client under test ended. */
export const left = (code: number, connection = 1): Line => ({ kind: "exit", connection, code, signal: null });

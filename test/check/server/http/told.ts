import type { Check } from "../../../../src/check/check.ts";
import { outcomeOf } from "../../../../src/check/judge.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { Revision } from "../../../../src/spec/revision.ts";
import type { Subject } from "../../../../src/trace/trace.ts";
import { body, type Line, posted, smallTrace, status, step } from "../../../support/traces/small-trace.ts";

/** What went over the wire, told line by line or several lines at a time: each line has its place as its number, from 1 on. */
export type Told = readonly (Line | readonly Line[])[];

/** A row of a table: what happened in words, the check that looks at it, the lines, and what it says. */
export type Row = readonly [situation: string, check: Check, told: Told, wanted: Outcome];

/** The trace of a server over HTTP. */
export const traceOf = (told: Told, transport: Subject["transport"] = "http") => smallTrace("server", told.flat(), transport);

/** What a check says at a revision of a server over HTTP. */
export const saidOf = (check: Check, told: Told, revision: Revision, transport: Subject["transport"] = "http"): Outcome =>
  outcomeOf(traceOf(told, transport), check, revision);

export { fine as kept, late as slow, none as moot, open, wrong as broken } from "../told-outcomes.ts";

export type Headers = Readonly<Record<string, string>>;
export const json: Headers = { "content-type": "application/json" };
export const sse: Headers = { "content-type": "text/event-stream" };

/** A POST and its status; with an answer, three lines: that comes as a body of JSON. */
export const exchange = (
  number: number,
  message: Json,
  code: number,
  answer?: Json,
  { request = {}, response = {}, connection = 1 }: { request?: Headers; response?: Headers; connection?: number } = {},
): Line[] =>
  [
    posted(number, message, request),
    status(number, code, answer === undefined ? response : { ...json, ...response }),
    ...(answer === undefined ? [] : [body(number, answer)]),
  ].map((line) => ({ ...line, connection }));

/** A request without a body, such as GET, and its status. */
export const bare = (
  method: string,
  number: number,
  code: number,
  { request = {}, response = {}, connection = 1 }: { request?: Headers; response?: Headers; connection?: number } = {},
): Line[] => [posted(number, null, request, { method }), status(number, code, response)].map((line) => ({ ...line, connection }));

/** A stream opened with GET: two lines. */
export const stream = (number: number, more: { request?: Headers; connection?: number } = {}): Line[] =>
  bare("GET", number, 200, { response: sse, ...more });

/** A step that sends one request with something special about it. */
export const special = (tag: string, connection = 1): Line => step("request", { tag, deviant: true, connection });

/** A step that does something else than to send one request, and is special too. */
export const act = (verb: string, tag: string): Line => step(verb, { tag, deviant: true });

/** A plain step. */
export const plain = (connection = 1): Line => step("request", { connection });

/** The same lines on another connection. */
export const elsewhere = (...told: Told): Line[] => told.flat().map((line) => ({ ...line, connection: 2 }));

/** A comment, with which a server keeps a stream alive. */
export const comment = (number: number): Line => ({ kind: "sse-event", connection: 1, exchange: number, comment: "still here" });

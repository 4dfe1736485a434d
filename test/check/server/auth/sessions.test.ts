import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import { everyRequestAuthorized as every } from "../../../../src/check/server/auth/every-request.ts";
import { ask, type Line, posted, status } from "../../../support/traces/small-trace.ts";
import { act, bare, broken, elsewhere, exchange, type Headers, kept, open, plain, type Row, saidOf, sse } from "../http/told.ts";
import { without } from "./asked.ts";

const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-11-25");
const nothingElse = open("nothing but the handshake and a ping was asked without authorization");
const calling = ask(2, "tools/call");
const shut = without(1, 401, undefined, ask(1, "initialize"));
const strange: Headers = { authorization: "Bearer x" };
const streamAsked = (code: number, response: Headers, request: Headers = {}): Line[] => [
  act("get", "stream-unauthorized"),
  ...bare("GET", 2, code, { request, response }),
];
it.each<Row>([
  ["is refused with 401", every, [shut, streamAsked(401, {})], kept(6)],
  ["is refused with 403, on a stream", every, [shut, streamAsked(403, sse)], kept(6)],
  ["is refused with 405", every, [shut, streamAsked(405, {})], nothingElse],
  ["is refused with 404, on a stream", every, [shut, streamAsked(404, sse)], nothingElse],
  ["brings a page", every, [shut, streamAsked(200, { "content-type": "text/html" })], nothingElse],
  [
    "is opened",
    every,
    [shut, streamAsked(200, sse)],
    broken("a stream of the session was opened by GET without authorization", 6),
  ],
  [
    "is opened to a wrong token",
    every,
    [shut, streamAsked(200, sse, strange)],
    broken("a stream of the session was opened by GET with a token that nobody issued", 6),
  ],
])("the stream of a session, asked for without its token, %s", (...row) => expect(said(row)).toEqual(row[3]));

const removal = (code: number, request: Headers = {}): Line[] => [
  act("delete", "delete-unauthorized"),
  ...bare("DELETE", 5, code, { request }),
  plain(),
];
const asks = (number: number, code: number) => exchange(number, calling, code);
it.each<Row>([
  ["is refused with 401", every, [shut, removal(401)], kept(6)],
  ["is refused with 403, though the session is gone", every, [shut, plain(), asks(4, 200), removal(403), asks(6, 404)], kept(9)],
  [
    "ends it",
    every,
    [shut, plain(), asks(4, 200), removal(204), asks(6, 404)],
    broken("the session was ended by DELETE without authorization", 9),
  ],
  [
    "ends it with a wrong token",
    every,
    [shut, plain(), asks(4, 200), removal(204, strange), asks(6, 404)],
    broken("the session was ended by DELETE with a token that nobody issued", 9),
  ],
  [
    "is refused with 405, though the session is gone",
    every,
    [shut, plain(), asks(4, 200), removal(405), asks(6, 404)],
    nothingElse,
  ],
  ["has no effect", every, [shut, plain(), asks(4, 200), removal(200), asks(6, 200), asks(7, 404)], nothingElse],
  [
    "comes when the session does not work any more",
    every,
    [shut, plain(), asks(3, 200), asks(4, 404), removal(200), asks(6, 404)],
    nothingElse,
  ],
  [
    "comes before anything else was asked",
    every,
    [without(1, 401, undefined, ask(1, "initialize")).map((line) => ({ ...line, connection: 2 })), removal(200), asks(6, 404)],
    nothingElse,
  ],
  ["is the last thing that is seen", every, [shut, plain(), asks(4, 200), removal(200)], nothingElse],
  [
    "is followed by a failure in another session",
    every,
    [shut, plain(), asks(4, 200), removal(200), elsewhere(asks(6, 404)), asks(7, 200)],
    nothingElse,
  ],
  ["comes after a success of another session", every, [shut, elsewhere(asks(4, 200)), removal(200), asks(6, 404)], nothingElse],
  [
    "comes while a request is under way, which fails",
    every,
    [shut, plain(), asks(4, 200), posted(6, calling), removal(200), status(6, 404), asks(7, 200)],
    nothingElse,
  ],
  [
    "comes while a request is under way, which succeeds",
    every,
    [shut, plain(), asks(4, 404), posted(6, calling), removal(200), status(6, 200), asks(7, 404)],
    nothingElse,
  ],
])("a DELETE of a session by somebody else %s", (...row) => expect(said(row)).toEqual(row[3]));

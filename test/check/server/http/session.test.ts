import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import * as checks from "../../../../src/check/server/http/session.ts";
import { ask, done, over, posted, status } from "../../../support/traces/small-trace.ts";
import { bare, broken, elsewhere, exchange, kept, moot, open, plain, type Row, saidOf, special, sse } from "./told.ts";

const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-11-25");
const initialize = ask(1, "initialize", { protocolVersion: "2025-11-25" });
/** A session is opened: lines 1 to 3. */
const opened = exchange(1, initialize, 200, done(1), { response: { "mcp-session-id": "abc" } });
const without = exchange(1, initialize, 200, done(1));
const none = moot("the server assigns no session ids");
const list = ask(2, "tools/list");
const mine = { request: { "mcp-session-id": "abc" } };
const plainly = (code: number) => [plain(), ...exchange(9, ask(9, "tools/list"), code)];

const missing = checks.missingSession;
const lacking = special("no-session-id");
const unrefused = open("no request without a session id was refused for that");
it.each<Row>([
  ["is refused with 400", missing, [opened, lacking, exchange(2, list, 400)], kept(6)],
  ["is refused with 404", missing, [opened, lacking, exchange(2, list, 404)], broken("status 404, expected 400", 6)],
  [
    "is refused with 404, as plain ones are",
    missing,
    [opened, plainly(404), lacking, exchange(2, list, 404)],
    broken("status 404, expected 400", 9),
  ],
  ["is turned away with 401, as plain ones are", missing, [opened, plainly(401), lacking, exchange(2, list, 401)], unrefused],
  [
    "is turned away with 401, as no plain one is",
    missing,
    [opened, lacking, exchange(2, list, 401)],
    broken("status 401, expected 400", 6),
  ],
  ["is served", missing, [opened, lacking, exchange(2, list, 200, done(2))], moot("the server does not require the session id")],
  [
    "is refused, and another served",
    missing,
    [opened, lacking, exchange(2, list, 200, done(2)), exchange(3, list, 400)],
    kept(9),
  ],
  ["is never sent", missing, [opened], unrefused],
  ["is served, where there are no sessions", missing, [without, lacking, exchange(2, list, 200, done(2))], none],
])("a request without a session id %s", (...row) => expect(said(row)).toEqual(row[3]));

const unknown = checks.unknownSession;
const strange = special("unknown-session-id");
const unsent = open("no request with an unknown session id was sent, or it was turned away as plain ones are");
it.each<Row>([
  ["is refused with 404", unknown, [opened, strange, exchange(2, list, 404)], kept(6)],
  ["is refused with 400", unknown, [opened, strange, exchange(2, list, 400)], broken("status 400, expected 404", 6)],
  ["is served", unknown, [opened, strange, exchange(2, list, 200, done(2))], broken("status 200, expected 404", 6)],
  ["is turned away with 503, as plain ones are", unknown, [opened, plainly(503), strange, exchange(2, list, 503)], unsent],
  ["is never sent", unknown, [opened], unsent],
  ["is refused, where there are no sessions", unknown, [without, strange, exchange(2, list, 400)], none],
])("a request with a session id that was never given %s", (...row) => expect(said(row)).toEqual(row[3]));

const ended = checks.endedSession;
const after = special("after-delete");
const remove = (number: number, code: number, more: Parameters<typeof bare>[3] = mine) => bare("DELETE", number, code, more);
const unended = open("no request was sent in a session that had been ended, or it was turned away as plain ones are");
const keeps = moot("the server does not let clients end a session");
it.each<Row>([
  ["is refused with 404", ended, [opened, plain(), remove(2, 204), after, exchange(3, list, 404, undefined, mine)], kept(9)],
  [
    "is refused with 400",
    ended,
    [opened, plain(), remove(2, 299), after, exchange(3, list, 400, undefined, mine)],
    broken("status 400, expected 404", 9),
  ],
  [
    "is served",
    ended,
    [opened, plain(), remove(2, 200), after, exchange(3, list, 200, done(2), mine)],
    broken("status 200, expected 404", 9),
  ],
  ["names no session", ended, [opened, plain(), remove(2, 200), after, exchange(3, list, 200, done(2))], unended],
  [
    "is turned away with 500, as plain ones are",
    ended,
    [opened, plainly(500), remove(2, 200), after, exchange(3, list, 500, undefined, mine)],
    unended,
  ],
  [
    "is sent by another session",
    ended,
    [opened, plain(), remove(2, 200), elsewhere(after, exchange(3, list, 200, done(2), mine))],
    unended,
  ],
  [
    "is sent before the session is ended",
    ended,
    [opened, after, exchange(3, list, 200, done(2), mine), plain(), remove(2, 200)],
    unended,
  ],
  [
    "is sent before the answer to DELETE",
    ended,
    [opened, plain(), remove(2, 200).slice(0, 1), after, exchange(3, list, 200, done(2), mine), remove(2, 200).slice(1)],
    unended,
  ],
  [
    "is served, for DELETE is refused",
    ended,
    [opened, plain(), remove(2, 405), after, exchange(3, list, 200, done(2), mine)],
    keeps,
  ],
  [
    "is served, for DELETE is refused here, though not elsewhere",
    ended,
    [opened, plain(), remove(2, 405), after, exchange(3, list, 200, done(2), mine), elsewhere(remove(4, 200))],
    unended,
  ],
  [
    "is served, for the only DELETE that succeeded was somebody else's",
    ended,
    [opened, special("delete-unauthorized"), remove(2, 200), after, exchange(3, list, 200, done(2), mine)],
    unended,
  ],
  ["is sent without a DELETE", ended, [opened, after, exchange(3, list, 200, done(2), mine)], unended],
  [
    "is served, where there are no sessions",
    ended,
    [without, plain(), remove(2, 200), after, exchange(3, list, 200, done(2), mine)],
    none,
  ],
])("a request after the end of its session %s", (...row) => expect(said(row)).toEqual(row[3]));

const deletion = checks.deleteStatus;
const unfinished = open("no session was ended");
it.each<Row>([
  ["succeeds", deletion, [opened, plain(), remove(2, 204)], kept(6)],
  ["is refused with 405", deletion, [opened, plain(), remove(2, 405)], kept(6)],
  ["is refused with 404", deletion, [opened, plain(), remove(2, 404)], broken("status 404, expected 2xx or 405", 6)],
  ["is redirected", deletion, [opened, plain(), remove(2, 300)], broken("status 300, expected 2xx or 405", 6)],
  ["comes before any step, and fails", deletion, [opened, remove(2, 500)], broken("status 500, expected 2xx or 405", 5)],
  ["comes from somebody else, and is refused", deletion, [opened, special("delete-unauthorized"), remove(2, 401)], unfinished],
  ["names no session, and is refused", deletion, [opened, plain(), remove(2, 400, {})], unfinished],
  [
    "is not answered",
    deletion,
    [opened, plain(), posted(2, null, mine.request, { method: "DELETE" }), over(2, "broken")],
    unfinished,
  ],
  ["is refused, where there are no sessions", deletion, [without, plain(), remove(2, 400)], none],
])("the DELETE of a session %s", (...row) => expect(said(row)).toEqual(row[3]));

const get = checks.getStream;
const ungot = open("no GET was sent, or it was turned away as plain requests are");
const text = { response: { "Content-Type": "Text/HTML" } };
const page = 'status 200 with Content-Type "text/html", expected an event stream or 405';
const elsewhereOn = (url: string) => [posted(2, null, {}, { method: "GET", url }), status(2, 404)];
it.each<Row>([
  ["is turned away with 401, as plain ones are", get, [exchange(1, list, 401), bare("GET", 2, 401)], ungot],
  [
    "is turned away with 401, as no plain one is",
    get,
    [exchange(1, list, 403), bare("GET", 2, 401)],
    broken('status 401 with Content-Type "", expected an event stream or 405', 4),
  ],
  [
    "opens a stream",
    get,
    [opened, bare("GET", 2, 200, { response: { "content-type": "Text/Event-Stream;charset=utf-8" } })],
    kept(5),
  ],
  ["is refused with 405", get, [opened, bare("GET", 2, 405)], kept(5)],
  ["brings a page", get, [opened, bare("GET", 2, 200, text)], broken(page, 5)],
  [
    "is refused with 404",
    get,
    [opened, bare("GET", 2, 404)],
    broken('status 404 with Content-Type "", expected an event stream or 405', 5),
  ],
  [
    "is refused on a stream",
    get,
    [opened, bare("GET", 2, 409, { response: sse })],
    broken('status 409 with Content-Type "text/event-stream", expected an event stream or 405', 5),
  ],
  ["is turned away as plain requests are", get, [opened, plainly(429), bare("GET", 2, 429)], ungot],
  ["is refused for a second stream", get, [opened, bare("GET", 2, 200, { response: sse }), bare("GET", 3, 409)], kept(5)],
  [
    "is refused for the first stream of a second session",
    get,
    [opened, bare("GET", 2, 405), elsewhere(bare("GET", 3, 400))],
    broken('status 400 with Content-Type "", expected an event stream or 405', 7),
  ],
  [
    "is refused for a stream that is to be resumed",
    get,
    [opened, bare("GET", 2, 400, { request: { "last-event-id": "e1" } }), bare("GET", 3, 405)],
    kept(7),
  ],
  ["asks for a well-known document", get, [opened, elsewhereOn("http://127.0.0.1/.well-known/x"), bare("GET", 3, 405)], kept(7)],
  ["is not sent", get, [opened], ungot],
  ["is sent alone", get, [bare("GET", 2, 404)], ungot],
])("GET %s", (...row) => expect(said(row)).toEqual(row[3]));

const [invalid, absent] = [checks.versionHeaderInvalid, checks.versionHeaderAbsent];
const [bad, unversioned] = [special("bad-version-header"), special("no-version-header")];
const wild = { request: { "mcp-protocol-version": "1999" } };
const uninvalid = open("no request with an invalid version was sent, or it was turned away as plain ones are");
const unabsent = open("no request without the header was sent");
it.each<Row>([
  ["an invalid version is refused with 400", invalid, [bad, exchange(2, list, 400, undefined, wild)], kept(3)],
  [
    "an invalid version is served",
    invalid,
    [bad, exchange(2, list, 200, done(2), wild)],
    broken('status 200 to version "1999", expected 400', 3),
  ],
  [
    "an invalid version, which is not told, is refused with 404",
    invalid,
    [bad, exchange(2, list, 404)],
    broken("status 404 to version null, expected 400", 3),
  ],
  ["an invalid version is turned away as everything is", invalid, [plainly(403), bad, exchange(2, list, 403)], uninvalid],
  ["an invalid version was not sent", invalid, [plainly(200)], uninvalid],
  ["no version is served", absent, [unversioned, exchange(2, list, 200, done(2))], kept(3)],
  [
    "no version is refused",
    absent,
    [unversioned, exchange(2, list, 400)],
    broken("status 400 to a request without the header", 3),
  ],
  ["no version is refused with 400, as plain ones are", absent, [plainly(400), unversioned, exchange(2, list, 400)], unabsent],
  ["no version was not tried", absent, [plainly(400)], unabsent],
])("of the header MCP-Protocol-Version: %s", (...row) => expect(said(row)).toEqual(row[3]));

it("who fails at an invalid version is not told twice", () => {
  expect(invalid.explains).toEqual([{ checks: ["http.no-server-error"], within: "exchange" }]);
});

import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import { sessionIdNotCounted } from "../../../../src/check/server/http/session-ids.ts";
import { sessionIdCharacters, sessionIdStrong } from "../../../../src/check/server/http/session.ts";
import { seqOf } from "../../../../src/check/outcome.ts";
import { ask, done, failed } from "../../../support/traces/small-trace.ts";
import { broken, exchange, kept, moot, open, type Row, saidOf, special, traceOf } from "./told.ts";

const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-11-25");
const initialize = ask(1, "initialize", { protocolVersion: "2025-11-25" });
/** Sessions that are opened one after the other, three lines each: the status with the id is the second of them. */
const opened = (...ids: string[]) =>
  ids.flatMap((id, at) => exchange(at + 1, initialize, 200, done(1), { response: { "mcp-session-id": id } }));
const without = exchange(8, initialize, 200, done(1));
const random = ["3f0c9a7be1d24c55", "b81d06f2c93e4a17"] as const;

const none = moot("the server assigns no session ids");
const counted = sessionIdNotCounted;
it.each<Row>([
  ["drawn at random", counted, [opened(...random)], kept(2, 5)],
  ["all the same", counted, [opened("abc", "abc", "abc")], broken("the same session id was assigned twice", 5, 8)],
  [
    "counted up",
    counted,
    [opened("s-1", "s-2")],
    broken('session ids are counted: "s-1" is one of them; session ids are counted: "s-2" is one of them', 2, 5),
  ],
  [
    "counted up, and one of them came twice",
    counted,
    [opened("s-1", "s-1", "s-2")],
    broken(
      'session ids are counted: "s-1" is one of them; the same session id was assigned twice; session ids are counted: "s-2" is one of them',
      2,
      5,
      8,
    ),
  ],
  ["not assigned", counted, [without], none],
  ["one only", counted, [opened("s-1")], moot("only one session was opened, so that there is nothing to compare")],
  [
    "two, of which one was given to somebody without authorization",
    counted,
    [
      opened("s-1"),
      special("no-authorization"),
      exchange(2, initialize, 200, done(1), { response: { "mcp-session-id": "s-1" } }),
    ],
    moot("only one session was opened, so that there is nothing to compare"),
  ],
  [
    "two, and somebody without authorization was sent away",
    counted,
    [special("no-authorization"), exchange(9, initialize, 401), special("other"), opened(...random)],
    kept(6, 9),
  ],
])("the session ids of a server are %s", (...row) => expect(said(row)).toEqual(row[3]));

it("who shares a session is told so where the same id comes again, and all that follows is laid to it", () => {
  const trace = traceOf([opened("a", "b", "a", "b", "c")]);
  const [explanation, ...more] = sessionIdNotCounted.explains ?? [];
  expect(more).toEqual([]);
  expect(explanation?.at?.(trace).map(seqOf)).toEqual([8, 11]);
  expect(explanation).toMatchObject({
    within: "revision",
    checks: [
      "http.session-id-strong",
      "http.session-delete-status",
      "http.get-stream-or-405",
      "cancellation.completed-ignored",
      "cancellation.unknown-ignored",
    ],
  });
});

const unopened = open("no session was opened");
const characters = sessionIdCharacters;
const others = (id: string) => broken(`the session id ${JSON.stringify(id)} has other characters`, 2);
it.each<Row>([
  ["holds the first and the last visible character", characters, [opened("!~")], kept(2)],
  ["holds a space", characters, [opened("a b")], others("a b")],
  ["begins with a space", characters, [opened(" ab")], others(" ab")],
  ["ends with what is deleted", characters, [opened("ab\u007F")], others("ab\u007F")],
  ["holds a letter beyond ASCII", characters, [opened("abcé")], others("abcé")],
  ["is empty", characters, [opened("")], others("")],
  ["is not assigned", characters, [without], none],
  ["was assigned to nobody, for nobody was let in", characters, [exchange(1, initialize, 401)], unopened],
  [
    "was assigned to nobody, for a list was asked for alone",
    characters,
    [exchange(1, ask(1, "tools/list"), 200, done(1))],
    unopened,
  ],
  [
    "was assigned to nobody, for initialize came as a notification",
    characters,
    [exchange(1, { jsonrpc: "2.0", method: "initialize" }, 202)],
    unopened,
  ],
  ["is assigned in one session and not in another", characters, [without, opened("ab")], kept(5)],
])("a session id that %s", (...row) => expect(said(row)).toEqual(row[3]));

const strong = sessionIdStrong;
const digits = "12345678901234567890";
it.each<Row>([
  ["has sixteen characters", strong, [opened("abcdefghijklmnop")], kept(2)],
  ["has fifteen characters", strong, [opened("abcdefghijklmno")], broken("a session id of 15 characters", 2)],
  ["is a number of twenty digits", strong, [opened(digits)], kept(2)],
  [
    "is a number of nineteen digits",
    strong,
    [opened(digits.slice(0, 19))],
    broken("the session id 1234567890123456789 is a bare number", 2),
  ],
  ["is one digit", strong, [opened("7")], broken("the session id 7 is a bare number", 2)],
  ["is a number behind letters", strong, [opened("session-123456789")], kept(2)],
  ["is a number before letters", strong, [opened("123456789-session")], kept(2)],
  ["differs from the one before", strong, [opened(...random)], kept(2, 5)],
  [
    "is that of the session before the last",
    strong,
    [opened(random[0], random[1], random[0])],
    broken("the same session id was assigned twice", 8),
  ],
  ["is not assigned", strong, [without], none],
  ["is not assigned, for what was asked is refused", strong, [exchange(1, initialize, 400, failed(1))], unopened],
])("a session id that %s, as far as it can be guessed", (...row) => expect(said(row)).toEqual(row[3]));

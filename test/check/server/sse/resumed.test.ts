import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import * as checks from "../../../../src/check/server/sse/resumed.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  ask,
  at,
  body,
  done,
  failed,
  type Line,
  note,
  over,
  posted,
  status,
  streamed,
} from "../../../support/traces/small-trace.ts";
import {
  bare,
  broken,
  comment,
  elsewhere,
  exchange,
  json,
  kept,
  moot,
  type Row,
  saidOf,
  slow,
  special,
  sse,
  stream,
} from "../http/told.ts";

const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-11-25");

const call = (id: number, name = "slow"): Json => ask(id, "tools/call", { name });
const asked = (number: number, message: Json): Line[] => exchange(number, message, 200, undefined, { response: sse });
const event = (number: number, id: string, message: Json = note("notifications/message")): Line =>
  streamed(number, message, { id });
const resumed = (number: number, last: string): Line[] => stream(number, { request: { "Last-Event-ID": last } });
const none = moot("no stream was resumed, or nothing came on it");
/** A call is made, and its stream breaks after one event: lines 1 to 4. */
const cut = [...asked(1, call(1)), event(1, "a1"), over(1, "broken")];

const own = checks.resumedOwnStream;
it.each<Row>([
  ["the response to its request", own, [cut, resumed(2, "a1"), event(2, "a2", done(1))], kept(7)],
  ["an error", own, [cut, resumed(2, "a1"), event(2, "a2", failed(1))], kept(7)],
  [
    "the response to another request",
    own,
    [cut, resumed(2, "a1"), event(2, "a2", done(2))],
    broken("the response to 2 on the resumed stream of 1", 7),
  ],
  [
    "its own response in a batch with another",
    own,
    [cut, resumed(2, "a1"), event(2, "a2", [done(1), done(3)])],
    broken("the response to 3 on the resumed stream of 1", 7),
  ],
  [
    "a response, on the stream of a batch",
    own,
    [asked(1, [call(1)]), event(1, "a1"), resumed(2, "a1"), streamed(2, done(1))],
    broken("the response to 1 on the resumed stream of a batch", 6),
  ],
  [
    "an event of another stream",
    own,
    [cut, asked(3, call(3)), event(3, "b1"), resumed(2, "a1"), event(2, "b1")],
    broken('the event "b1" of another stream', 10),
  ],
  ["an event of its own once more", own, [cut, asked(3, call(3)), event(3, "b1"), resumed(2, "a1"), event(2, "a1")], kept(10)],
  [
    "events without ids, as another stream has",
    own,
    [cut, asked(3, call(3)), streamed(3, note("x")), resumed(2, "a1"), streamed(2, note("x"))],
    kept(10),
  ],
  [
    "an event whose id another session used",
    own,
    [cut, elsewhere(asked(3, call(3)), event(3, "b1")), resumed(2, "a1"), event(2, "b1")],
    kept(10),
  ],
  [
    "an event that came when it was resumed before",
    own,
    [cut, resumed(2, "a1"), event(2, "a2"), resumed(3, "a1"), event(3, "a2")],
    kept(7, 10),
  ],
  ["an id without data, and a comment", own, [cut, resumed(2, "a1"), streamed(2, "", { id: "a2" }), comment(2)], none],
  ["a response, though it is of an id never given", own, [cut, resumed(2, "zz"), event(2, "a2", done(2))], none],
  ["a response, though it is of another session", own, [cut, elsewhere(resumed(2, "a1"), event(2, "a2", done(2)))], none],
  ["a response, though it was asked for first", own, [resumed(2, "a1"), cut, event(2, "a2", done(2))], none],
  [
    "a response, on a stream that was opened with GET",
    own,
    [stream(1), event(1, "a1"), resumed(2, "a1"), event(2, "a2", done(2))],
    none,
  ],
  [
    "a response, to a POST that names an event",
    own,
    [cut, exchange(2, call(2), 200, undefined, { request: { "last-event-id": "a1" }, response: sse }), event(2, "a2", done(2))],
    none,
  ],
  ["a response, though the stream is not resumed", own, [cut, stream(2), event(2, "a2", done(2))], none],
])("a resumed stream brings %s", (...row) => expect(said(row)).toEqual(row[3]));

const after = checks.resumedAfter;
it.each<Row>([
  ["the next event", after, [cut, resumed(2, "a1"), event(2, "a2")], kept(7)],
  ["the event that was named", after, [cut, resumed(2, "a1"), event(2, "a1")], broken('the event "a1" came a second time', 7)],
  [
    "one before the event that was named",
    after,
    [asked(1, call(1)), event(1, "a0"), event(1, "a1"), resumed(2, "a1"), event(2, "a0"), event(2, "a2")],
    broken('the event "a0" came a second time', 7),
  ],
  [
    "an event without an id, as one came before",
    after,
    [cut, streamed(1, note("x")), resumed(2, "a1"), streamed(2, note("x"))],
    kept(8),
  ],
  ["nothing", after, [cut, resumed(2, "a1")], none],
])("a stream that is resumed goes on with %s", (...row) => expect(said(row)).toEqual(row[3]));

const goesOn = checks.disconnectedGoesOn;
const overdue = (seq: number): Outcome =>
  slow("nothing came of a request whose connection had been closed, on the resumed stream or elsewhere", seq);
/** The same tool was called before and took 100 ms: lines 1 to 3. Then a call is cut off at 1000 ms: lines 4 to 7. */
const took = (name = "slow", method = "tools/call"): Line[] => [
  at(0, posted(9, ask(9, method, { name }))),
  at(100, status(9, 200, json)),
  at(100, body(9, done(9))),
];
const late = cut.map((line) => at(1000, line));
const waited = (ms: number) => [...resumed(2, "a1").map((line) => at(1001, line)), at(1000 + ms, over(2, "complete"))];
it.each<Row>([
  ["brings the answer", goesOn, [took(), late, resumed(2, "a1"), event(2, "a2", done(1))], kept(10)],
  ["brings a log message first", goesOn, [took(), late, resumed(2, "a1"), event(2, "a2"), event(2, "a3", done(1))], kept(10)],
  ["brings nothing for as long as it took and nearly a third more", goesOn, [took(), late, waited(129)], none],
  ["brings nothing for as long as it took and a third more", goesOn, [took(), late, waited(130)], overdue(8)],
  ["brings nothing for long", goesOn, [took(), late, waited(5000)], overdue(8)],
  ["brings nothing and never ends", goesOn, [took(), late, resumed(2, "a1").map((line) => at(1001, line))], none],
  ["brings nothing, and only another tool was called before", goesOn, [took("fast"), late, waited(5000)], none],
  [
    "brings nothing, and only a prompt of that name was asked for before",
    goesOn,
    [took("slow", "prompts/get"), late, waited(5000)],
    none,
  ],
  ["brings nothing, and the tool was never called before", goesOn, [late, waited(5000)], none],
  [
    "brings nothing for longer than the tool took once, though not than it took another time",
    goesOn,
    [took(), [at(200, posted(8, call(8))), at(900, streamed(8, done(8)))], late, waited(200)],
    none,
  ],
  [
    "brings nothing, as another call of the tool did before it ended",
    goesOn,
    [took(), at(500, posted(8, call(8))), late, waited(130)],
    overdue(9),
  ],
  [
    "brings nothing, and the answer comes elsewhere",
    goesOn,
    [took(), late, waited(5000), stream(4), streamed(4, done(1))],
    kept(13),
  ],
  ["is asked for when the answer had come already", goesOn, [took(), late.slice(0, 3), streamed(1, done(1)), waited(5000)], none],
  [
    "is refused",
    goesOn,
    [took(), late, bare("GET", 2, 404, { request: { "last-event-id": "a1" } }), at(9000, over(2, "complete"))],
    none,
  ],
  ["is not answered", goesOn, [took(), late, resumed(2, "a1").slice(0, 1), at(9000, over(2, "broken"))], none],
  ["is of a request that was wrong on purpose", goesOn, [took(), special("x"), late, waited(5000)], none],
  [
    "is resumed again, and then brings the answer",
    goesOn,
    [took(), late, waited(5000), resumed(3, "a1"), event(3, "a2", done(1))],
    kept(13),
  ],
  [
    "is resumed again, in vain",
    goesOn,
    [took(), late, waited(5000), resumed(3, "a1").map((line) => at(7000, line)), at(9000, over(3, "complete"))],
    overdue(11),
  ],
  [
    "is resumed in vain, while another is resumed later",
    goesOn,
    [
      took(),
      late,
      asked(5, call(5)).map((line) => at(1000, line)),
      at(1000, event(5, "b1")),
      waited(5000),
      resumed(6, "b1").map((line) => at(7000, line)),
    ],
    overdue(11),
  ],
])("the stream of a call whose connection broke %s", (...row) => expect(said(row)).toEqual(row[3]));

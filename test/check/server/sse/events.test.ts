import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import * as checks from "../../../../src/check/server/sse/events.ts";
import { endpointNotCounted } from "../../../../src/check/server/sse/endpoint.ts";
import type { EventOf } from "../../../../src/trace/wire-event.ts";
import { ask, done, type Line, note, opened, posted, streamed } from "../../../support/traces/small-trace.ts";
import {
  bare,
  broken,
  comment,
  elsewhere,
  exchange,
  kept,
  moot,
  open,
  type Row,
  saidOf,
  sse,
  stream,
  type Told,
} from "../http/told.ts";

const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-11-25");
const saidOfOld = ([, check, told]: Row): Outcome => saidOf(check, told, "2024-11-05", "sse");

const list = ask(1, "tools/list");
const asked = exchange(1, list, 200, undefined, { response: sse });
const event = (more: Partial<EventOf<"sse-event">> = {}, number = 1): Line => streamed(number, done(1), more);
const raw = (fields: Partial<EventOf<"sse-event">>, number = 1): Line => ({
  kind: "sse-event",
  connection: 1,
  exchange: number,
  ...fields,
});

const [data, type] = [checks.eventData, checks.eventType];
const text = (words: string): string => `an event with the data ${JSON.stringify(words)}`;
const silent = moot("the server sends no message in an event stream");
const tooLong = JSON.stringify(done("i".repeat(1_000_000)));
it.each<Row>([
  ["a message without a type", data, [asked, event()], kept(3)],
  ["a message with an empty type", data, [asked, event({ event: "" })], kept(3)],
  ["a message of the type message", data, [asked, event({ event: "message" })], kept(3)],
  ["a response that says nothing", data, [asked, raw({ data: '{"jsonrpc":"2.0","id":1}' })], kept(3)],
  ["words", data, [asked, raw({ data: "still here" })], broken(text("still here"), 3)],
  ["words, of the type message", data, [asked, raw({ data: "hm", event: "message" })], broken(text("hm"), 3)],
  ["words, with an empty type", data, [asked, raw({ data: "hm", event: "" })], broken(text("hm"), 3)],
  ["many words", data, [asked, raw({ data: "w".repeat(61) })], broken(text("w".repeat(60)), 3)],
  ["JSON that is no message", data, [asked, raw({ data: '{"ok":true}' })], broken(text('{"ok":true}'), 3)],
  [
    "a message with words behind it",
    data,
    [asked, raw({ data: `${JSON.stringify(note("x"))} bye` })],
    broken(text('{"jsonrpc":"2.0","method":"x"} bye'), 3),
  ],
  ["a message, and words of another type", data, [asked, event(), raw({ data: "hm", event: "ping" })], kept(3)],
  ["a message, and one that was cut off", data, [asked, event(), raw({ data: "hm", cut: true })], kept(3)],
  ["a message, and one too large to be read", data, [asked, event(), raw({ data: tooLong })], kept(3)],
  [
    "a message, an event with an id alone, and a comment",
    data,
    [asked, raw({ id: "1", data: "" }), comment(1), event()],
    kept(5),
  ],
  ["nothing", data, [asked, comment(1), raw({ id: "1", data: "" })], silent],
  ["nothing, on a stream that was opened by itself", data, [stream(1), comment(1)], open("no event was received")],
  ["a message, without a type", type, [asked, event()], kept(3)],
  ["a message, with an empty type", type, [asked, event({ event: "" })], kept(3)],
  ["a message, of the type message", type, [asked, event({ event: "message" })], kept(3)],
  ["a message, of the type rpc", type, [asked, event({ event: "rpc" })], broken('a message in an event of type "rpc"', 3)],
  [
    "a response that says nothing, of the type rpc",
    type,
    [asked, raw({ data: '{"jsonrpc":"2.0","id":1}', event: "rpc" })],
    broken('a message in an event of type "rpc"', 3),
  ],
  ["words, of the type rpc", type, [asked, event(), raw({ data: "hm", event: "rpc" })], kept(3)],
  ["what was cut off, of the type rpc", type, [asked, event(), raw({ data: '{"a', event: "rpc", cut: true })], kept(3)],
  ["what is too large to be read, of the type rpc", type, [asked, event(), raw({ data: tooLong, event: "rpc" })], kept(3)],
  ["an event with an id alone, of the type rpc", type, [asked, event(), raw({ data: "", event: "rpc", id: "1" })], kept(3)],
  ["nothing to speak of", type, [asked, comment(1)], silent],
  ["words alone", type, [asked, raw({ data: "hm" })], open("no message was received in an event")],
])("a stream brings %s", (...row) => expect(said(row)).toEqual(row[3]));

const unique = checks.eventIdUnique;
const usedBefore = (id: string) => `the event id "${id}" was used before`;
const noIds = moot("the server attaches no ids to its events");
it.each<Row>([
  ["differ", unique, [asked, event({ id: "1" }), event({ id: "2" })], kept(3, 4)],
  ["are one on one stream", unique, [asked, event({ id: "1" }), event({ id: "1" })], broken(usedBefore("1"), 4)],
  [
    "are one on two streams",
    unique,
    [asked, event({ id: "1" }), stream(2), event({ id: "1" }, 2), event({ id: "1" }, 2)],
    broken(usedBefore("1"), 6, 7),
  ],
  ["are one in two sessions", unique, [asked, event({ id: "1" }), elsewhere(stream(2), event({ id: "1" }, 2))], kept(3, 6)],
  [
    "come again on a resumed stream",
    unique,
    [asked, event({ id: "1" }), stream(2, { request: { "last-event-id": "0" } }), event({ id: "1" }, 2)],
    kept(3),
  ],
  ["are all empty", unique, [asked, event({ id: "" }), event({ id: "" })], noIds],
  ["are empty but for one", unique, [asked, event({ id: "" }), event({ id: "" }), event({ id: "1" })], kept(5)],
  ["are not there", unique, [asked, event()], noIds],
  ["are not there, nor was anything posted", unique, [stream(1), event()], open("no event was received")],
])("the ids of events %s", (...row) => expect(said(row)).toEqual(row[3]));

const priming = checks.primingEvent;
const first = "the first event is not an id with empty data";
const connected = opened({ transport: "http" });
const versioned = (message = list, version = "2025-11-25") =>
  exchange(1, message, 200, undefined, { request: { "mcp-protocol-version": version }, response: sse });
const initialize = (protocolVersion: string) => ask(1, "initialize", { protocolVersion });
const noStream = open("no request was answered with a stream");
it.each<Row>([
  ["an id and empty data", priming, [connected, versioned(), raw({ id: "1", data: "" }), event({ id: "2" })], kept(4)],
  [
    "a comment, and then an id and empty data",
    priming,
    [connected, versioned(), comment(1), raw({ id: "1", data: "" })],
    kept(5),
  ],
  ["the answer, with an id", priming, [connected, versioned(), event({ id: "1" })], broken(first, 4)],
  ["an id without data", priming, [connected, versioned(), raw({ id: "1" }), event({ id: "2" })], broken(first, 4)],
  ["empty data without an id", priming, [connected, versioned(), raw({ data: "" }), event({ id: "2" })], broken(first, 4)],
  ["the answer, and no event has an id", priming, [connected, versioned(), event()], noIds],
  [
    "the answer to an initialize of this revision",
    priming,
    [connected, exchange(1, initialize("2025-11-25"), 200, undefined, { response: sse }), event({ id: "1" })],
    broken(first, 4),
  ],
  [
    "the answer to an initialize of an earlier one",
    priming,
    [connected, exchange(1, initialize("2025-06-18"), 200, undefined, { response: sse }), event({ id: "1" })],
    noStream,
  ],
  [
    "the answer to a request that names this revision where initialize does",
    priming,
    [
      connected,
      exchange(1, ask(1, "tools/list", { protocolVersion: "2025-11-25" }), 200, undefined, { response: sse }),
      event({ id: "1" }),
    ],
    noStream,
  ],
  [
    "the answer to a request of an earlier revision",
    priming,
    [connected, versioned(list, "2025-06-18"), event({ id: "1" })],
    noStream,
  ],
  ["the answer to a request that names no revision", priming, [connected, asked, event({ id: "1" })], noStream],
  [
    "a comment only, while another has ids",
    priming,
    [
      connected,
      versioned(),
      comment(1),
      exchange(2, ask(2, "ping"), 200, undefined, { request: { "mcp-protocol-version": "2025-11-25" }, response: sse }),
      raw({ id: "1", data: "" }, 2),
    ],
    kept(7),
  ],
  [
    "no message, for the answer is JSON",
    priming,
    [connected, exchange(1, list, 200, done(1))],
    moot("the server answers no request with a stream"),
  ],
])("a stream begins with %s", (...row) => expect(said(row)).toEqual(row[3]));

const retry = checks.retryDigits;
it.each<Row>([
  ["holds digits", retry, [asked, raw({ retry: "3000" })], kept(3)],
  ["holds one digit", retry, [asked, raw({ retry: "0" })], kept(3)],
  ["names a unit", retry, [asked, raw({ retry: "3000ms" })], broken('retry: "3000ms"', 3)],
  ["begins with a sign", retry, [asked, raw({ retry: "+3000" })], broken('retry: "+3000"', 3)],
  ["is empty", retry, [asked, raw({ retry: "" })], broken('retry: ""', 3)],
  ["is not there", retry, [asked, event()], moot("the server sends no retry field")],
  ["is not there, nor was anything posted", retry, [stream(1), event()], open("no event was received")],
])("a retry field %s", (...row) => expect(said(row)).toEqual(row[3]));

const endpoint = checks.endpointEvent;
const holds = (what: string) => `the endpoint event holds ${JSON.stringify(what)}, expected a URI`;
const named = (what: string, number = 1): Line => raw({ event: "endpoint", data: what }, number);
const unopened = open("no stream was opened");
it.each<Row>([
  ["a path", endpoint, [stream(1), named("/messages?s=1")], kept(3)],
  ["a path, after another event", endpoint, [stream(1), comment(1), raw({ data: "hello" }), named("/messages")], kept(5)],
  ["nothing", endpoint, [stream(1), named("")], broken(holds(""), 3)],
  ["words", endpoint, [stream(1), named("my endpoint")], broken(holds("my endpoint"), 3)],
  ["an object", endpoint, [stream(1), named('{"uri":"/messages"}')], broken(holds('{"uri":"/messages"}'), 3)],
  ["a text in quotes", endpoint, [stream(1), named('"/messages"')], kept(3)],
  ["many words", endpoint, [stream(1), named(`a ${"b".repeat(80)}`)], broken(holds(`a ${"b".repeat(58)}`), 3)],
  [
    "a path, in an event without a type",
    endpoint,
    [stream(1), raw({ data: "/messages" }), raw({ data: "2" })],
    broken("no endpoint event was sent", 3),
  ],
  ["a type alone", endpoint, [stream(1), raw({ event: "endpoint" })], unopened],
  [
    "a path, on a stream that a POST opened",
    endpoint,
    [exchange(1, list, 200, undefined, { response: sse }), named("/x")],
    unopened,
  ],
  ["a path, before any status", endpoint, [bare("GET", 1, 200).slice(0, 1), named("/x")], unopened],
])("the endpoint event of HTTP+SSE holds %s", (...row) => expect(saidOfOld(row)).toEqual(row[3]));

/** Two connections, each with its stream, and an endpoint on each. */
const streams = (...told: readonly (string | undefined)[]): Told =>
  told.map((path, at): Line[] => [
    { ...opened({ transport: "sse" }), connection: at + 1 },
    ...stream(at + 1, { connection: at + 1 }),
    ...(path === undefined ? [] : [{ ...named(path, at + 1), connection: at + 1 }]),
  ]);
const isCounted = (...paths: string[]): string =>
  paths.map((path) => `endpoints are counted: "${path}" is one of them`).join("; ");
it.each<readonly [situation: string, told: Told, wanted: Outcome]>([
  ["are drawn at random", streams("/m?s=9f3ac1", "/m?s=b17e0d"), kept(4, 8)],
  ["are counted up", streams("/m?s=1", "/m?s=2"), broken(isCounted("/m?s=1", "/m?s=2"), 4, 8)],
  [
    "are counted up, beside a stream without one",
    streams("/m?s=1", undefined, "/m?s=2"),
    broken(isCounted("/m?s=1", "/m?s=2"), 4, 11),
  ],
  ["are alike", streams("/m", "/m"), moot("the endpoints are all alike: they name no session")],
  ["are one only", streams("/m?s=1"), moot("only one stream was opened, so that there is nothing to compare")],
  ["are none", streams(undefined, undefined), open("no endpoint was named")],
  ["are named in events of no type", [...streams(undefined), raw({ data: "/m?s=1" })], open("no endpoint was named")],
  ["are types alone", [...streams(undefined), raw({ event: "endpoint" })], open("no endpoint was named")],
  ["come twice on one stream, of which the first counts", [...streams("/m?s=1", "/m?s=xyz"), named("/m?s=2")], kept(4, 8)],
])("the endpoints of HTTP+SSE %s", (_, told, wanted) =>
  expect(saidOf(endpointNotCounted, told, "2024-11-05", "sse")).toEqual(wanted),
);

it("the first request of a session may come without a status, and says nothing of streams", () => {
  expect(saidOf(priming, [connected, posted(1, list)], "2025-11-25")).toEqual(noStream);
});

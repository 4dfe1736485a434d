import { expect, it } from "vitest";
import { headerValue, messages, messagesOf, spreadLines, unreadMessages } from "../../src/trace/message.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  note,
  opened,
  posted,
  received,
  sent,
  smallTrace,
  status,
  step,
  streamed,
} from "../support/traces/small-trace.ts";

const json = { "content-type": "application/json" };

it.each<[string, "server" | "client", readonly Line[], readonly (readonly [number, string, string])[]]>([
  [
    "lines in both directions, whatever happens between",
    "server",
    [opened(), sent(ask(1, "ping")), step("call"), received(done(1)), received("no JSON")],
    [
      [2, "sent", "request"],
      [4, "received", "result"],
      [5, "received", "not-json"],
    ],
  ],
  ["no empty lines", "server", [received(""), sent("  "), received("\t")], []],
  [
    "bodies over HTTP, sent and received by the one who asks",
    "server",
    [posted(1, ask(1, "ping")), status(1, 200, json), body(1, done(1))],
    [
      [1, "sent", "request"],
      [3, "received", "result"],
    ],
  ],
  [
    "bodies the other way round where a client is judged",
    "client",
    [posted(1, ask(1, "ping")), status(1, 200, json), body(1, done(1))],
    [
      [1, "received", "request"],
      [3, "sent", "result"],
    ],
  ],
  ["no body of a request that is empty", "server", [posted(1, ""), posted(2, null)], []],
  ["no body of an answer whose status never came", "server", [posted(1, ""), body(1, done(1))], []],
  [
    "no body that is a page for people, but one that is a message by its content",
    "server",
    [status(1, 200, { "content-type": "text/html" }), body(1, "<p>"), status(2, 200), body(2, done(1))],
    [[4, "received", "result"]],
  ],
  [
    "a body of a refusal only where it says that it is JSON",
    "server",
    [status(1, 400), body(1, failed(1)), status(2, 400, json), body(2, failed(2))],
    [[4, "received", "error"]],
  ],
  [
    "events of streams whose type is message or none, and no others",
    "server",
    [
      streamed(1, done(1)),
      streamed(1, done(2), { event: "message" }),
      streamed(1, done(3), { event: "" }),
      streamed(1, "/messages?id=1", { event: "endpoint" }),
      streamed(1, ""),
      { kind: "sse-event", connection: 1, exchange: 1, id: "a" },
      streamed(1, done(4), { unterminated: true }),
    ],
    [
      [1, "received", "result"],
      [2, "received", "result"],
      [3, "received", "result"],
    ],
  ],
  [
    "bodies that only together would be JSON as two that are none",
    "server",
    [status(1, 200, json), body(1, "{"), status(2, 200, json), body(2, '"jsonrpc":"2.0","id":1,"result":{}}')],
    [
      [2, "received", "not-json"],
      [4, "received", "not-json"],
    ],
  ],
  ["events of streams the other way round where a client is judged", "client", [streamed(1, done(1))], [[1, "sent", "result"]]],
])("the messages of a trace are %s", (_what, kind, lines, expected) => {
  const found = messages(smallTrace(kind, lines));
  expect(found.map(({ seq, direction, frame }) => [seq, direction, frame.kind])).toEqual(expected);
});

it("a message has the number, time and connection of its event, and over HTTP its exchange; members of a batch follow it", () => {
  const batch = [ask(1, "ping"), note("notifications/initialized")];
  const trace = smallTrace("server", [sent(batch, { connection: 2 }), posted(3, ask(2, "ping"))]);
  const own = { seq: 1, at: 10, connection: 2, direction: "sent" };
  expect(messages(trace).map(({ frame, ...rest }) => ({ ...rest, kind: frame.kind }))).toEqual([
    { ...own, kind: "batch" },
    { ...own, kind: "request", batched: true },
    { ...own, kind: "notification", batched: true },
    { seq: 2, at: 20, connection: 1, direction: "sent", exchange: 3, kind: "request" },
  ]);
});

it("what was too large to be read stands apart", () => {
  const unread = { id: 7, mayAnswer: true, why: "it holds too much" };
  const trace = smallTrace("server", [received(done(1)), received("{", { cut: true, unread }), received(done(2))]);
  expect(messages(trace).map(({ seq }) => seq)).toEqual([1, 3]);
  expect(unreadMessages(trace)).toMatchObject([{ seq: 2, direction: "received", frame: { kind: "too-large", ...unread } }]);
});

const printed = ["{", ' "jsonrpc": "2.0",', ' "id": 1,', ' "result": {}', "}"];
const two = { connection: 2 } as const;

it.each<[string, readonly Line[], readonly (readonly [number, string])[], readonly number[]]>([
  [
    "a message printed over several lines has the number of the last, and its lines are no messages",
    [received("starting"), ...printed.map((line) => received(line)), received(done(2))],
    [
      [1, "not-json"],
      [6, "result"],
      [7, "result"],
    ],
    [2, 3, 4, 5, 6],
  ],
  [
    "lines of two connections are not mixed up",
    printed.flatMap((line) => [received(line), received(line, two)]),
    [
      [9, "result"],
      [10, "result"],
    ],
    [1, 3, 5, 7, 9, 2, 4, 6, 8, 10],
  ],
  [
    "an empty line does not keep lines from being one message",
    [received("{"), received(""), received('"jsonrpc":"2.0","id":1,"result":{}}')],
    [[3, "result"]],
    [1, 3],
  ],
  [
    "what mcpcheck sent is not put together",
    [sent("{"), sent('"jsonrpc":"2.0","id":1,"result":{}}')],
    [
      [1, "not-json"],
      [2, "not-json"],
    ],
    [],
  ],
  [
    "what mcpcheck sent between the lines changes nothing",
    [received("{"), sent(ask(1, "ping")), received('"jsonrpc":"2.0","id":1,"result":{}}')],
    [
      [2, "request"],
      [3, "result"],
    ],
    [1, 3],
  ],
])("%s", (_what, lines, expected, spread) => {
  const trace = smallTrace("server", lines);
  expect(messages(trace).map(({ seq, frame }) => [seq, frame.kind])).toEqual(expected);
  expect([...spreadLines(trace)]).toEqual(spread);
});

it("a message put together from lines has the direction and connection of these, and what it says", () => {
  const trace = smallTrace(
    "server",
    printed.map((line) => received(line, two)),
  );
  expect(messages(trace)).toMatchObject([{ seq: 5, at: 50, direction: "received", connection: 2, frame: { id: 1, result: {} } }]);
});

it("messages of one kind in one direction are found, and found once", () => {
  const trace = smallTrace("server", [sent(ask(1, "a")), received(ask(1, "b")), received(note("c")), sent(ask(2, "d"))]);
  expect(messagesOf(trace, "sent", "request").map(({ seq }) => seq)).toEqual([1, 4]);
  expect(messagesOf(trace, "received", "request").map(({ seq }) => seq)).toEqual([2]);
  expect(messagesOf(trace, "received", "notification").map(({ seq }) => seq)).toEqual([3]);
  expect(messagesOf(trace, "sent", "result")).toEqual([]);
  expect(messagesOf(trace, "sent", "request")).toBe(messagesOf(trace, "sent", "request"));
});

it("a header is found whatever the case of its name, the first of several counts", () => {
  const headers = [
    ["Accept", "a"],
    ["ACCEPT", "b"],
  ] as const;
  expect([headerValue(headers, "accept"), headerValue(headers, "aCCEPT"), headerValue(headers, "acce")]).toEqual([
    "a",
    "a",
    undefined,
  ]);
});

import { expect, it } from "vitest";
import type { Json } from "../../../src/jsonrpc/json.ts";
import { eraOfMessage, isOfEra, requestsOfEra } from "../../../src/trace/facts/client-era.ts";
import {
  clientCalls,
  clientNotifications,
  clientPosts,
  conversations,
  partOf,
  sameId,
  scenarioOf,
  scenariosIn,
  stepReports,
  toolAsListed,
  toolsIn,
} from "../../../src/trace/facts/client-facts.ts";
import { messages, messagesOf } from "../../../src/trace/message.ts";
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
} from "../../support/traces/small-trace.ts";

const two = { connection: 2 } as const;

it.each<[string, readonly Line[], number | undefined]>([
  ["its result", [received(ask(1, "ping")), sent(done(1))], 2],
  ["its error", [received(ask(1, "ping")), sent(failed(1))], 2],
  ["the first of two answers", [received(ask(1, "ping")), sent(failed(1)), sent(done(1))], 2],
  ["no answer that came before it", [sent(done(1)), received(ask(1, "ping")), sent(done(1))], 3],
  ["no answer to a text of the same digits", [received(ask(1, "ping")), sent(done("1"))], undefined],
  ["no answer on another connection", [received(ask(1, "ping")), sent(done(1), two)], undefined],
  ["no answer that the client gave", [received(ask(1, "ping")), received(done(1))], undefined],
  ["no request under the same id", [received(ask(1, "ping")), sent(ask(1, "ping"))], undefined],
])("a request of the client has %s", (_what, lines, seq) => {
  const [call] = clientCalls(smallTrace("client", lines), "ping");
  expect(call?.answer?.seq).toBe(seq);
});

it.each<[Json | undefined, Json | undefined, boolean]>([
  [1, 1, true],
  ["a", "a", true],
  [1, "1", false],
  [undefined, undefined, true],
  [null, undefined, false],
])("the ids %j and %j are the same: %s", (one, other, expected) => {
  expect(sameId(one, other)).toBe(expected);
});

const played = smallTrace("client", [
  opened(),
  step("start", { scenario: "first" }),
  received(ask(1, "tools/list")),
  received(note("notifications/initialized")),
  step("start", { ...two, scenario: "second" }),
  received(note("notifications/cancelled"), two),
  step("start", { scenario: "first" }),
  received(ask(2, "ping")),
]);

it("calls and notifications are told by their method, or all", () => {
  expect(clientCalls(played).map(({ request }) => request.seq)).toEqual([3, 8]);
  expect(clientCalls(played, "ping").map(({ request }) => request.seq)).toEqual([8]);
  expect(clientNotifications(played).map(({ seq }) => seq)).toEqual([4, 6]);
  expect(clientNotifications(played, "notifications/cancelled").map(({ seq }) => seq)).toEqual([6]);
});

it("what belongs to a scenario are the connections it was played on", () => {
  expect(scenariosIn(played)).toEqual(["first", "second"]);
  expect(partOf(played, "first").events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 7, 8]);
  expect(partOf(played, "second")).toEqual({ subject: played.subject, events: played.events.slice(4, 6) });
  expect(partOf(played, "third").events).toEqual([]);
  expect([1, 3, 6].map((seq) => scenarioOf(played, { seq, connection: seq === 6 ? 2 : 1 }))).toEqual([
    undefined,
    "first",
    "second",
  ]);
});

it("conversations are the connections on which messages went, as they began", () => {
  const trace = smallTrace("client", [opened(), received(ask(1, "ping"), two), received(ask(1, "ping")), sent(done(1), two)]);
  expect(conversations(trace).map(({ connection, messages: list }) => [connection, list.map(({ seq }) => seq)])).toEqual([
    [2, [2, 4]],
    [1, [3]],
  ]);
});

it("a POST of the client comes with the message it brought, and none that the server gave in its answer", () => {
  const trace = smallTrace("client", [
    posted(1, ask(1, "ping")),
    status(1, 200, { "content-type": "application/json" }),
    body(1, done(1)),
    posted(2, ""),
    posted(3, [note("a"), note("b")]),
    posted(4, null, {}, { method: "GET" }),
    received(note("c")),
    posted(5, null),
    status(5, 200, { "content-type": "application/json" }),
    body(5, done(1)),
  ]);
  expect(clientPosts(trace).map(({ exchange, message }) => [exchange.exchange, message.seq, message.frame.kind])).toEqual([
    [1, 1, "request"],
    [3, 5, "batch"],
  ]);
});

it("a report of a driver belongs to the step it was told on its connection", () => {
  const report = (connection: number, number: number): Line => ({
    kind: "report",
    connection,
    step: number,
    value: { ok: true },
  });
  const trace = smallTrace("client", [
    { kind: "told", connection: 1, scenario: "a", steps: [{ do: "list" }, { do: "call" }] },
    { kind: "told", connection: 2, scenario: "b", steps: [{ do: "read" }] },
    { kind: "told", connection: 3, scenario: "c", steps: [{ do: "wait" }] },
    report(1, 1),
    report(2, 0),
    report(1, 0),
    report(1, 2),
  ]);
  expect(stepReports(trace).map(({ told, report: { seq } }) => [told, seq])).toEqual([
    [{ do: "call" }, 4],
    [{ do: "list" }, 6],
    [{ do: "read" }, 5],
  ]);
});

const tools = (...descriptions: readonly string[]): Json => ({
  tools: descriptions.map((description) => ({ name: "a", description })),
});

it.each<[string, readonly Line[], string | undefined]>([
  ["as it was listed", [received(ask(1, "tools/list")), sent(done(1, tools("one")))], "one"],
  [
    "as it was listed last",
    [
      received(ask(1, "tools/list")),
      sent(done(1, tools("one"))),
      received(ask(2, "tools/list")),
      sent(done(2, tools("two", "three"))),
    ],
    "three",
  ],
  [
    "as it was listed before, not at that moment or later",
    [
      received(ask(1, "tools/list")),
      sent(done(1, tools("one"))),
      received(ask(2, "tools/list")),
      step("a"),
      step("b"),
      step("c"),
      step("d"),
      step("e"),
      step("f"),
      sent(done(2, tools("two"))),
    ],
    "one",
  ],
  ["not, where its list was refused", [received(ask(1, "tools/list")), sent(failed(1))], undefined],
  ["not, where its list was not answered", [received(ask(1, "tools/list"))], undefined],
  ["not, where another connection listed it", [received(ask(1, "tools/list"), two), sent(done(1, tools("one")), two)], undefined],
  [
    "not, where another tool was listed",
    [received(ask(1, "tools/list")), sent(done(1, { tools: [{ name: "b", description: "b" }, "a", null] }))],
    undefined,
  ],
  ["not, where what was listed is no list", [received(ask(1, "tools/list")), sent(done(1, { tools: { name: "a" } }))], undefined],
  ["not, where something else has tools", [received(ask(1, "x/list")), sent(done(1, tools("one")))], undefined],
])("the client knows a tool at event ten %s", (_what, lines, description) => {
  expect(toolAsListed(smallTrace("client", lines), { seq: 10, connection: 1 }, "a")?.["description"]).toBe(description);
});

it("an answer brings the tools that are objects, and none where it is an error or never came", () => {
  const lines = [
    received(ask(1, "tools/list")),
    sent(done(1, { tools: [{ name: "a" }, "b"] })),
    received(ask(2, "tools/list")),
    sent(failed(2)),
  ];
  const calls = clientCalls(smallTrace("client", [...lines, received(ask(3, "tools/list"))]));
  expect(calls.map(({ answer }) => toolsIn(answer))).toEqual([[{ name: "a" }], [], []]);
});

const envelope = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };

it.each<[string, Json, "stateful" | "stateless" | undefined]>([
  ["initialize", ask(1, "initialize", envelope), "stateful"],
  ["notifications/initialized", note("notifications/initialized"), "stateful"],
  ["server/discover", ask(1, "server/discover"), "stateless"],
  ["subscriptions/listen", ask(1, "subscriptions/listen"), "stateless"],
  ["tools/list that names a version", ask(1, "tools/list", envelope), "stateless"],
  ["tools/list that names no version", ask(1, "tools/list", { _meta: { progressToken: 1 } }), undefined],
  ["ping", ask(1, "ping"), undefined],
])("the era of %s is told by it, to a server of either", (_what, message, era) => {
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const trace = smallTrace("client", [opened({ revision }), received(message)]);
    const [found] = [...messagesOf(trace, "received", "request"), ...messagesOf(trace, "received", "notification")];
    expect(found && eraOfMessage(found)).toBe(era);
    const isOwn = era === undefined || (era === "stateful") === (revision === "2025-11-25");
    expect(found && isOfEra(trace, found)).toBe(isOwn);
  }
});

it("requests of the era of a trace are told by method, or all; without a revision it is the stateful one", () => {
  const lines = [
    received(ask(1, "initialize")),
    received(ask(2, "server/discover")),
    received(ask(3, "ping")),
    received(done(4)),
  ];
  const seqs = (revision: "2026-07-28" | null, method?: string): number[] =>
    requestsOfEra(smallTrace("client", [opened({ revision }), ...lines]), method).map(({ seq }) => seq);
  expect([seqs(null), seqs("2026-07-28"), seqs(null, "ping"), seqs(null, "server/discover")]).toEqual([[2, 4], [3, 4], [4], []]);
  const trace = smallTrace("client", lines);
  expect(messages(trace).map((message) => isOfEra(trace, message))).toEqual([true, false, true, true]);
});

import { expect, test } from "vitest";
import { formatTrace, parseTrace } from "../../src/trace/ndjson.ts";
import type { Trace } from "../../src/trace/trace.ts";
import type { WireEvent } from "../../src/trace/wire-event.ts";
import { asObject, type JsonObject } from "../../src/jsonrpc/json.ts";
import { scriptOfTrace } from "../../src/mock/recording/script-of-trace.ts";
import { testPeer } from "./test-peer.ts";

type Line = readonly ["sent" | "received", JsonObject];

/** A trace of one process over stdio at 2025-06-18 on which these messages passed, after those that open a session. */
function traceOf(...connections: (readonly Line[])[]): Trace {
  let seq = 0;
  const events = connections.flatMap((lines, index): WireEvent[] => {
    const base = () => ({ seq: ++seq, at: seq, connection: index + 1 });
    const connect = { kind: "connect", transport: "stdio", revision: "2025-06-18", session: "s", capabilities: {}, target: "x" };
    const frames = [...opening, ...lines].map(([direction, message]) => {
      const text = JSON.stringify({ jsonrpc: "2.0", ...message });
      return { ...base(), kind: "frame" as const, direction, text, bytes: text.length, terminator: "\n" as const };
    });
    return [{ ...base(), ...connect } as WireEvent, ...frames];
  });
  return { subject: { kind: "server", transport: "stdio" }, events };
}

const serverInfo = { name: "Weather Server", version: "2.0.1", title: "Weather" };
const introduction = { protocolVersion: "2025-06-18", capabilities: { tools: {}, experimental: { x: {} } }, serverInfo };
const opening: readonly Line[] = [
  ["sent", { id: 0, method: "initialize", params: { protocolVersion: "2025-06-18" } }],
  ["received", { id: 0, result: { ...introduction, instructions: "Ask." } }],
  ["sent", { method: "notifications/initialized" }],
];

const call = (id: number, text: string, meta: JsonObject = {}): Line => [
  "sent",
  { id, method: "tools/call", params: { name: "say", arguments: { b: 1, text }, ...meta } },
];
const says = (id: number, text: string): Line => ["received", { id, result: { content: [{ type: "text", text }], extra: text } }];

async function peerOf(trace: Trace, capabilities: JsonObject = {}) {
  const recording = scriptOfTrace(parseTrace(formatTrace(trace), "trace"));
  const peer = testPeer({ ...recording?.script });
  await peer.open("2025-06-18", capabilities);
  return { ...peer, leftOut: recording?.leftOut };
}

test("what was recorded is answered as it was, whoever asks and in whatever order the members stand", async () => {
  const error = { code: -32042, message: "no", data: [1] };
  const trace = traceOf([
    call(1, "a", { _meta: { progressToken: 1 } }),
    says(1, "A"),
    ["sent", { id: 2, method: "tools/call", params: { name: "other" } }],
    ["received", { id: 2, error }],
  ]);
  const peer = await peerOf(trace);
  expect(await peer.ask("tools/call", { arguments: { text: "a", b: 1 }, name: "say", _meta: { mine: true } })).toMatchObject({
    result: { content: [{ type: "text", text: "A" }], extra: "A" },
  });
  expect(await peer.ask("tools/call", { name: "other" })).toMatchObject({ error });
  expect(peer.leftOut).toEqual({ unanswered: 0, deviant: 0, unasked: 0, malformed: 0 });
});

test("a server introduces itself as it did", async () => {
  const recording = scriptOfTrace(traceOf([]));
  expect(recording?.script).toMatchObject({ id: "weather-server", revisions: ["2025-06-18"] });
  const peer = testPeer({ ...recording?.script });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } };
  expect(await peer.ask("initialize", params)).toMatchObject({ result: { ...introduction, instructions: "Ask." } });
  expect(await peer.ask("ping")).toMatchObject({ result: {} });
});

test("what was asked several times is answered in turn, the last answer from then on", async () => {
  const peer = await peerOf(traceOf([call(1, "a"), says(1, "1"), call(2, "a"), says(2, "2"), call(3, "a"), says(3, "2")]));
  const heard: (JsonObject | undefined)[] = [];
  for (let i = 0; i < 4; i++) heard.push(await peer.ask("tools/call", { name: "say", arguments: { b: 1, text: "a" } }));
  expect(heard.map((answer) => asObject(answer?.["result"])["extra"])).toEqual(["1", "2", "2", "2"]);
});

test("of processes that were started anew the one counts that was asked most", async () => {
  const trace = traceOf([call(1, "a"), says(1, "x")], [call(1, "a"), says(1, "y"), call(2, "a"), says(2, "z")]);
  expect(scriptOfTrace(trace)?.script.recorded?.at(-1)?.answers).toHaveLength(2);
});

test("what was not recorded is refused, says so, and tells what was", async () => {
  const peer = await peerOf(traceOf([call(1, "a"), says(1, "A")]));
  expect(await peer.ask("tools/call", { name: "say", arguments: { text: "b" } })).toMatchObject({
    error: {
      code: -32602,
      message: "Not recorded: tools/call was not asked for with these params",
      data: { method: "tools/call", recorded: [{ name: "say", arguments: { text: "a", b: 1 } }] },
    },
  });
  expect(await peer.ask("tools/list")).toMatchObject({
    error: { code: -32601, message: "Not recorded: tools/list was never asked for", data: { recorded: [] } },
  });
  expect(peer.log).toContain("stderr mock weather-server: Not recorded: tools/call was not asked for with these params: say\n");
});

test("what came before an answer comes again, with the token of who asks now, and questions wait for their answer", async () => {
  const progress = (progressToken: number, step: number): Line => [
    "received",
    { method: "notifications/progress", params: { progressToken, progress: step } },
  ];
  const trace = traceOf([
    ["received", { method: "notifications/tools/list_changed" }],
    call(1, "a", { _meta: { progressToken: 7 } }),
    progress(7, 1),
    ["received", { id: 99, method: "roots/list" }],
    ["sent", { id: 99, result: { roots: [] } }],
    ["received", { method: "notifications/message", params: { level: "info", data: "x" } }],
    says(1, "A"),
  ]);
  const peer = await peerOf(trace, { roots: {} });
  expect(peer.leftOut).toMatchObject({ unasked: 1 });
  const params = { name: "say", arguments: { b: 1, text: "a" }, _meta: { progressToken: "mine" } };
  const [told, question] = await peer.give({ jsonrpc: "2.0", id: 5, method: "tools/call", params });
  expect(told).toMatchObject({ method: "notifications/progress", params: { progressToken: "mine", progress: 1 } });
  expect(question).toMatchObject({ method: "roots/list" });
  const rest = await peer.give({ jsonrpc: "2.0", id: question?.["id"] as number, result: { roots: [] } });
  expect(rest).toMatchObject([
    { method: "notifications/message", params: { data: "x" } },
    { id: 5, result: { extra: "A" } },
  ]);
});

test("rules that are added by hand come first", async () => {
  const recording = scriptOfTrace(traceOf([call(1, "a"), says(1, "A")]));
  const peer = testPeer({ ...recording?.script, rules: [{ on: "tools/call", do: [{ result: { content: [] } }] }] });
  await peer.open("2025-06-18");
  expect(await peer.ask("tools/call", { name: "say", arguments: { b: 1, text: "a" } })).toMatchObject({
    result: { content: [] },
  });
});

test("a request that was never answered is told, and left out", async () => {
  const peer = await peerOf(traceOf([call(1, "a")]));
  expect(peer.leftOut).toMatchObject({ unanswered: 1 });
});

test("a trace in which no server says what it is makes no mock", () => {
  expect(scriptOfTrace({ subject: { kind: "server", transport: "stdio" }, events: [] })).toBeUndefined();
});

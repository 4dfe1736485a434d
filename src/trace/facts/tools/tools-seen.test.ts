import { expect, test } from "vitest";
import type { Json } from "../../../jsonrpc/json.ts";
import type { Trace } from "../../trace.ts";
import type { WireEvent } from "../../wire-event.ts";
import { quickestAnswerMs, toolsSeen } from "./tools-seen.ts";

/** A trace of one connection over stdio: what was sent (`>`) and received (`<`), with the time in ms. */
function traceOf(lines: readonly (readonly [at: number, direction: ">" | "<", message: Json])[], tag?: string): Trace {
  const opening: WireEvent[] = [
    {
      seq: 1,
      at: 0,
      connection: 1,
      kind: "connect",
      transport: "stdio",
      revision: "2025-11-25",
      session: "main",
      capabilities: {},
      target: "x",
    },
    {
      seq: 2,
      at: 0,
      connection: 1,
      kind: "step",
      scenario: "tools-called",
      verb: "call",
      ...(tag === undefined ? {} : { tag }),
    },
  ];
  const frames = lines.map(([at, direction, message], index): WireEvent => {
    const text = JSON.stringify(message);
    return {
      seq: index + 3,
      at,
      connection: 1,
      kind: "frame",
      direction: direction === ">" ? "sent" : "received",
      text,
      bytes: text.length,
      terminator: "\n",
    };
  });
  return { subject: { kind: "server", transport: "stdio" }, events: [...opening, ...frames] };
}

const call = (id: number, name: string, meta?: Json): Json => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: { of: name }, ...(meta === undefined ? {} : { _meta: meta }) },
});
const done = (id: number, result: Json = { content: [] }): Json => ({ jsonrpc: "2.0", id, result });
const said = (method: string, params: Json = {}): Json => ({ jsonrpc: "2.0", method, params });

/** Role and tools of everything that was seen. */
function summary(trace: Trace): Record<string, string[]> {
  return Object.fromEntries(
    [...toolsSeen(trace)].flatMap(([role, found]) => (found.length === 0 ? [] : [[role, found.map(({ tool }) => tool)]])),
  );
}

test("answers show what failed, was structured, keeps a state and what it asks for", () => {
  const asks = { resultType: "input_required", requestState: "s", inputRequests: { a: { method: "elicitation/create" } } };
  const trace = traceOf([
    [1, ">", call(1, "a")],
    [2, "<", done(1, { content: [], isError: true })],
    [3, ">", call(2, "b")],
    [4, "<", done(2, { content: [], structuredContent: {} })],
    [5, ">", call(3, "c")],
    [6, "<", done(3, asks)],
  ]);
  expect(summary(trace)).toEqual({ fails: ["a"], structured: ["b"], elicits: ["c"], "keeps-state": ["c"] });
});

test("a call that takes its time is slow, answered or not; of two the answered one comes first", () => {
  const trace = traceOf([
    [1, ">", call(1, "endless")],
    [1, ">", call(2, "slow")],
    [1, ">", call(3, "quick")],
    [2, "<", done(3)],
    [401, "<", done(2)],
  ]);
  const slow = toolsSeen(trace).get("slow") ?? [];
  expect(slow.map(({ tool, ms, answered }) => [tool, ms, answered])).toEqual([
    ["slow", 400, true],
    ["endless", 400, false],
  ]);
  expect(slow[0]?.arguments).toEqual({ of: "slow" });
});

test("a message belongs to the call at work, progress to the one with its token", () => {
  const trace = traceOf([
    [1, ">", call(1, "early", { progressToken: "t" })],
    [2, ">", call(2, "late")],
    [3, "<", said("notifications/progress", { progressToken: "t", progress: 1 })],
    [4, "<", done(1)],
    [5, "<", said("notifications/message", { level: "info", data: "x" })],
    [6, "<", { jsonrpc: "2.0", id: 9, method: "roots/list" }],
    [7, "<", done(2)],
    [8, "<", said("notifications/tools/list_changed")],
  ]);
  expect(summary(trace)).toEqual({ progress: ["early"], logs: ["late"], "lists-roots": ["late"] });
});

test("while several are at work the latest may be meant, unless another time there is less doubt", () => {
  const doubtful = [
    [1, ">", call(1, "one")],
    [2, ">", call(2, "two")],
    [3, "<", said("notifications/message")],
    [4, "<", done(1)],
    [5, "<", done(2)],
  ] as const;
  expect(summary(traceOf(doubtful))).toEqual({ logs: ["two"] });
  const plain = [
    [6, ">", call(3, "one")],
    [7, "<", said("notifications/message")],
    [8, "<", done(3)],
    [9, ">", call(4, "one")],
    [10, "<", said("notifications/message")],
    [11, "<", done(4)],
  ] as const;
  expect(summary(traceOf([...doubtful, ...plain]))).toEqual({ logs: ["one"] });
});

test("calls that are made to be refused show nothing of the tool", () => {
  const lines = [
    [1, ">", call(1, "a")],
    [2, "<", done(1, { content: [], isError: true })],
  ] as const;
  expect(summary(traceOf(lines, "missing-argument"))).toEqual({});
});

test("what comes while an odd call is at work as well is nobody's doing", () => {
  const asTask = { ...(call(2, "asks") as object), params: { name: "asks", task: {} } } as Json;
  const asked = { jsonrpc: "2.0", id: "s1", method: "elicitation/create", params: {} };
  expect(
    summary(
      traceOf([
        [0, ">", call(1, "waits")],
        [1, ">", asTask],
        [2, "<", asked],
        [3, "<", done(2)],
        [4, "<", done(1)],
      ]),
    ),
  ).toEqual({});
});

const ping = (id: number): Json => ({ jsonrpc: "2.0", id, method: "ping" });

test("a call is slow by its tool where what was asked after it came before it, and by the machine where nothing did", () => {
  const stalled = [
    [1, ">", call(1, "quick")],
    [2, ">", ping(2)],
    [700, "<", done(1)],
    [701, "<", done(2, {})],
  ] as const;
  expect(summary(traceOf(stalled))).toEqual({});
  const overtaken = [
    [801, ">", call(3, "quick")],
    [802, ">", ping(4)],
    [850, "<", done(4, {})],
    [1501, "<", done(3)],
  ] as const;
  expect(summary(traceOf([...stalled, ...overtaken]))).toEqual({});
  expect(summary(traceOf(overtaken))).toEqual({ slow: ["quick"] });
});

test("progress counts when it comes as soon as any run would wait for it, or while nothing else is answered", () => {
  const reported = (at: number): Parameters<typeof traceOf>[0][number] => [
    at,
    "<",
    said("notifications/progress", { progressToken: "t", progress: 1 }),
  ];
  const asked = [1, ">", call(1, "a", { progressToken: "t" })] as const;
  const beside = [2, ">", ping(2)] as const;
  const answered = [3, "<", done(2)] as const;
  expect(summary(traceOf([asked, beside, answered, reported(400)])).progress).toEqual(["a"]);
  expect(summary(traceOf([asked, beside, answered, reported(700)])).progress).toBeUndefined();
  expect(summary(traceOf([asked, reported(700)])).progress).toEqual(["a"]);
  // Where the machine keeps everything waiting, nothing overtakes.
  expect(summary(traceOf([asked, beside, reported(700)])).progress).toEqual(["a"]);
});

test("what a server says by itself as well is a tool's where two of its calls show it, or where it was asked for", () => {
  const twice = (meta?: Json): Parameters<typeof traceOf>[0] => [
    [1, ">", call(1, "a", meta)],
    [2, "<", said("notifications/message")],
    [3, "<", done(1)],
    [4, ">", call(2, "a", meta)],
    [5, "<", done(2)],
  ];
  expect(summary(traceOf(twice()))).toEqual({});
  expect(summary(traceOf(twice({ "io.modelcontextprotocol/logLevel": "debug" })))).toEqual({ logs: ["a"] });
});

test("the call that is alone with what was said says whose it is, also where others began after it another time", () => {
  const trace = traceOf([
    [1, ">", call(1, "logs")],
    [1, ">", call(2, "quiet")],
    [2, "<", said("notifications/message")],
    [3, "<", done(1)],
    [3, "<", done(2)],
    [4, ">", call(3, "logs")],
    [5, "<", said("notifications/message")],
    [6, "<", done(3)],
    [7, ">", call(4, "quiet")],
    [8, "<", done(4)],
  ]);
  expect(summary(trace)).toEqual({ logs: ["logs"] });
});

test("how long a tool takes is told by ordinary calls with the same arguments", () => {
  const trace = traceOf([
    [1, ">", call(1, "a")],
    [401, "<", done(1)],
    [402, ">", { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "a", arguments: { of: "other" } } }],
    [404, "<", done(2)],
  ]);
  expect(quickestAnswerMs(trace, "a", { of: "a" })).toBe(400);
  expect(quickestAnswerMs(trace, "a", { of: "neither" })).toBeUndefined();
});

test("a tool that fails in the end is not slow, and how long it takes tells nothing", () => {
  const failing = (end: Json): Trace =>
    traceOf([
      [1, ">", call(1, "a")],
      [2, ">", call(2, "b")],
      [3, "<", done(2)],
      [401, "<", end],
    ]);
  expect(summary(failing(done(1)))).toEqual({ slow: ["a"] });
  const failed = failing(done(1, { content: [], isError: true }));
  expect(summary(failed)).toEqual({ fails: ["a"] });
  expect(quickestAnswerMs(failed, "a", { of: "a" })).toBeUndefined();
  expect(summary(failing({ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "x" } }))).toEqual({});
});

test("a tool that came to an end is taken before one that did not, also where more calls may be behind what it said", () => {
  const log = said("notifications/message", { level: "info", data: "x" });
  const trace = traceOf([
    [1, ">", call(1, "endless")],
    [2, "<", log],
    [3, ">", call(2, "quick")],
    [4, "<", log],
    [5, "<", done(2)],
    [6, ">", call(3, "quick")],
    [7, "<", log],
    [8, "<", done(3)],
  ]);
  expect(summary(trace)).toMatchObject({ logs: ["quick", "endless"] });
});

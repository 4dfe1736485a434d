import { expect, test } from "vitest";
import { manualClock } from "../../test/host/manual-clock.ts";
import { systemClock } from "../base/time/clock.ts";
import { longestId, mostValues } from "../jsonrpc/bounds.ts";
import { allCalls } from "../trace/call.ts";
import { unreadMessages } from "../trace/message.ts";
import { createRecorder } from "../trace/recorder.ts";
import type { ClientTransport, Incoming } from "../transport/client-transport.ts";
import { createMemoryPair } from "../transport/memory.ts";
import { createClientSession } from "./create-client-session.ts";
import { createPace } from "./pace.ts";

const filler = `[${"[],".repeat(mostValues)}0]`;

/** A session with a server that answers each request with one text. */
function sessionWith(answer: (id: unknown) => string, takesFaultyIds = true) {
  const recorder = createRecorder({ kind: "server", transport: "memory" }, () => 0);
  const { client, server } = createMemoryPair(recorder, recorder.nextConnection());
  const sent: string[] = [];
  server.receive((text) => {
    sent.push(text);
    const { id } = JSON.parse(text) as { readonly id?: unknown };
    if (id !== undefined) server.send(answer(id));
  });
  const session = createClientSession({
    transport: client,
    recorder,
    clock: systemClock,
    identity: { name: "test", version: "0" },
    client: { capabilities: {}, roots: [] },
    timeoutMs: 60_000,
    takesFaultyIds,
  });
  return { session, recorder, sent };
}

test("an answer that is too large to be read is no answer, and no silence either", async () => {
  const { session, recorder, sent } = sessionWith((id) => `{"jsonrpc":"2.0","result":{"x":${filler}},"id":${String(id)}}`);
  const answer = await session.request("tools/list");
  expect(answer).toEqual({
    kind: "none",
    reason: `its answer is too large to be read: it holds more than ${mostValues} values`,
  });
  const trace = recorder.trace();
  expect(trace.events.map(({ kind }) => kind)).toEqual(["frame", "frame"]);
  expect(sent).toHaveLength(1);
  expect(unreadMessages(trace)).toHaveLength(1);
  expect(allCalls(trace)).toEqual([]);
});

test("a request with an id that is too long is not answered", async () => {
  const ping = JSON.stringify({ jsonrpc: "2.0", id: "x".repeat(longestId + 1), method: "ping" });
  const { session, sent } = sessionWith((id) => (id === 1 ? ping : JSON.stringify({ jsonrpc: "2.0", id, result: {} })));
  const waiting = session.begin("tools/list");
  expect((await session.request("ping")).kind).toBe("result");
  waiting.giveUp();
  await waiting.answer;
  expect(sent.filter((text) => text.includes('"result"'))).toEqual([]);
});

test.each([
  ["an id of another type", (id: unknown) => `{"jsonrpc":"2.0","id":"${String(id)}","result":{}}`],
  ["its id in an array", (id: unknown) => `{"jsonrpc":"2.0","id":[${String(id)}],"result":{}}`],
  ["a byte order mark", (id: unknown) => `\uFEFF{"jsonrpc":"2.0","id":${String(id)},"result":{}}`],
  ["text behind it", (id: unknown) => `{"jsonrpc":"2.0","id":${String(id)},"result":{}} // ok`],
])("an answer with %s is the answer", async (_what, answer) => {
  const { session, recorder } = sessionWith(answer);
  expect((await session.request("tools/list")).kind).toBe("result");
  expect((await session.request("ping")).kind).toBe("result");
  expect(allCalls(recorder.trace()).map((call) => call.answer?.frame.kind)).toEqual(["result", "result"]);
});

test("an answer that says nothing is no silence", async () => {
  const { session, recorder, sent } = sessionWith((id) => `{"jsonrpc":"2.0","id":${String(id)}}`);
  expect(await session.request("tools/list")).toEqual({
    kind: "none",
    reason: "its answer has neither a result nor an error",
    faulty: true,
  });
  expect(sent).toHaveLength(1);
  expect(recorder.trace().events.map(({ kind }) => kind)).toEqual(["frame", "frame"]);
});

test("a result without an id is taken for the answer only where nothing else was sent", async () => {
  const { session, recorder } = sessionWith(() => '{"jsonrpc":"2.0","result":{}}');
  expect((await session.request("initialize")).kind).toBe("result");
  const second = session.begin("tools/list");
  second.giveUp();
  expect((await second.answer).kind).toBe("none");
  expect(allCalls(recorder.trace()).map((call) => call.answer?.frame.kind)).toEqual(["result", undefined]);
});

test("a result without an id is taken for the first answer that is waited for and looks like it", async () => {
  const { session, recorder } = sessionWith((id) =>
    id === 3 ? '{"jsonrpc":"2.0","id":null,"result":{"tools":[]}}' : `{"jsonrpc":"2.0","id":${String(id)},"result":{}}`,
  );
  await session.request("initialize");
  await session.notify("notifications/initialized");
  expect((await session.request("ping")).kind).toBe("result");
  expect((await session.request("tools/list")).kind).toBe("result");
  expect(allCalls(recorder.trace()).map((call) => call.answer?.frame.kind)).toEqual(["result", "result", "result"]);
});

test("where faulty ids are not taken, an answer without an id is nobody's", async () => {
  const { session } = sessionWith(
    (id) => (id === 1 ? '{"jsonrpc":"2.0","id":null,"result":{"tools":[]}}' : `{"jsonrpc":"2.0","id":${String(id)},"result":{}}`),
    false,
  );
  const waiting = session.begin("tools/list");
  expect((await session.request("ping")).kind).toBe("result");
  waiting.giveUp();
  expect((await waiting.answer).kind).toBe("none");
});

/** A session with a process that says nothing until it is told to, by a clock that stands until it is moved. */
function sessionWithProcess(timeoutMs: number, startTimeoutMs: number) {
  const clock = manualClock();
  const recorder = createRecorder({ kind: "server", transport: "stdio" }, clock.now);
  const sent: string[] = [];
  let hear = (_incoming: Incoming): void => undefined;
  const transport: ClientTransport = {
    kind: "stdio",
    connection: recorder.nextConnection(),
    send(text) {
      sent.push(text);
      return {};
    },
    listen: (listener) => (hear = listener),
    ended: new Promise(() => undefined),
    close: async () => undefined,
    stderrTail: () => "",
  };
  const session = createClientSession({
    transport,
    recorder,
    clock,
    identity: { name: "test", version: "0" },
    client: { capabilities: {}, roots: [] },
    timeoutMs,
    pace: createPace({ timeoutMs, startTimeoutMs }),
  });
  return { session, recorder, sent, advance: clock.advance, say: (text: string) => hear({ text, seq: 1 }) };
}

test("a process that starts slowly gets its time, and nothing is cancelled before it has spoken", async () => {
  const { session, recorder, sent, advance, say } = sessionWithProcess(10_000, 20_000);
  const first = session.request("tools/list");
  await advance(11_000);
  say('{"jsonrpc":"2.0","id":1,"result":{}}');
  expect((await first).kind).toBe("result");
  expect(sent).toHaveLength(1);
  expect(recorder.trace().events.filter(({ kind }) => kind === "silence")).toEqual([]);
});

test("what was asked while a process was starting has its whole time from its first sign of life on", async () => {
  const { session, advance, say } = sessionWithProcess(10_000, 20_000);
  const both = [session.request("tools/list"), session.request("prompts/list")];
  await advance(15_000);
  say('{"jsonrpc":"2.0","id":1,"result":{}}');
  await advance(9000);
  say('{"jsonrpc":"2.0","id":2,"result":{}}');
  expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(["result", "result"]);
});

test("a process that never speaks is given up in the end, without a cancellation", async () => {
  const { session, sent, advance } = sessionWithProcess(10_000, 20_000);
  const first = session.request("tools/list");
  await advance(20_000);
  expect((await first).kind).toBe("none");
  expect(sent).toHaveLength(1);
});

test.each([
  ["has written half of its answer", 999, "no answer within 10999 ms"],
  ["only said that it starts", undefined, "no answer within 60000 ms"],
])("a peer that is starting, and %s, is waited for as long as that may still become one", async (_what, began, reason) => {
  const clock = manualClock();
  const recorder = createRecorder({ kind: "server", transport: "stdio" }, clock.now);
  const transport: ClientTransport = {
    kind: "stdio",
    connection: 1,
    send: () => ({}),
    listen: () => undefined,
    unfinishedFor: () => (began === undefined || clock.now() < began ? undefined : clock.now() - began),
    ended: new Promise(() => undefined),
    close: () => Promise.resolve(),
    stderrTail: () => "",
  };
  const session = createClientSession({
    transport,
    recorder,
    clock,
    identity: { name: "test", version: "0" },
    client: { capabilities: {}, roots: [] },
    timeoutMs: 10_000,
    pace: createPace({ timeoutMs: 10_000, startTimeoutMs: 60_000 }),
  });
  const answer = session.initialize("2025-11-25", { timeoutMs: 60_000 });
  await clock.advance(60_000);
  expect(await answer).toEqual({ kind: "none", reason });
});

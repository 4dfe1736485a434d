import { expect, test } from "vitest";
import type { Check } from "../check/check.ts";
import { overall } from "../check/outcome.ts";
import { messagesOf } from "../trace/message.ts";
import type { WireEvent } from "../trace/wire-event.ts";
import { judgingHere } from "./judging/judging-here.ts";
import { usualJudging } from "./judging/judging-thread.ts";
import type { SubjectEvent } from "./subject-job.ts";
import { traceJob } from "./trace-job.ts";

const check: Check = {
  id: "tools.example",
  title: "No request is refused",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/tools" },
  advice: "Answer it.",
  verify: (trace) =>
    overall(
      [...messagesOf(trace, "received", "result"), ...messagesOf(trace, "received", "error")].map((message) => ({
        ref: message,
        wrong: message.frame.kind === "error" ? "refused" : undefined,
      })),
      "nothing was asked",
    ),
};

function frame(seq: number, direction: "sent" | "received", text: string): WireEvent {
  return { seq, at: seq, connection: 1, kind: "frame", direction, text, bytes: text.length, terminator: "\n" };
}

const connect: WireEvent = {
  seq: 1,
  at: 1,
  connection: 1,
  kind: "connect",
  transport: "stdio",
  revision: "2025-11-25",
  session: "main",
  capabilities: {},
  target: "x",
};
const step: WireEvent = { seq: 2, at: 2, connection: 1, kind: "step", scenario: "handshake", verb: "request" };
const skip: WireEvent = { seq: 3, at: 3, connection: 1, kind: "skip", scenario: "slow", reason: "needs a hint: slow" };
const ask = frame(4, "sent", '{"jsonrpc":"2.0","id":1,"method":"ping"}');
const refuse = frame(5, "received", '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}');

async function eventsOf(events: readonly WireEvent[], asked: boolean[] = []): Promise<SubjectEvent[]> {
  const job = traceJob({
    id: "t.ndjson",
    trace: { subject: { kind: "server", transport: "stdio" }, events },
    checks: [check],
    promises: new Map([["tools.example", ["handshake"]]]),
    attributions: [],
    argv: ["mcpcheck", "judge", "t.ndjson"],
    startJudging(_checks, stop) {
      const judging = judgingHere(stop, usualJudging);
      return {
        ...judging,
        judge: async (trace, setup, options) => {
          asked.push(options.annotate);
          return await judging.judge(trace, setup, options);
        },
      };
    },
  });
  const all: SubjectEvent[] = [];
  for await (const event of job.events(new AbortController().signal)) all.push(event);
  return all;
}

test("a recorded trace gets its findings, with the bytes and the request that asked for them", async () => {
  const all = await eventsOf([connect, step, skip, ask, refuse]);
  expect(all).toMatchObject([
    { type: "subject.described", revisions: ["2025-11-25"] },
    { type: "scenario.finished", scenario: "slow", skipped: "needs a hint: slow" },
    { type: "scenario.finished", scenario: "handshake", skipped: null },
    {
      type: "finding",
      finding: { check: "tools.example", verdict: "fail", evidence: [5], promised: true },
      wire: [
        { seq: 4, evidence: false },
        { seq: 5, evidence: true },
      ],
      repro: "mcpcheck judge t.ndjson --check tools.example",
    },
    { type: "subject.timeline", connections: [{ connection: 1, calls: [{ method: expect.any(String) }] }] },
    { type: "subject.finished", error: null },
  ]);
});

test("a scenario that rests on what a tool was only seen to do promises nothing, and the tool is told", async () => {
  const role = { kind: "role", connection: 1, scenario: "handshake", role: "slow", tool: "wait" } as const;
  const seen: WireEvent = { ...role, seq: 3, at: 3, by: "seen", evidence: 2 };
  const said: WireEvent = { ...role, seq: 3, at: 3, by: "hint" };
  const told = { revision: "2025-11-25", role: "slow", tool: "wait" };
  expect(await eventsOf([connect, step, seen, ask, refuse])).toMatchObject([
    {},
    {},
    { type: "subject.roles", roles: [{ ...told, by: "seen", evidence: 2 }] },
    { type: "finding", finding: { promised: false } },
    { type: "subject.timeline" },
    {},
  ]);
  expect(await eventsOf([connect, step, said, ask, refuse])).toMatchObject([
    {},
    {},
    { type: "subject.roles", roles: [{ ...told, by: "hint" }] },
    { type: "finding", finding: { promised: true } },
    { type: "subject.timeline" },
    {},
  ]);
});

test.each([
  ["no connection", [], /no connection/],
  ["no answer", [connect, step, ask], /answers no request/],
])("a trace with %s has no finding at all, not even a bad one", async (_, events, message) => {
  const all = await eventsOf(events);
  expect(all.some((event) => event.type === "finding")).toBe(false);
  expect(all.at(-1)).toMatchObject({
    type: "subject.finished",
    error: { kind: "subject", message: expect.stringMatching(message) },
  });
});

test("a trace that was saved with its annotations is not annotated again", async () => {
  const annotation: WireEvent = { seq: 6, at: 6, connection: 1, kind: "annotation", about: 5, name: "schema", value: null };
  const asked: boolean[] = [];
  await eventsOf([connect, step, ask, refuse, annotation], asked);
  await eventsOf([connect, step, ask, refuse], asked);
  expect(asked).toEqual([false, true]);
});

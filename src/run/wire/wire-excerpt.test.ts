import { expect, test } from "vitest";
import type { Finding } from "../../check/finding.ts";
import type { Trace } from "../../trace/trace.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import { wireOf } from "./wire-excerpt.ts";
import { wireText } from "./wire-text.ts";

const base = { at: 1, connection: 1 } as const;

function frame(seq: number, direction: "sent" | "received", text: string): WireEvent {
  return { ...base, seq, kind: "frame", direction, text, bytes: text.length, terminator: "\n" };
}

function finding(verdict: Finding["verdict"], evidence: readonly number[]): Finding {
  return {
    check: "tools.x",
    title: "",
    level: "MUST",
    revision: "2025-11-25",
    verdict,
    message: "",
    spec: "",
    advice: "",
    scenario: null,
    evidence,
    promised: false,
  };
}

const subject = { kind: "server", transport: "stdio" } as const;
const ask = frame(1, "sent", '{"jsonrpc":"2.0","id":7,"method":"ping"}');
const answer = frame(2, "received", '{"jsonrpc":"2.0","id":7,"result":{}}');

test("an answer is shown with the request it answers, and the evidence stands out", () => {
  const wire = wireOf({ subject, events: [ask, answer] }, finding("fail", [2]));
  expect(wire.map(({ seq, direction, evidence }) => [seq, direction, evidence])).toEqual([
    [1, "sent", false],
    [2, "received", true],
  ]);
});

test("a pass shows only what it rests on, and little of that", () => {
  const events = [ask, answer, frame(3, "received", "{}"), frame(4, "received", "[]")];
  expect(wireOf({ subject, events }, finding("pass", [2, 3, 4])).map(({ seq }) => seq)).toEqual([2, 3]);
});

test("answers that differ in their ids only are shown once, each other one with its request", () => {
  const events = [1, 2, 3].flatMap((id) => [
    frame(2 * id - 1, "sent", `{"jsonrpc":"2.0","id":${id},"method":"ping"}`),
    frame(2 * id, "received", `{"jsonrpc":"2.0","id":${id},"result":${id === 2 ? "[]" : "{}"}}`),
  ]);
  const wire = wireOf({ subject, events }, finding("fail", [2, 4, 6]));
  expect(wire.map(({ seq, alike }) => [seq, alike])).toEqual([
    [1, undefined],
    [2, 1],
    [3, undefined],
    [4, undefined],
  ]);
});

test("an HTTP answer is shown with request, status line and body", () => {
  const headers = [["Content-Type", "application/json"]] as const;
  const exchange = { ...base, exchange: 1 };
  const events: WireEvent[] = [
    { ...exchange, seq: 1, kind: "http-request", method: "POST", url: "http://127.0.0.1/mcp", headers, body: "{}" },
    { ...exchange, seq: 2, kind: "http-response", status: 200, headers },
    { ...exchange, seq: 3, kind: "http-body", text: "[]", bytes: 2 },
    { ...exchange, seq: 4, kind: "http-end", how: "complete" },
  ];
  const wire = wireOf({ subject: { kind: "server", transport: "http" }, events }, finding("warn", [2]));
  expect(wire.map(({ text }) => text)).toEqual([
    "POST http://127.0.0.1/mcp\nContent-Type: application/json\n\n{}",
    "HTTP 200\nContent-Type: application/json",
    "[]",
  ]);
});

test("a long text is cut at 2 KiB, never inside a character, and says so", () => {
  const long: Trace = { subject, events: [frame(1, "received", `${"x".repeat(2047)}😀${"y".repeat(5000)}`)] };
  const [excerpt] = wireOf(long, finding("fail", [1]));
  expect(excerpt?.text).toBe("x".repeat(2047));
  expect(excerpt?.cut).toBe(true);
});

test("what a transport had already cut is marked, however short", () => {
  const cut = { ...answer, cut: true as const };
  expect(wireOf({ subject, events: [cut] }, finding("fail", [2]))[0]?.cut).toBe(true);
});

test("a finding without evidence shows nothing", () => {
  expect(wireOf({ subject, events: [ask, answer] }, finding("untested", []))).toEqual([]);
});

test.each<[WireEvent, string]>([
  [{ ...base, seq: 1, kind: "exit", code: 3, signal: null }, "exited with code 3"],
  [{ ...base, seq: 1, kind: "exit", code: null, signal: "SIGKILL" }, "ended by SIGKILL"],
  [{ ...base, seq: 1, kind: "silence", awaiting: "7", ms: 500 }, "no answer to 7 within 500 ms"],
  [{ ...base, seq: 1, kind: "orphans", count: 2 }, "2 processes of its group left behind"],
  [{ ...base, seq: 1, kind: "memory", bytes: 2.25 * 2 ** 20 }, "its processes held 2.3 MiB"],
  [{ ...base, seq: 1, kind: "sse-event", exchange: 1, id: "", data: "a\nb", comment: "hi" }, ": hi\nid: \ndata: a\ndata: b"],
  [{ ...base, seq: 1, kind: "annotation", about: 4, name: "ajv", value: { valid: false } }, 'ajv on #4: {"valid":false}'],
])("%j reads as words", (event, words) => {
  expect(wireText(event)).toBe(words);
});

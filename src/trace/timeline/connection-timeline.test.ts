import { expect, test } from "vitest";
import type { Trace } from "../trace.ts";
import type { WireEvent } from "../wire-event.ts";
import { connectionTimelines } from "./connection-timeline.ts";

const opened = (connection: number, seq: number, at: number): WireEvent => ({
  seq,
  at,
  connection,
  kind: "connect",
  transport: "stdio",
  revision: connection === 1 ? "2025-11-25" : null,
  session: "main",
  capabilities: {},
  target: "node",
});

const frame = (connection: number, seq: number, at: number, direction: "sent" | "received", value: object): WireEvent => {
  const text = JSON.stringify(value);
  return { seq, at, connection, kind: "frame", direction, text, bytes: text.length, terminator: "\n" };
};

const trace: Trace = {
  subject: { kind: "server", transport: "stdio" },
  events: [
    opened(1, 1, 0),
    opened(2, 2, 5),
    frame(1, 3, 10, "sent", { jsonrpc: "2.0", id: 1, method: "ping" }),
    frame(1, 4, 42, "received", { jsonrpc: "2.0", id: 1, result: {} }),
    frame(1, 5, 50, "sent", { jsonrpc: "2.0", id: 2, method: "tools/list" }),
    frame(1, 6, 53, "received", { jsonrpc: "2.0", id: 2, error: { code: -32603, message: "no" } }),
    frame(1, 7, 60, "sent", { jsonrpc: "2.0", id: 3, method: "ping" }),
    { seq: 8, at: 560, connection: 1, kind: "silence", awaiting: "3", ms: 500 },
    { seq: 9, at: 570, connection: 1, kind: "stdin-closed" },
    { seq: 10, at: 580, connection: 1, kind: "exit", code: 1, signal: null },
    { seq: 11, at: 600, connection: 2, kind: "judge-as", revision: "2025-06-18" },
    { seq: 12, at: 900, connection: 1, kind: "annotation", about: 4, name: "ajv", value: true },
  ],
};

test("tells of each connection when it spoke first, what was asked and came back, and how it ended", () => {
  expect(connectionTimelines(trace)).toEqual([
    {
      connection: 1,
      session: "main",
      revision: "2025-11-25",
      from: 0,
      to: 580,
      first: 42,
      calls: [
        { method: "ping", at: 10, ms: 32, outcome: "result" },
        { method: "tools/list", at: 50, ms: 3, outcome: "error" },
        { method: "ping", at: 60, ms: 500, outcome: "silence" },
      ],
      marks: [
        { kind: "silence", at: 560, text: "no answer to 3 within 500 ms" },
        { kind: "stdin-closed", at: 570, text: "stdin closed" },
        { kind: "exit", at: 580, text: "exited with code 1" },
      ],
    },
    { connection: 2, session: "main", revision: "2025-06-18", from: 5, to: 600, first: null, calls: [], marks: [] },
  ]);
});

test("tells no more of one connection than can be drawn, and how much more there was", () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    frame(1, index + 2, index, "sent", { jsonrpc: "2.0", id: index, method: "ping" }),
  );
  const [one] = connectionTimelines({ ...trace, events: [opened(1, 1, 0), ...many] });
  expect([one?.calls.length, one?.more]).toEqual([250, 150]);
});

test("of a client it tells what that asked, and what it was asked", () => {
  const connections = connectionTimelines({
    subject: { kind: "client", transport: "stdio" },
    events: [
      opened(1, 1, 0),
      frame(1, 2, 10, "received", { jsonrpc: "2.0", id: 1, method: "tools/call" }),
      frame(1, 3, 12, "sent", { jsonrpc: "2.0", id: "a", method: "roots/list" }),
      frame(1, 4, 20, "received", { jsonrpc: "2.0", id: "a", result: { roots: [] } }),
      frame(1, 5, 25, "sent", { jsonrpc: "2.0", id: 1, result: { content: [] } }),
      frame(1, 6, 30, "received", { jsonrpc: "2.0", id: 2, method: "x".repeat(5000) }),
    ],
  });
  expect(connections).toMatchObject([
    {
      first: 10,
      calls: [
        { method: "tools/call", at: 10, ms: 15, outcome: "result", by: "subject" },
        { method: "roots/list", at: 12, ms: 8, outcome: "result" },
        { method: "x".repeat(100), at: 30, ms: null, outcome: "silence", by: "subject" },
      ],
    },
  ]);
});

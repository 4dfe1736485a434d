import { expect, test } from "vitest";
import { bothSides } from "./both-sides.ts";
import { messagesOf } from "./message.ts";
import { connections, revisionsIn, type Trace } from "./trace.ts";
import type { WireEvent } from "./wire-event.ts";

const frame = (seq: number, direction: "sent" | "received", value: object): WireEvent => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...value });
  return { seq, at: seq, connection: 1, kind: "frame", direction, text, bytes: text.length, terminator: "\n" };
};

const between: Trace = {
  subject: { kind: "server", transport: "stdio", command: ["node", "server.js"], between: true },
  events: [
    {
      seq: 1,
      at: 1,
      connection: 1,
      kind: "connect",
      transport: "stdio",
      revision: null,
      session: "recorded",
      capabilities: {},
      target: "t",
    },
    frame(2, "sent", {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: { roots: {} }, clientInfo: { name: "c", version: "1" } },
    }),
    frame(3, "received", {
      id: 1,
      result: { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "s", version: "2" } },
    }),
    frame(4, "sent", { method: "notifications/initialized" }),
  ],
};

test("what one sent the other received, and both are judged by what they agreed on", () => {
  const { server, client } = bothSides(between);
  expect([revisionsIn(server), revisionsIn(client)]).toEqual([["2025-06-18"], ["2025-06-18"]]);
  expect(messagesOf(server, "received", "result").map(({ seq }) => seq)).toEqual([3]);
  expect(messagesOf(client, "sent", "result").map(({ seq }) => seq)).toEqual([3]);
  expect(messagesOf(client, "received", "notification").map(({ seq }) => seq)).toEqual([4]);
});

test("each is called what it calls itself, and only the server has a command", () => {
  const { server, client } = bothSides(between);
  expect(server.subject).toEqual({ kind: "server", transport: "stdio", command: ["node", "server.js"], name: "s", version: "2" });
  expect(client.subject).toEqual({ kind: "client", transport: "stdio", name: "c", version: "1" });
});

test("the server is judged by what its client really declared", () => {
  expect(connections(bothSides(between).server).map(({ capabilities }) => capabilities)).toEqual([{ roots: {} }]);
});

import { describe, expect, it } from "vitest";
import { type JsonObject, valueAt } from "../../src/jsonrpc/json.ts";
import { loadMock } from "../../src/mock/script/load-script.ts";
import { envelope, testPeer } from "./test-peer.ts";

const reference = loadMock("reference", "/");
const slow = { name: "slow", _meta: { progressToken: "p" } };

describe("progress and cancellation", () => {
  it("reports rising progress inside the call, then answers", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    expect(await peer.ask("tools/call", slow)).toBeUndefined();
    const later = await peer.advance(10_000);
    expect(
      later.map((message) => valueAt(message, "params", "progress") ?? valueAt(message, "result", "content", 0, "text")),
    ).toEqual([1, 2, 3, 4, "Done after 4 steps."]);
    expect(await peer.advance(10_000)).toEqual([]);
  });

  it("reports nothing without a token", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    await peer.ask("tools/call", { name: "slow" });
    expect(await peer.advance(10_000)).toHaveLength(1);
  });

  it.each(["2025-11-25", "2026-07-28"])("is silent after a cancellation in %s", async (revision) => {
    const peer = testPeer(reference);
    if (revision === "2025-11-25") await peer.open(revision);
    const meta = revision === "2025-11-25" ? {} : envelope({}, { progressToken: 1 });
    await peer.give({ jsonrpc: "2.0", id: "long", method: "tools/call", params: { name: "slow", ...meta } });
    await peer.advance(100);
    await peer.give({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "long" } });
    expect(await peer.advance(10_000)).toEqual([]);
    expect(peer.log).toContain("end");
  });

  it("ignores the cancellation of an unknown request", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    expect(await peer.give({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } })).toEqual([]);
    expect(await peer.give({ jsonrpc: "2.0", method: "notifications/cancelled" })).toEqual([]);
    expect(valueAt(await peer.ask("ping"), "result")).toEqual({});
  });
});

describe("log messages", () => {
  const levels = (messages: readonly JsonObject[]) =>
    messages.map((message) => valueAt(message, "params", "level")).filter(Boolean);
  const call = (params: JsonObject = {}) => ({
    jsonrpc: "2.0",
    id: "log",
    method: "tools/call",
    params: { name: "log", ...params },
  });

  it("are held back below the level that was set", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    expect(levels(await peer.give(call()))).toEqual(["info", "warning", "error"]);
    await peer.ask("logging/setLevel", { level: "error" });
    expect(levels(await peer.give(call()))).toEqual(["error"]);
  });

  it("come only where a stateless request asks for them", async () => {
    const peer = testPeer(reference);
    expect(levels(await peer.give(call(envelope())))).toEqual([]);
    expect(levels(await peer.give(call(envelope({}, { "io.modelcontextprotocol/logLevel": "warning" }))))).toEqual([
      "warning",
      "error",
    ]);
    const [refused] = await peer.give(call(envelope({}, { "io.modelcontextprotocol/logLevel": "loud" })));
    expect(valueAt(refused, "error", "code")).toBe(-32602);
  });
});

describe("asking the client, stateful", () => {
  it("sends a request, waits, and uses the answer", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25", { elicitation: {} });
    const [question] = await peer.give({ jsonrpc: "2.0", id: "q", method: "tools/call", params: { name: "ask_name" } });
    expect(question).toMatchObject({ method: "elicitation/create", params: { mode: "form" } });
    const [answer] = await peer.give({
      jsonrpc: "2.0",
      id: question?.["id"] ?? null,
      result: { action: "accept", content: { name: "Ada" } },
    });
    expect(valueAt(answer, "result", "content", 1, "text")).toContain("Ada");
  });

  it("sends no mode before 2025-11-25, and nothing in revisions without elicitation", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-06-18", { elicitation: {} });
    const [question] = await peer.give({ jsonrpc: "2.0", id: "q", method: "tools/call", params: { name: "ask_name" } });
    expect(valueAt(question, "params", "mode")).toBeUndefined();
    const older = testPeer(reference);
    await older.open("2025-03-26", { elicitation: {} });
    expect(valueAt(await older.ask("tools/call", { name: "ask_name" }), "result", "isError")).toBe(true);
  });

  it.each(["ask_name", "ask_model", "ask_roots"])("%s fails without asking when the client did not declare it", async (name) => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    expect(valueAt(await peer.ask("tools/call", { name }), "result", "isError")).toBe(true);
    expect(peer.sent.every((one) => one.way === "answer")).toBe(true);
  });

  it("does not take an answer that does not fit the form", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25", { elicitation: { form: {} } });
    const [question] = await peer.give({ jsonrpc: "2.0", id: "q", method: "tools/call", params: { name: "ask_name" } });
    const [answer] = await peer.give({
      jsonrpc: "2.0",
      id: question?.["id"] ?? null,
      result: { action: "accept", content: { name: 5 } },
    });
    expect(valueAt(answer, "result", "isError")).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { type JsonObject, at } from "../jsonrpc/json.ts";
import { loadMock } from "./load-script.ts";
import { envelope, testPeer } from "../../test/mock/test-peer.ts";

const reference = loadMock("reference", "/");
const slow = { name: "slow", _meta: { progressToken: "p" } };

describe("progress and cancellation", () => {
  it("reports rising progress inside the call, then answers", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    expect(await peer.ask("tools/call", slow)).toBeUndefined();
    const later = await peer.advance(10_000);
    expect(later.map((message) => at(message, "params", "progress") ?? at(message, "result", "content", 0, "text"))).toEqual([
      1,
      2,
      3,
      4,
      "Done after 4 steps.",
    ]);
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
    expect(at(await peer.ask("ping"), "result")).toEqual({});
  });
});

describe("log messages", () => {
  const levels = (messages: readonly JsonObject[]) => messages.map((message) => at(message, "params", "level")).filter(Boolean);
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
    expect(at(refused, "error", "code")).toBe(-32602);
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
    expect(at(answer, "result", "content", 1, "text")).toContain("Ada");
  });

  it("sends no mode before 2025-11-25, and nothing in revisions without elicitation", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-06-18", { elicitation: {} });
    const [question] = await peer.give({ jsonrpc: "2.0", id: "q", method: "tools/call", params: { name: "ask_name" } });
    expect(at(question, "params", "mode")).toBeUndefined();
    const older = testPeer(reference);
    await older.open("2025-03-26", { elicitation: {} });
    expect(at(await older.ask("tools/call", { name: "ask_name" }), "result", "isError")).toBe(true);
  });

  it.each(["ask_name", "ask_model", "ask_roots"])("%s fails without asking when the client did not declare it", async (name) => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    expect(at(await peer.ask("tools/call", { name }), "result", "isError")).toBe(true);
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
    expect(at(answer, "result", "isError")).toBe(true);
  });
});

describe("multi round-trip requests", () => {
  const capabilities = { elicitation: {} };
  const call = (more: JsonObject = {}) => ({ ...envelope(capabilities), name: "ask_name", ...more });
  const inputResponses = { name: { action: "accept", content: { name: "Ada" } } };

  async function asked() {
    const peer = testPeer(reference);
    const answer = await peer.ask("tools/call", call());
    expect(at(answer, "result")).toMatchObject({
      resultType: "input_required",
      inputRequests: { name: { method: "elicitation/create" } },
    });
    expect(Object.keys(at(answer, "result") as JsonObject)).not.toContain("ttlMs");
    return { peer, requestState: at(answer, "result", "requestState") as string };
  }

  it("complete with the answers and the state", async () => {
    const { peer, requestState } = await asked();
    const answer = await peer.ask("tools/call", call({ inputResponses, requestState }));
    expect(at(answer, "result", "resultType")).toBe("complete");
    expect(at(answer, "result", "content", 1, "text")).toContain("Ada");
  });

  it("ask again for what is missing", async () => {
    const { peer, requestState } = await asked();
    expect(at(await peer.ask("tools/call", call({ inputResponses: {}, requestState })), "result", "resultType")).toBe(
      "input_required",
    );
    expect(at(await peer.ask("tools/call", call({ inputResponses })), "result", "resultType")).toBe("input_required");
  });

  it("refuse a state that was changed, is of another request, or has lapsed", async () => {
    const { peer, requestState } = await asked();
    const code = async (params: JsonObject) => at(await peer.ask("tools/call", call(params)), "error", "code");
    expect(await code({ inputResponses, requestState: `${requestState}x` })).toBe(-32602);
    expect(await code({ inputResponses, requestState: "tampered" })).toBe(-32602);
    expect(await code({ inputResponses, requestState, arguments: {}, name: "ask_model" })).toBe(-32602);
    expect(await code({ inputResponses: { name: { action: "maybe" } }, requestState })).toBe(-32602);
    await peer.advance(11 * 60_000);
    expect(await code({ inputResponses, requestState })).toBe(-32602);
  });

  it("never ask for what was not declared", async () => {
    const peer = testPeer(reference);
    expect(at(await peer.ask("tools/call", { ...envelope(), name: "ask_name" }), "error")).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
    expect(
      at(await peer.ask("tools/call", { ...envelope({ elicitation: { url: {} } }), name: "ask_name" }), "error", "code"),
    ).toBe(-32021);
  });
});

describe("subscriptions", () => {
  it("acknowledge first, deliver only what was asked for with the id, and end gracefully", async () => {
    const peer = testPeer(reference);
    const notifications = { toolsListChanged: true, resourceSubscriptions: ["note://welcome"], other: true };
    const first = await peer.give({
      jsonrpc: "2.0",
      id: "s",
      method: "subscriptions/listen",
      params: { ...envelope(), notifications },
    });
    const meta = { "io.modelcontextprotocol/subscriptionId": "s" };
    expect(first).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { notifications: { toolsListChanged: true, resourceSubscriptions: ["note://welcome"] }, _meta: meta },
      },
    ]);
    const touched = await peer.give({ jsonrpc: "2.0", id: "t", method: "tools/call", params: { ...envelope(), name: "touch" } });
    expect(touched.map((message) => message["method"])).toEqual([
      "notifications/tools/list_changed",
      "notifications/resources/updated",
      undefined,
    ]);
    expect(at(touched[1], "params")).toEqual({ uri: "note://welcome", _meta: meta });
    peer.server.close();
    await peer.advance(0);
    const last = JSON.parse(peer.sent.at(-1)?.text ?? "") as JsonObject;
    expect(last).toMatchObject({ id: "s", result: { resultType: "complete", _meta: meta } });
  });

  it("end without an answer when they are cancelled", async () => {
    const peer = testPeer(reference);
    await peer.give({
      jsonrpc: "2.0",
      id: "s",
      method: "subscriptions/listen",
      params: { ...envelope(), notifications: { toolsListChanged: true } },
    });
    await peer.give({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "s" } });
    const touched = await peer.give({ jsonrpc: "2.0", id: "t", method: "tools/call", params: { ...envelope(), name: "touch" } });
    expect(touched).toHaveLength(1);
  });

  it("of stateful revisions hold for one resource until they are given up", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    const updates = async () => {
      const before = peer.sent.length;
      await peer.ask("tools/call", { name: "touch" });
      return peer.sent.slice(before).filter((one) => one.text.includes("resources/updated")).length;
    };
    expect(await updates()).toBe(0);
    await peer.ask("resources/subscribe", { uri: "note://welcome" });
    expect(await updates()).toBe(1);
    await peer.ask("resources/unsubscribe", { uri: "note://welcome" });
    expect(await updates()).toBe(0);
  });
});

describe("the stateless envelope", () => {
  const key = "io.modelcontextprotocol/";
  it.each([
    [{}, -32602],
    [{ _meta: { [`${key}protocolVersion`]: "2026-07-28" } }, -32602],
    [{ _meta: { [`${key}clientCapabilities`]: {} } }, -32602],
    [{ _meta: { [`${key}protocolVersion`]: "1900-01-01", [`${key}clientCapabilities`]: {} } }, -32022],
    [{ _meta: { [`${key}protocolVersion`]: "2025-11-25", [`${key}clientCapabilities`]: {} } }, -32022],
  ])("%j is refused with %i", async (params, code) => {
    expect(at(await testPeer(reference).ask("tools/list", params), "error", "code")).toBe(code);
  });

  it.each(["ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "initialize", "tasks/get"])(
    "knows no %s",
    async (method) => {
      expect(at(await testPeer(reference).ask(method, envelope()), "error", "code")).toBe(-32601);
    },
  );

  it("brings resultType, identity and, where results may be kept, caching hints", async () => {
    const peer = testPeer(reference);
    expect(at(await peer.ask("tools/list", envelope()), "result")).toMatchObject({
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "public",
      _meta: { [`${key}serverInfo`]: { name: "mcpcheck-reference" } },
    });
    expect(
      Object.keys(at(await peer.ask("tools/call", { ...envelope(), name: "status" }), "result") as JsonObject),
    ).not.toContain("ttlMs");
  });

  it("is served beside a stateful session on one connection", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-06-18");
    expect(at(await peer.ask("server/discover", envelope()), "result", "supportedVersions")).toEqual(["2026-07-28"]);
    expect(at(await peer.ask("tools/list"), "result", "resultType")).toBeUndefined();
  });
});

describe("tasks", () => {
  const call = { name: "slow", task: { ttl: 60_000 } };

  async function started() {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    const task = at(await peer.ask("tools/call", call), "result", "task") as JsonObject;
    return { peer, task, taskId: task["taskId"] ?? null };
  }

  it("are answered at once and completed later", async () => {
    const { peer, task, taskId } = await started();
    expect(task).toMatchObject({ status: "working", ttl: 60_000, createdAt: "2023-11-14T22:13:20.000Z" });
    expect(at(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("working");
    await peer.give({ jsonrpc: "2.0", id: "wait", method: "tasks/result", params: { taskId } });
    const [result] = await peer.advance(1000);
    expect(result).toMatchObject({
      id: "wait",
      result: { content: [{ text: "Done after 4 steps." }], _meta: { "io.modelcontextprotocol/related-task": { taskId } } },
    });
    expect(at(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("completed");
    expect(at(await peer.ask("tasks/list"), "result", "tasks", 0, "taskId")).toBe(taskId);
    expect(at(await peer.ask("tasks/cancel", { taskId }), "error", "code")).toBe(-32602);
  });

  it("stay cancelled, and their waiters are told", async () => {
    const { peer, taskId } = await started();
    await peer.give({ jsonrpc: "2.0", id: "wait", method: "tasks/result", params: { taskId } });
    const all = await peer.give({ jsonrpc: "2.0", id: "stop", method: "tasks/cancel", params: { taskId } });
    expect(all.find((message) => message["id"] === "stop")).toMatchObject({ result: { status: "cancelled" } });
    expect(all.find((message) => message["id"] === "wait")).toHaveProperty("error");
    expect(await peer.advance(10_000)).toEqual([]);
    expect(at(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("cancelled");
  });

  it("ask for input in their name", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25", { elicitation: {} });
    const created = await peer.give({ jsonrpc: "2.0", id: 77, method: "tools/call", params: { name: "ask_name", task: {} } });
    const [question] = await peer.advance(0);
    expect(question).toMatchObject({ method: "elicitation/create" });
    const taskId = at(created[0], "result", "task", "taskId") ?? null;
    expect(at(question, "params", "_meta", "io.modelcontextprotocol/related-task", "taskId")).toBe(taskId);
    expect(at(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("input_required");
    await peer.give({ jsonrpc: "2.0", id: question?.["id"] ?? null, result: { action: "decline" } });
    expect(at(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("completed");
  });

  it("are refused by tools without them and unknown in other revisions", async () => {
    const { peer } = await started();
    expect(at(await peer.ask("tools/call", { name: "status", task: {} }), "error", "code")).toBe(-32601);
    const older = testPeer(reference);
    await older.open("2025-06-18");
    expect(at(await older.ask("tasks/list"), "error", "code")).toBe(-32601);
    expect(at(await older.ask("tools/call", { name: "status", task: {} }), "result", "content", 0, "text")).toBe("All is well.");
  });
});

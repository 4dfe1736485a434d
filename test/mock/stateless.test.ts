import { describe, expect, it } from "vitest";
import { type JsonObject, valueAt } from "../../src/jsonrpc/json.ts";
import { envelope, testPeer } from "./test-peer.ts";
import { loadMock } from "../../src/mock/script/load-script.ts";

const reference = loadMock("reference", "/");

describe("multi round-trip requests", () => {
  const capabilities = { elicitation: {} };
  const call = (more: JsonObject = {}) => ({ ...envelope(capabilities), name: "ask_name", ...more });
  const inputResponses = { name: { action: "accept", content: { name: "Ada" } } };

  async function asked() {
    const peer = testPeer(reference);
    const answer = await peer.ask("tools/call", call());
    expect(valueAt(answer, "result")).toMatchObject({
      resultType: "input_required",
      inputRequests: { name: { method: "elicitation/create" } },
    });
    expect(Object.keys(valueAt(answer, "result") as JsonObject)).not.toContain("ttlMs");
    return { peer, requestState: valueAt(answer, "result", "requestState") as string };
  }

  it("complete with the answers and the state", async () => {
    const { peer, requestState } = await asked();
    const answer = await peer.ask("tools/call", call({ inputResponses, requestState }));
    expect(valueAt(answer, "result", "resultType")).toBe("complete");
    expect(valueAt(answer, "result", "content", 1, "text")).toContain("Ada");
  });

  it("ask again for what is missing", async () => {
    const { peer, requestState } = await asked();
    expect(valueAt(await peer.ask("tools/call", call({ inputResponses: {}, requestState })), "result", "resultType")).toBe(
      "input_required",
    );
    expect(valueAt(await peer.ask("tools/call", call({ inputResponses })), "result", "resultType")).toBe("input_required");
  });

  it("refuse a state that was changed, is of another request, or has lapsed", async () => {
    const { peer, requestState } = await asked();
    const code = async (params: JsonObject) => valueAt(await peer.ask("tools/call", call(params)), "error", "code");
    expect(await code({ inputResponses, requestState: `${requestState}x` })).toBe(-32602);
    expect(await code({ inputResponses, requestState: "tampered" })).toBe(-32602);
    expect(await code({ inputResponses, requestState, arguments: {}, name: "ask_model" })).toBe(-32602);
    expect(await code({ inputResponses: { name: { action: "maybe" } }, requestState })).toBe(-32602);
    await peer.advance(11 * 60_000);
    expect(await code({ inputResponses, requestState })).toBe(-32602);
  });

  it("never ask for what was not declared", async () => {
    const peer = testPeer(reference);
    expect(valueAt(await peer.ask("tools/call", { ...envelope(), name: "ask_name" }), "error")).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
    expect(
      valueAt(await peer.ask("tools/call", { ...envelope({ elicitation: { url: {} } }), name: "ask_name" }), "error", "code"),
    ).toBe(-32021);
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
    expect(valueAt(await testPeer(reference).ask("tools/list", params), "error", "code")).toBe(code);
  });

  it.each(["ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "initialize", "tasks/get"])(
    "knows no %s",
    async (method) => {
      expect(valueAt(await testPeer(reference).ask(method, envelope()), "error", "code")).toBe(-32601);
    },
  );

  it("brings resultType, identity and, where results may be kept, caching hints", async () => {
    const peer = testPeer(reference);
    expect(valueAt(await peer.ask("tools/list", envelope()), "result")).toMatchObject({
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "public",
      _meta: { [`${key}serverInfo`]: { name: "mcpcheck-reference" } },
    });
    expect(
      Object.keys(valueAt(await peer.ask("tools/call", { ...envelope(), name: "status" }), "result") as JsonObject),
    ).not.toContain("ttlMs");
  });

  it("is served beside a stateful session on one connection", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-06-18");
    expect(valueAt(await peer.ask("server/discover", envelope()), "result", "supportedVersions")).toEqual(["2026-07-28"]);
    expect(valueAt(await peer.ask("tools/list"), "result", "resultType")).toBeUndefined();
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
    expect(valueAt(touched[1], "params")).toEqual({ uri: "note://welcome", _meta: meta });
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

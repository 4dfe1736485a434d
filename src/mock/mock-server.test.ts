import { describe, expect, it } from "vitest";
import { type JsonObject, valueAt } from "../jsonrpc/json.ts";
import { loadMock } from "./script/load-script.ts";
import { envelope, testPeer } from "../../test/mock/test-peer.ts";

const reference = loadMock("reference", "/");
const stateful = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

async function opened(revision: string, capabilities: JsonObject = {}) {
  const peer = testPeer(reference);
  await peer.open(revision, capabilities);
  return peer;
}

describe("initialize", () => {
  it.each(stateful)("agrees to %s", async (revision) => {
    const peer = testPeer(reference);
    const answer = await peer.ask("initialize", {
      protocolVersion: revision,
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    });
    expect(valueAt(answer, "result", "protocolVersion")).toBe(revision);
  });

  it.each(["1999-01-01", "2026-07-28"])("offers the latest stateful revision for %s", async (asked) => {
    const peer = testPeer(reference);
    const answer = await peer.ask("initialize", {
      protocolVersion: asked,
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    });
    expect(valueAt(answer, "result", "protocolVersion")).toBe("2025-11-25");
  });

  it("refuses params that lack a member, and a second time", async () => {
    const peer = testPeer(reference);
    expect(valueAt(await peer.ask("initialize", { protocolVersion: "2025-11-25" }), "error", "code")).toBe(-32602);
    await peer.open("2025-11-25");
    expect(
      valueAt(
        await peer.ask("initialize", {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "x", version: "1" },
        }),
        "error",
        "code",
      ),
    ).toBe(-32600);
  });

  it("comes first, but for ping", async () => {
    const peer = testPeer({ ...reference, revisions: ["2025-11-25"] });
    expect(valueAt(await peer.ask("tools/list"), "error", "code")).toBe(-32600);
    expect(valueAt(await peer.ask("ping"), "result")).toEqual({});
    expect(valueAt(await peer.ask("server/discover", envelope()), "error", "code")).toBe(-32601);
  });

  it("is refused by a server of stateless revisions with the versions it speaks", async () => {
    const peer = testPeer({ ...reference, revisions: ["2026-07-28"] });
    const answer = await peer.ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    });
    expect(valueAt(answer, "error")).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "2025-11-25" },
    });
  });
});

describe("what a revision knows", () => {
  it("hides members a revision does not have", async () => {
    const names = async (revision: string) => {
      const peer = await opened(revision);
      return Object.keys(valueAt(await peer.ask("tools/list"), "result", "tools", 1) as JsonObject).toSorted();
    };
    expect(await names("2024-11-05")).toEqual(["description", "inputSchema", "name"]);
    expect(await names("2025-03-26")).toEqual(["annotations", "description", "inputSchema", "name"]);
    expect(await names("2025-06-18")).toEqual(["annotations", "description", "inputSchema", "name", "outputSchema", "title"]);
  });

  it("gives structured content from 2025-06-18 on", async () => {
    const call = { name: "add", arguments: { a: 1, b: 2 } };
    expect(valueAt(await (await opened("2025-03-26")).ask("tools/call", call), "result", "structuredContent")).toBeUndefined();
    expect(valueAt(await (await opened("2025-06-18")).ask("tools/call", call), "result", "structuredContent")).toEqual({
      sum: 3,
    });
  });

  it("reports invalid arguments as a tool error from 2025-11-25 on and as -32602 before", async () => {
    const call = { name: "add", arguments: { a: "1", b: 2 } };
    expect(valueAt(await (await opened("2025-11-25")).ask("tools/call", call), "result", "isError")).toBe(true);
    expect(valueAt(await (await opened("2025-06-18")).ask("tools/call", call), "error", "code")).toBe(-32602);
    expect(valueAt(await testPeer(reference).ask("tools/call", { ...envelope(), ...call }), "result", "isError")).toBe(true);
  });

  it("has no completions capability in 2024-11-05, though it completes", async () => {
    const peer = testPeer(reference);
    const answer = await peer.ask("initialize", {
      protocolVersion: "2024-11-05",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    });
    expect(Object.keys(valueAt(answer, "result", "capabilities") as JsonObject)).toEqual([
      "tools",
      "resources",
      "prompts",
      "logging",
    ]);
    const ref = { type: "ref/resource", uri: "city://{name}" };
    expect(
      valueAt(
        await peer.ask("completion/complete", { ref, argument: { name: "name", value: "b" } }),
        "result",
        "completion",
        "values",
      ),
    ).toEqual(["berlin", "bern"]);
  });
});

describe("errors", () => {
  it.each([
    ["tools/call", { name: "nothing" }, -32602],
    ["tools/call", {}, -32602],
    ["tools/call", { name: "echo", arguments: [] }, -32602],
    ["tools/list", { cursor: "made up" }, -32602],
    ["tools/list", { cursor: "" }, -32602],
    ["tools/list", { cursor: 7 }, -32602],
    ["prompts/get", { name: "nothing" }, -32602],
    ["prompts/get", { name: "review", arguments: {} }, -32602],
    ["prompts/get", { name: "review", arguments: { code: 1 } }, -32602],
    ["resources/read", {}, -32602],
    ["completion/complete", { ref: { type: "ref/prompt", name: "nothing" }, argument: { name: "x", value: "" } }, -32602],
    ["logging/setLevel", { level: "loud" }, -32602],
    ["resources/subscribe", { uri: "note://nothing" }, -32002],
    ["no/such", {}, -32601],
    ["tasks/get", { taskId: "x" }, -32602],
    ["subscriptions/listen", { notifications: {} }, -32602],
  ])("%s with %j is refused with %i", async (method, params, code) => {
    expect(valueAt(await (await opened("2025-11-25")).ask(method, params as JsonObject), "error", "code")).toBe(code);
  });

  it("names the missing resource, with the code of the era", async () => {
    const params = { uri: "note://nothing" };
    expect(valueAt(await (await opened("2025-11-25")).ask("resources/read", params), "error")).toMatchObject({
      code: -32002,
      data: params,
    });
    expect(valueAt(await testPeer(reference).ask("resources/read", { ...envelope(), ...params }), "error")).toMatchObject({
      code: -32602,
      data: params,
    });
  });

  it("answers what is not a message without an id that was not read", async () => {
    const peer = await opened("2025-11-25");
    expect(await peer.giveText("{")).toEqual(['{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}']);
    expect((await peer.give([]))[0]).toMatchObject({ error: { code: -32600 } });
    expect((await peer.give({ jsonrpc: "2.0", id: null, method: "ping" }))[0]).toEqual({
      jsonrpc: "2.0",
      error: expect.objectContaining({ code: -32600 }),
    });
    expect((await peer.give({ id: 5, method: "ping" }))[0]).toMatchObject({ id: 5, error: { code: -32600 } });
    expect((await (await opened("2025-06-18")).give({ foo: 1 }))[0]).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it("never answers a notification", async () => {
    const peer = await opened("2025-11-25");
    expect(await peer.give({ jsonrpc: "2.0", method: "tools/list" })).toEqual([]);
    expect(await peer.give({ jsonrpc: "2.0", method: "no/such" })).toEqual([]);
  });
});

describe("batches", () => {
  it("are answered in one array in 2025-03-26, without notifications and initialize", async () => {
    const peer = await opened("2025-03-26");
    const [text] = await peer.giveText(
      JSON.stringify([
        { jsonrpc: "2.0", id: "a", method: "ping" },
        { jsonrpc: "2.0", method: "notifications/roots/list_changed" },
        { jsonrpc: "2.0", id: "b", method: "initialize", params: {} },
        1,
      ]),
    );
    const answers = JSON.parse(text ?? "") as JsonObject[];
    expect(answers).toHaveLength(3);
    expect(answers).toContainEqual({ jsonrpc: "2.0", id: "a", result: {} });
    expect(answers.find((answer) => answer["id"] === "b")).toMatchObject({ error: { code: -32600 } });
    expect(answers.find((answer) => answer["id"] === null)).toMatchObject({ error: { code: -32600 } });
    expect(await peer.give([{ jsonrpc: "2.0", method: "notifications/roots/list_changed" }])).toEqual([]);
  });

  it("are refused in the other revisions", async () => {
    for (const revision of ["2024-11-05", "2025-06-18", "2025-11-25"]) {
      const peer = await opened(revision);
      expect((await peer.give([{ jsonrpc: "2.0", id: 9, method: "ping" }]))[0]).toMatchObject({ error: { code: -32600 } });
    }
  });
});

describe("pages", () => {
  it("hold everything once, in order, in both eras", async () => {
    for (const meta of [undefined, envelope()]) {
      const peer = meta === undefined ? await opened("2025-11-25") : testPeer(reference);
      const names: unknown[] = [];
      let cursor: string | undefined;
      do {
        const answer = await peer.ask("tools/list", { ...meta, ...(cursor === undefined ? {} : { cursor }) });
        names.push(...(valueAt(answer, "result", "tools") as JsonObject[]).map((tool) => tool["name"]));
        cursor = valueAt(answer, "result", "nextCursor") as string | undefined;
      } while (cursor !== undefined);
      expect(names).toEqual(reference.tools?.map((tool) => tool.name));
    }
  });

  it("do not take the cursor of another list", async () => {
    const peer = await opened("2025-11-25");
    const cursor = valueAt(await peer.ask("tools/list"), "result", "nextCursor") as string;
    expect(valueAt(await peer.ask("resources/list", { cursor }), "error", "code")).toBe(-32602);
  });
});

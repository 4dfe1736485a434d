import { describe, expect, it } from "vitest";
import { valueAt } from "../../../src/jsonrpc/json.ts";
import { post } from "../served-host.ts";
import { eventsOf, servedBridge } from "./served-bridge.ts";

const hello = { parts: [{ type: "text", text: "Hello" }] };
const late = { say: "late", fault: { hang: true } };
const documented = { profile: "ollama" };

describe("the card of the documented bridge", () => {
  it("stands at three addresses, and says what it is and can do (B0-240, B0-241, B0-261)", async () => {
    const { url } = await servedBridge(documented);
    const cards = ["agent.json", "agent", "agent-card.json"].map(async (name) =>
      (await fetch(`${url}/.well-known/${name}`)).json(),
    );
    const [card, ...others] = await Promise.all(cards);
    expect(others).toEqual([card, card]);
    expect(card).toMatchObject({
      name: "tester",
      description: "A test",
      url: `${url}/a2a`,
      version: "0.0.0",
      capabilities: { streaming: true, pushNotifications: true },
      skills: [{ id: "answer", name: "Answer", description: "Answers", tags: ["Text"], examples: [] }],
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain"],
      provider: { organization: "mcpcheck" },
    });
    expect(JSON.stringify(card)).not.toContain("progress");
  });
});

describe("tasks of the documented bridge", () => {
  it("answers a message with its task and the reply (B0-242, B0-243, B0-246)", async () => {
    const { ask, backend } = await servedBridge({ ...documented, turns: [{ say: "Good day." }] });
    expect(await ask("message/send", { task_id: "mine", model: "other", message: hello })).toMatchObject({
      jsonrpc: "2.0",
      id: 1,
      result: {
        task: {
          id: "mine",
          state: "completed",
          messages: [
            { role: "user", parts: [{ type: "text", text: "Hello" }] },
            { role: "agent", parts: [{ type: "text", text: "Good day." }] },
          ],
          artifacts: [{ parts: [{ type: "text", text: "Good day." }] }],
          created_at: expect.stringMatching(/^2026-01-02T.*Z$/),
          updated_at: expect.any(String),
        },
        message: { role: "agent", parts: [{ type: "text", text: "Good day." }] },
      },
    });
    expect(backend.requests().map(({ model }) => model)).toEqual(["other"]);
  });

  it("reads parts, plain content and text alone, and takes the agent's own words for the assistant's (B0-245)", async () => {
    const { ask, backend } = await servedBridge(documented);
    for (const message of [
      { role: "agent", content: "plain" },
      "alone",
      { parts: [{ text: "one" }, { type: "file" }, { text: "two" }] },
    ])
      await ask("message/send", { message });
    const said = backend.requests().map(({ messages }) => messages.at(-1));
    expect(said).toMatchObject([
      { role: "assistant", content: "plain" },
      { role: "user", content: "alone" },
      { role: "user", content: "one\ntwo" },
    ]);
    expect(await ask("message/send", { message: { parts: [] } })).toMatchObject({ error: { code: -32602 } });
  });

  it("streams plain events: content, then the end (B0-247)", async () => {
    const { url } = await servedBridge({ ...documented, turns: [{ say: "Good day." }] });
    const body = { jsonrpc: "2.0", id: 1, method: "message/stream", params: { task_id: "s", message: hello } };
    const { type, text } = await post(`${url}/a2a`, body);
    expect(type).toBe("text/event-stream");
    const events = eventsOf(text);
    expect(
      events
        .filter(({ type: kind }) => kind === "content")
        .map(({ content }) => content as string)
        .join(""),
    ).toBe("Good day.");
    expect(events.at(-1)).toMatchObject({ type: "done", task_id: "s", task: { state: "completed" } });
    expect(text).not.toContain("jsonrpc");
  });

  it("streams an error where the model fails (B0-247)", async () => {
    const { url, ask } = await servedBridge({ ...documented, turns: [{ say: "x", fault: { status: { code: 500 } } }] });
    const body = { jsonrpc: "2.0", id: 1, method: "message/stream", params: { task_id: "s", message: hello } };
    const events = eventsOf((await post(`${url}/a2a`, body)).text);
    expect(events.map(({ type }) => type)).toEqual(["error"]);
    expect(await ask("tasks/get", { task_id: "s" })).toMatchObject({
      result: { state: "failed", metadata: { error: expect.any(String) } },
    });
  });

  it("works in the background, and cancels for good (B0-249 to B0-252)", async () => {
    const { ask, backend } = await servedBridge({ ...documented, turns: [late] });
    const begun = await ask("message/send", { task_id: "long", async: true, message: hello });
    expect(begun).toMatchObject({ result: { task: { state: "working" }, message: null } });
    await expect.poll(() => backend.requests().length).toBe(1);
    expect(await ask("tasks/get", { task_id: "long" })).toMatchObject({ result: { state: "working" } });
    expect(await ask("tasks/cancel", { task_id: "long" })).toMatchObject({ result: { state: "canceled" } });
    const after = await ask("tasks/get", { task_id: "long" });
    expect(after).toMatchObject({ result: { state: "canceled", artifacts: [] } });
    expect(await ask("tasks/cancel", { task_id: "long" })).toMatchObject({ error: { code: -32002 } });
    expect(await ask("tasks/get", { task_id: "long" })).toMatchObject({ result: after["result"] });
  });

  it("lists tasks, by their state, the last changed first (B0-252)", async () => {
    const { ask } = await servedBridge(documented);
    for (const task_id of ["a", "b", "c"]) await ask("message/send", { task_id, message: hello });
    const listed = async (params: object) =>
      (valueAt(await ask("tasks/list", { ...params }), "result", "tasks") as readonly { id: string }[]).map(({ id }) => id);
    expect(await listed({ state: "completed" })).toEqual(["c", "b", "a"]);
    expect(await listed({ state: "failed" })).toEqual([]);
    expect(await listed({ limit: 2 })).toEqual(["c", "b"]);
  });

  it("gives no id to two tasks (BX-036)", async () => {
    const { ask, backend } = await servedBridge(documented);
    await ask("message/send", { task_id: "twice", message: hello });
    expect(await ask("message/send", { task_id: "twice", message: hello })).toMatchObject({ error: { code: -32602 } });
    expect(backend.requests()).toHaveLength(1);
  });

  it("loses none of a hundred tasks at once", async () => {
    const { ask } = await servedBridge(documented);
    const ids = Array.from({ length: 100 }, (_, at) => `task-${at}`);
    await Promise.all(ids.map((task_id) => ask("message/send", { task_id, async: true, message: hello })));
    const done = async () => valueAt(await ask("tasks/list", { state: "completed" }), "result", "total");
    await expect.poll(done, { timeout: 60_000 }).toBe(100);
  }, 90_000);
});

describe("what the documented bridge refuses", () => {
  it.each([
    ["what is not JSON", "{", -32700],
    ["a batch", "[]", -32600],
    ["a message without an id", { jsonrpc: "2.0", method: "tasks/list" }, -32600],
    ["another version of JSON-RPC", { jsonrpc: "1.0", id: 1, method: "tasks/list" }, -32600],
    ["an unknown method", { jsonrpc: "2.0", id: 1, method: "tasks/none" }, -32601],
    ["a task it does not have", { jsonrpc: "2.0", id: 1, method: "tasks/get", params: { task_id: "none" } }, -32001],
    ["a task without a name", { jsonrpc: "2.0", id: 1, method: "tasks/get", params: {} }, -32602],
    ["a message that is none", { jsonrpc: "2.0", id: 1, method: "message/send", params: { message: 7 } }, -32602],
    ["servers nobody has", { jsonrpc: "2.0", id: 1, method: "message/send", params: { message: "x", mcp_servers: 7 } }, -32602],
  ])("%s (B0-244)", async (_, body, code) => {
    const { url } = await servedBridge(documented);
    const { status, text } = await post(`${url}/a2a`, body);
    expect([status, JSON.parse(text)]).toMatchObject([200, { jsonrpc: "2.0", error: { code, message: expect.any(String) } }]);
  });

  it("a body of more than a megabyte, in the form of JSON-RPC", async () => {
    const { url } = await servedBridge(documented);
    const { status, text } = await post(`${url}/a2a`, { text: "x".repeat(1_100_000) });
    expect([status, JSON.parse(text)]).toMatchObject([413, { jsonrpc: "2.0", id: null, error: { code: -32600 } }]);
  });

  it("pages of other origins, unknown paths, other methods, and requests that have passed five agents (B0-274)", async () => {
    const { url, ask } = await servedBridge(documented);
    const list = { jsonrpc: "2.0", id: 1, method: "tasks/list" };
    expect((await post(`${url}/a2a`, list, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(`${url}/other`, list)).status).toBe(404);
    const get = await fetch(`${url}/a2a`);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await ask("message/send", { message: "x" }, { "x-agent-hops": "4" })).toHaveProperty("result");
    expect(await ask("message/send", { message: "x" }, { "x-agent-hops": "5" })).toMatchObject({
      error: { message: expect.stringContaining("passed 5 agents") },
    });
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok", open_tasks: 0 });
  });
});

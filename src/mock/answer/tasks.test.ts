import { describe, expect, it } from "vitest";
import { type JsonObject, valueAt } from "../../jsonrpc/json.ts";
import { testPeer } from "../../../test/mock/test-peer.ts";
import { loadMock } from "../script/load-script.ts";

const reference = loadMock("reference", "/");

describe("tasks", () => {
  const call = { name: "slow", task: { ttl: 60_000 } };

  async function started() {
    const peer = testPeer(reference);
    await peer.open("2025-11-25");
    const task = valueAt(await peer.ask("tools/call", call), "result", "task") as JsonObject;
    return { peer, task, taskId: task["taskId"] ?? null };
  }

  it("are answered at once and completed later", async () => {
    const { peer, task, taskId } = await started();
    expect(task).toMatchObject({ status: "working", ttl: 60_000, createdAt: "2023-11-14T22:13:20.000Z" });
    expect(valueAt(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("working");
    await peer.give({ jsonrpc: "2.0", id: "wait", method: "tasks/result", params: { taskId } });
    const [result] = await peer.advance(1000);
    expect(result).toMatchObject({
      id: "wait",
      result: { content: [{ text: "Done after 4 steps." }], _meta: { "io.modelcontextprotocol/related-task": { taskId } } },
    });
    expect(valueAt(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("completed");
    expect(valueAt(await peer.ask("tasks/list"), "result", "tasks", 0, "taskId")).toBe(taskId);
    expect(valueAt(await peer.ask("tasks/cancel", { taskId }), "error", "code")).toBe(-32602);
  });

  it("stay cancelled, and their waiters are told", async () => {
    const { peer, taskId } = await started();
    await peer.give({ jsonrpc: "2.0", id: "wait", method: "tasks/result", params: { taskId } });
    const all = await peer.give({ jsonrpc: "2.0", id: "stop", method: "tasks/cancel", params: { taskId } });
    expect(all.find((message) => message["id"] === "stop")).toMatchObject({ result: { status: "cancelled" } });
    expect(all.find((message) => message["id"] === "wait")).toHaveProperty("error");
    expect(await peer.advance(10_000)).toEqual([]);
    expect(valueAt(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("cancelled");
  });

  it("ask for input in their name", async () => {
    const peer = testPeer(reference);
    await peer.open("2025-11-25", { elicitation: {} });
    const created = await peer.give({ jsonrpc: "2.0", id: 77, method: "tools/call", params: { name: "ask_name", task: {} } });
    const [question] = await peer.advance(0);
    expect(question).toMatchObject({ method: "elicitation/create" });
    const taskId = valueAt(created[0], "result", "task", "taskId") ?? null;
    expect(valueAt(question, "params", "_meta", "io.modelcontextprotocol/related-task", "taskId")).toBe(taskId);
    expect(valueAt(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("input_required");
    await peer.give({ jsonrpc: "2.0", id: question?.["id"] ?? null, result: { action: "decline" } });
    expect(valueAt(await peer.ask("tasks/get", { taskId }), "result", "status")).toBe("completed");
  });

  it("are refused by tools without them and unknown in other revisions", async () => {
    const { peer } = await started();
    expect(valueAt(await peer.ask("tools/call", { name: "status", task: {} }), "error", "code")).toBe(-32601);
    const older = testPeer(reference);
    await older.open("2025-06-18");
    expect(valueAt(await older.ask("tasks/list"), "error", "code")).toBe(-32601);
    expect(valueAt(await older.ask("tools/call", { name: "status", task: {} }), "result", "content", 0, "text")).toBe(
      "All is well.",
    );
  });
});

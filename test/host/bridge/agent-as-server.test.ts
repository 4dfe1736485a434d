import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/jsonrpc/json.ts";
import { emptyConfiguration } from "../../../src/host/config/configuration.ts";
import { loadConfiguration } from "../../../src/host/config/load-configuration.ts";
import type { ServerDefinition } from "../../../src/host/config/server-definition.ts";
import { effectiveProfile } from "../../../src/host/profile/effective-profile.ts";
import { bareWorld, post } from "../served-host.ts";
import { servedBridge, webhookSink } from "./served-bridge.ts";

const late = { say: "late", fault: { hang: true } };

async function connected(setup: Parameters<typeof servedBridge>[0]) {
  const served = await servedBridge(setup);
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`)));
  onTestFinished(() => client.close());
  const call = async (name: string, args: JsonObject) => {
    const { content, isError, structuredContent: handle, ...rest } = await client.callTool({ name, arguments: args });
    return { text: (content as readonly { text: string }[])[0]?.text, isError: isError === true, handle, ...rest };
  };
  return { ...served, client, call };
}

describe.each(["ollama", "strict"])("the agent as an MCP server, profile %s", (profile) => {
  it("has its five tools, or those that are named (B0-253, B0-254)", async () => {
    const names = async (tools?: readonly string[]) => {
      const { client } = await connected({ profile, bridge: { tools } });
      return (await client.listTools()).tools.map(({ name }) => name);
    };
    expect(await names()).toEqual(["invoke", "generate_code", "analyze_code", "answer_question", "get_task_result"]);
    expect(await names(["invoke", "get_task_result"])).toEqual(["invoke", "get_task_result"]);
  });

  it("works in the background unless it is asked to wait, and keeps control arguments to itself (B0-249, B0-256)", async () => {
    const { call, backend, bridge } = await connected({ profile, turns: [{ say: "42" }] });
    const sink = await webhookSink();
    const waited = await call("invoke", { task: "Count", context: "A list", _sync: true, _task_id: "one" });
    expect(waited).toMatchObject({ text: "42", isError: false });
    const begun = await call("invoke", { task: "Count", context: "A list", _webhook: sink.url, _task_id: "two" });
    expect(begun.handle).toEqual({ task_id: "two", async: true });
    expect("metadata" in begun).toBe(profile === "ollama");
    await expect.poll(async () => (await call("get_task_result", { task_id: "two" })).text).toBe("42");
    await bridge.core.notices.idle();
    expect(sink.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([{ task_id: "two", result: "42" }]);
    const asked = backend.requests().map(({ messages }) => messages.at(-1)?.content);
    expect(asked).toEqual(["Count\n\nContext:\nA list", "Count\n\nContext:\nA list"]);
    expect(await call("invoke", { task: "Count", _async: false })).toMatchObject({ text: "42" });
    expect(await call("invoke", { task: "Count", _task_id: "one" })).toMatchObject({ isError: true });
    expect(await call("invoke", { task: "Count", _webhook: "http://10.0.0.1/" })).toMatchObject({ isError: true });
  });

  it("tells apart what runs, failed, is done and is not there (B0-257)", async () => {
    const { call, ask } = await connected({ profile, turns: [late] });
    const isError = profile === "strict";
    await call("answer_question", { question: "Why?", _task_id: "runs" });
    expect(await call("get_task_result", { task_id: "runs" })).toMatchObject({
      text: "The task is still running.",
      isError: false,
    });
    await ask(profile === "strict" ? "CancelTask" : "tasks/cancel", { id: "runs", task_id: "runs" });
    expect(await call("get_task_result", { task_id: "runs" })).toMatchObject({ text: "The task was cancelled.", isError });
    expect(await call("get_task_result", { task_id: "none" })).toMatchObject({ text: "There is no such task.", isError });
    const failing = await connected({ profile, turns: [{ say: "x", fault: { status: { code: 500 } } }] });
    expect(await failing.call("analyze_code", { code: "1", _sync: true, _task_id: "bad" })).toMatchObject({ isError: true });
    expect(await failing.call("get_task_result", { task_id: "bad" })).toMatchObject({
      text: expect.stringContaining("The task failed"),
      isError,
    });
  });

  it("gives a session, takes notifications with 202 and refuses what is no message (B0-255)", async () => {
    const { url } = await servedBridge({ profile });
    const accept = { accept: "application/json, text/event-stream" };
    const params = { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    const opened = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", ...accept },
      body,
    });
    const headers = { ...accept, "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    await opened.text();
    expect(headers["mcp-session-id"]).not.toBe("");
    expect(await post(`${url}/mcp`, { jsonrpc: "2.0", method: "notifications/initialized" }, headers)).toMatchObject({
      status: 202,
      text: "",
    });
    const codeOf = async (message: object) => {
      const { text } = await post(`${url}/mcp`, message, headers);
      return (JSON.parse(text) as { error: { code: number } }).error.code;
    };
    expect(await codeOf({ jsonrpc: "1.0", id: 2, method: "tools/list" })).toBe(-32600);
    expect(await codeOf({ jsonrpc: "2.0", id: 3, method: "tools/none" })).toBe(-32601);
  });
});

it("two agents that ask each other come to an end (B0-274)", async () => {
  const servers: ServerDefinition[][] = [[], []];
  const agents = await Promise.all(
    servers.map((own) =>
      servedBridge({
        turns: [{ calls: [{ name: "answer_question", arguments: { question: "And you?", _sync: true } }] }, { say: "done" }],
        configuration: { ...emptyConfiguration, servers: own },
        set: ["tools.naming=bare", "tools.exposure=eager", "policy.approval.when=off"],
      }),
    ),
  );
  for (const [at, own] of servers.entries()) {
    const text = JSON.stringify({ mcpServers: { other: { url: `${agents[1 - at]?.url ?? ""}/mcp`, transport: "http" } } });
    own.push(...loadConfiguration(effectiveProfile("strict"), { ...bareWorld(), readText: () => text }, "/s.json").value.servers);
  }
  const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "Begin" }] };
  expect(await agents[0]?.ask("SendMessage", { message })).toMatchObject({
    result: { task: { status: { state: "TASK_STATE_COMPLETED" } } },
  });
  const asked = agents.map(({ backend }) => backend.requests().length);
  expect(asked[0]! + asked[1]!).toBe(10);
}, 60_000);

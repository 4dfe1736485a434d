import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { setupServer } from "msw/node";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { calls, type Clock, type McpcheckError, mcpHandlers, type MockDefinition, modelHandlers, says } from "./msw.ts";

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledRequest: "error" }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

const who = { name: "tests", version: "1.0.0" };
const url = "https://weather.example/tools/mcp";
const weather: MockDefinition = {
  tools: [{ name: "weather", inputSchema: { type: "object" }, answers: { content: [{ type: "text", text: "rain" }] } }],
};

/** Puts handlers into the network of these tests. */
function caught<T extends Parameters<typeof network.use>>(handlers: T): T {
  network.use(...handlers);
  return handlers;
}

/** Sends a message of a stateful revision to a mock server. */
function post(body: object, session?: string): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(session === undefined ? {} : { "mcp-session-id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
  });
}

const initialize = { method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: who } };

describe("a mock MCP server behind msw", () => {
  test.each([
    ["v1", () => new ClientV1(who), (at: URL) => new TransportV1(at)],
    ["v2", () => new ClientV2(who), (at: URL) => new TransportV2(at)],
  ])("is spoken to by the SDK %s, and shows what it was sent", async (_sdk, make, over) => {
    await using server = caught(mcpHandlers(weather, { url }));
    const client = make();
    // The SDK's own type is not exact about optional members.
    await client.connect(over(new URL(url)) as never);
    expect(await client.callTool({ name: "weather", arguments: { city: "Bern" } })).toMatchObject({
      content: [{ type: "text", text: "rain" }],
    });
    await client.close();
    expect(server.received("tools/call")).toMatchObject([{ params: { arguments: { city: "Bern" } } }]);
    expect(server.messages.find(({ method }) => method === "tools/call")?.headers).toMatchObject({ accept: expect.any(String) });
  });

  test("speaks the transport of 2024-11-05", async () => {
    await using server = caught(mcpHandlers("echo", { url: "https://old.example/stream", transport: "sse" }));
    const client = new ClientV1(who);
    const transport = new SSEClientTransport(new URL("https://old.example/stream"));
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("echo");
    await client.close();
    expect(server.received("tools/list")).toHaveLength(1);
  });

  test("keeps a session, and pushes over its open stream", async () => {
    await using server = caught(mcpHandlers(weather, { url, revision: "2025-11-25" }));
    const first = await post(initialize);
    const session = first.headers.get("mcp-session-id") ?? "";
    await first.text();
    expect((await post({ id: undefined, method: "notifications/initialized" }, session)).status).toBe(202);
    const stream = await fetch(url, { headers: { accept: "text/event-stream", "mcp-session-id": session } });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    server.change({ lists: ["tools"] });
    let heard = "";
    while (!heard.includes("list_changed")) heard += (await reader.read()).value ?? "";
    expect(heard).toContain('"method":"notifications/tools/list_changed"');
    void reader.cancel();
    expect((await post({ method: "ping" }, "unknown")).status).toBe(404);
  });

  test("cuts an answer within its body, after what was written", async () => {
    caught(mcpHandlers({ rules: [{ on: "ping", do: [{ write: '{"jsonrpc":' }, { drop: true }] }] }, { url }));
    const first = await post(initialize);
    const response = await post({ method: "ping" }, first.headers.get("mcp-session-id") ?? "");
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('{"jsonrpc":');
    await expect(reader.read()).rejects.toThrow(TypeError);
  });

  test("is not there before its first word when a script says so, and after it was closed", async () => {
    const server = caught(mcpHandlers({ rules: [{ on: "initialize", do: [{ drop: true }] }] }, { url }));
    await expect(post(initialize)).rejects.toThrow(TypeError);
    await server.close();
    await expect(post({ method: "ping" })).rejects.toThrow(TypeError);
  });

  test.each([
    ["an address that is none", "echo", { url: "/mcp" }, "url: must be a whole address"],
    ["an unknown mock", "ecco", { url }, "did you mean echo"],
    ["a mock that is not made for HTTP", "argv-dump", { url }, "transport: mock argv-dump is made for stdio, not for http"],
  ])("says what is wrong with %s", (_what, definition, options, message) => {
    expect(() => mcpHandlers(definition, options)).toThrow(
      expect.objectContaining<Partial<McpcheckError>>({ kind: "usage", message: expect.stringContaining(message) }),
    );
  });
});

const asked = { role: "user" as const, content: "cats, please" };
const tools = [{ type: "function" as const, function: { name: "search", parameters: { type: "object", properties: {} } } }];

describe("a fake model behind msw", () => {
  test.each(["https://api.openai.com/v1", "https://api.openai.com"])("speaks to OpenAI's client below %s", async (baseUrl) => {
    const model = caught(modelHandlers(calls("search", { query: "cats" }).then(says("Found some.")), { api: "openai", baseUrl }));
    const client = new OpenAI({ apiKey: "not-secret", baseURL: "https://api.openai.com/v1" });
    const stream = await client.chat.completions.create({ model: "any", messages: [asked], tools, stream: true });
    let args = "";
    for await (const { choices } of stream) args += choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? "";
    expect(JSON.parse(args)).toEqual({ query: "cats" });
    expect(model.requests).toMatchObject([{ api: "openai", path: "/v1/chat/completions", outcome: "answered", status: 200 }]);
    expect(model.requests[0]?.headers["authorization"]).toBe("Bearer (10 characters)");
  });

  test("answers whole, refuses as its wire does, and fails as a script says", async () => {
    const baseUrl = "http://localhost:11434";
    caught(modelHandlers(says("hi"), { api: "ollama", baseUrl }));
    const chat = (body: object) => fetch(`${baseUrl}/api/chat`, { method: "POST", body: JSON.stringify(body) });
    expect(await (await chat({ model: "any", messages: [asked], stream: false })).json()).toMatchObject({
      message: { content: "hi" },
    });
    expect(await (await fetch(baseUrl)).text()).toBe("Ollama is running");
    expect((await fetch(`${baseUrl}/v1/models`)).status).toBe(404);
    caught(modelHandlers("http-500", { api: "ollama", baseUrl }));
    expect((await chat({ model: "any", messages: [asked] })).status).toBe(500);
    caught(modelHandlers("drop-mid-stream", { api: "ollama", baseUrl }));
    const dropped = await chat({ model: "any", messages: [asked] });
    await expect(dropped.text()).rejects.toThrow(TypeError);
  });

  test("is as slow as its script says, by the clock it was given", async () => {
    let now = 0;
    const pauses: number[] = [];
    const clock: Clock = {
      now: () => now,
      setTimeout(ms, fn) {
        pauses.push(ms);
        now += ms;
        queueMicrotask(fn);
        return () => undefined;
      },
    };
    const turns = [{ say: "one two", fault: { slow: { first: 5_000, each: 60_000 } } }];
    const baseUrl = "https://api.anthropic.com";
    const script = { scenarios: [{ id: "slow", turns, rounds: "all" as const }] };
    const model = caught(modelHandlers(script, { api: "anthropic", baseUrl, clock }));
    const response = await fetch(`${baseUrl}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "not-secret", "anthropic-version": "2023-06-01", "content-type": "application/json" },
      body: JSON.stringify({ model: "any", max_tokens: 10, messages: [asked], stream: true }),
    });
    expect(await response.text()).toContain("message_stop");
    expect(pauses[0]).toBe(5_000);
    expect(pauses).toContain(60_000);
    expect(model.requests).toMatchObject([{ api: "anthropic", at: 0 }]);
  });

  test("notices who goes away, and is gone when it was closed", async () => {
    const baseUrl = "https://api.openai.com";
    const hanging = {
      scenarios: [{ id: "hang", turns: [{ say: "never", fault: { hang: true as const } }], rounds: "all" as const }],
    };
    const model = caught(modelHandlers(hanging, { api: "openai", baseUrl }));
    const body = JSON.stringify({ model: "any", messages: [asked] });
    const stop = new AbortController();
    const waiting = fetch(`${baseUrl}/v1/chat/completions`, { method: "POST", body, signal: stop.signal });
    await expect.poll(() => model.requests.length).toBe(1);
    stop.abort();
    await expect(waiting).rejects.toThrow("aborted");
    await expect.poll(() => model.requests[0]?.outcome).toBe("left");
    const second = fetch(`${baseUrl}/v1/chat/completions`, { method: "POST", body });
    await expect.poll(() => model.requests.length).toBe(2);
    model.close();
    await expect(second).rejects.toThrow(TypeError);
  });

  test("says what is wrong with its wire", () => {
    expect(() => modelHandlers("say", { api: "openia" as "openai", baseUrl: "https://api.openai.com" })).toThrow("api: must be");
  });
});

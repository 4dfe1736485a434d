import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, test } from "vitest";
import { listMocks, type MockDefinition, mockTransport, startMockServer } from "./mock.ts";

const who = { name: "tests", version: "1.0.0" };
const weather: MockDefinition = {
  tools: [{ name: "weather", inputSchema: { type: "object" }, answers: { content: [{ type: "text", text: "rain" }] } }],
};

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

/** Closes it when the test is over. */
function kept<T extends { close: () => Promise<void> }>(one: T): T {
  opened.push(one);
  return one;
}

describe("a mock server in this process", () => {
  test.each([
    ["v1", () => new ClientV1(who)],
    ["v2", () => new ClientV2(who)],
  ])("is spoken to by the SDK %s, and shows what it was sent", async (_sdk, make) => {
    const transport = kept(mockTransport(weather));
    const client = kept(make());
    await client.connect(transport);
    expect(await client.callTool({ name: "weather", arguments: { city: "Bern" } })).toMatchObject({
      content: [{ type: "text", text: "rain" }],
    });
    expect(transport.received("tools/call")).toMatchObject([{ params: { name: "weather", arguments: { city: "Bern" } } }]);
    expect(transport.messages.map(({ from }) => from)).toContain("server");
  });

  test("notifies, and tells of changes", async () => {
    const transport = kept(mockTransport(weather, { revision: "2025-11-25" }));
    const client = kept(new ClientV1(who));
    const heard: string[] = [];
    client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
    await client.connect(transport);
    transport.change({ lists: ["tools"] });
    transport.notify("notifications/message", { level: "info", data: "hello" });
    await client.ping();
    expect(heard).toEqual(["notifications/tools/list_changed", "notifications/message"]);
  });

  test("gives what is no message to onerror, and goes when a script ends its process", async () => {
    const transport = kept(mockTransport({ rules: [{ on: "ping", do: [{ raw: "no JSON\n" }, { exit: 1 }] }] }));
    const errors: string[] = [];
    const closed = new Promise<void>((onclose) =>
      Object.assign(transport, { onclose, onerror: ({ message }: Error) => errors.push(message) }),
    );
    await transport.start();
    await transport.send({ jsonrpc: "2.0", id: 1, method: "ping" });
    await closed;
    expect(errors).toEqual(["the server wrote a line that is no message: no JSON"]);
  });

  test("ends on a signal", async () => {
    const stop = new AbortController();
    const transport = mockTransport("echo", { signal: stop.signal });
    const closed = new Promise<void>((onclose) => Object.assign(transport, { onclose }));
    await transport.start();
    stop.abort();
    await expect(closed).resolves.toBeUndefined();
  });
});

describe("a mock server that is started", () => {
  test("over HTTP is reached by its URL, and shows headers", async () => {
    const server = kept(await startMockServer("echo", { transport: "http", revision: "2025-11-25" }));
    const client = kept(new ClientV1(who));
    // The SDK's own type is not exact about optional members.
    const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { "X-Test": "1" } } });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("echo");
    expect(server.received("tools/list")).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/mcp", headers: { "x-test": "1" } });
    expect(server.messages.find(({ method }) => method === "tools/list")?.headers).toMatchObject({ "x-test": "1" });
  });

  test("over stdio is a command, whose traffic is known here", async () => {
    const server = kept(await startMockServer(weather, { transport: "stdio" }));
    for (const city of ["Bern", "Basel"]) {
      const client = kept(new ClientV1(who));
      await client.connect(new StdioClientTransport({ command: server.command, args: [...server.args] }));
      await client.callTool({ name: "weather", arguments: { city } });
    }
    expect(server.received("tools/call")).toMatchObject([
      { params: { arguments: { city: "Bern" } } },
      { params: { arguments: { city: "Basel" } } },
    ]);
  });

  test("is disposed of by await using, and closes only once", async () => {
    const server = await startMockServer("echo", { transport: "http" });
    await server[Symbol.asyncDispose]();
    await server.close();
    await expect(fetch(server.url)).rejects.toThrow("fetch failed");
  });

  test.each([
    ["an unknown mock", "ecco", {}, "did you mean echo"],
    ["an unknown revision", "echo", { revision: "2020-01-01" }, "revision: there is no 2020-01-01"],
    ["a script that is not valid", { tools: [{ name: "x" }] }, {}, "script#/tools/0/inputSchema is not a valid mock script"],
  ])("says what is wrong with %s", async (_what, definition, options, message) => {
    await expect(startMockServer(definition as MockDefinition, { transport: "http", ...options })).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(message),
    });
  });
});

test("the mocks that come along are listed", () => {
  expect(listMocks().map(({ id }) => id)).toContain("reference");
});

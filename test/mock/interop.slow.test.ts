import { join } from "node:path";
import * as v2 from "@modelcontextprotocol/client";
import * as v2stdio from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterEach, describe, expect, it } from "vitest";
import type { Era } from "../../src/spec/revision.ts";
import { spokenIn } from "../../src/mock/era/capabilities.ts";
import type { Listening } from "../../src/mock/serve/listening.ts";
import { listMocks, loadMock } from "../../src/mock/script/load-script.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import type { MockScript } from "../../src/mock/script/script.ts";
import { serveHttp } from "../../src/mock/serve/http/serve-http.ts";
import { serveSse } from "../../src/mock/serve/serve-sse.ts";
import { systemWorld } from "../../src/mock/world/system-world.ts";
import { isClean, transportsOf } from "../../src/mock/era/transports.ts";
import { root } from "../support/run-cli.ts";

const identity = { name: "interop", version: "1" };
const child = (...words: string[]) => ({
  command: process.execPath,
  args: [join(root, "bin/mcpcheck.js"), "serve", "mock", ...words],
});

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanup.splice(0).toReversed()) await close();
});

async function listen(transport: "http" | "sse", id: string): Promise<Listening> {
  const server = createMockServer(
    loadMock(id, "/"),
    systemWorld(transport, (text) => expect.fail(text)),
  );
  const listening = await (transport === "http" ? serveHttp : serveSse)(server, { host: "127.0.0.1", port: 0 });
  cleanup.push(listening.close);
  return listening;
}

async function v1Transport(kind: "stdio" | "http" | "sse", id: string): Promise<unknown> {
  if (kind === "stdio") return new StdioClientTransport(child(id));
  const url = new URL((await listen(kind, id)).url);
  return kind === "http" ? new StreamableHTTPClientTransport(url) : new SSEClientTransport(url);
}

async function v1Client(kind: "stdio" | "http" | "sse", id = "reference"): Promise<Client> {
  const client = new Client(identity, {
    capabilities: { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } },
  });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada" } }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: "assistant",
    model: "m",
    content: { type: "text", text: "Paris" },
  }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///home" }] }));
  await client.connect((await v1Transport(kind, id)) as Transport);
  cleanup.push(() => client.close());
  return client;
}

describe.each(["stdio", "http", "sse"] as const)("the v1 client on %s", (kind) => {
  it("walks through everything the reference mock offers", async () => {
    const client = await v1Client(kind);
    expect(client.getServerVersion()).toMatchObject({ name: "mcpcheck-reference" });
    const first = await client.listTools();
    const second = await client.listTools({ cursor: first.nextCursor });
    expect([first.tools.length, second.tools.length, second.nextCursor]).toEqual([6, 6, undefined]);
    expect(await client.callTool({ name: "add", arguments: { a: 1, b: 2 } })).toMatchObject({ structuredContent: { sum: 3 } });
    expect(await client.callTool({ name: "add", arguments: { a: "1" } })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: "nothing" })).rejects.toMatchObject({ code: -32602 });
    await expect(client.readResource({ uri: "note://nothing" })).rejects.toMatchObject({ code: -32002 });
    expect((await client.readResource({ uri: "city://bern" })).contents).toMatchObject([{ text: "bern is a city." }]);
    expect((await client.listResources()).resources).toHaveLength(6);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    expect((await client.getPrompt({ name: "review", arguments: { code: "x", language: "php" } })).messages).toHaveLength(1);
    await expect(client.getPrompt({ name: "review" })).rejects.toMatchObject({ code: -32602 });
    const completed = await client.complete({
      ref: { type: "ref/prompt", name: "review" },
      argument: { name: "language", value: "p" },
    });
    expect(completed.completion.values).toEqual(["python", "perl", "php", "typescript"]);
    await client.setLoggingLevel("error");
    await client.ping();
  });

  it("is asked for input, a completion and roots while a tool runs", async () => {
    const client = await v1Client(kind);
    expect(JSON.stringify(await client.callTool({ name: "ask_name" }))).toContain("Ada");
    expect(JSON.stringify(await client.callTool({ name: "ask_model" }))).toContain("Paris");
    expect(JSON.stringify(await client.callTool({ name: "ask_roots" }))).toContain("file:///home");
  });

  it("sees progress rise and an update of the resource it subscribed to", async () => {
    const client = await v1Client(kind);
    const steps: number[] = [];
    await client.callTool({ name: "slow" }, undefined, { onprogress: ({ progress }) => steps.push(progress) });
    expect(steps).toEqual([1, 2, 3, 4]);
    const updated = new Promise((resolve) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
    });
    await client.subscribeResource({ uri: "note://welcome" });
    await client.callTool({ name: "touch" });
    expect(await updated).toBe("note://welcome");
  });
});

async function v2Client(kind: "stdio" | "http", era: "legacy" | "modern", id = "reference"): Promise<v2.Client> {
  const versionNegotiation = era === "modern" ? { mode: { pin: "2026-07-28" } } : { mode: "legacy" as const };
  const client = new v2.Client(identity, { capabilities: { elicitation: { form: {} } }, versionNegotiation });
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }));
  const transport =
    kind === "stdio"
      ? new v2stdio.StdioClientTransport(child(id))
      : new v2.StreamableHTTPClientTransport(new URL((await listen("http", id)).url));
  await client.connect(transport);
  cleanup.push(() => client.close());
  return client;
}

describe.each([
  ["stdio", "legacy"],
  ["stdio", "modern"],
  ["http", "legacy"],
  ["http", "modern"],
] as const)("the v2 client on %s, %s", (kind, era) => {
  it("lists, calls, reads, completes and is asked", async () => {
    const client = await v2Client(kind, era);
    const tools = await client.listTools();
    expect(tools.tools.map((tool) => tool.name)).toContain("ask_name");
    expect(await client.callTool({ name: "add", arguments: { a: 1, b: 2 } })).toMatchObject({ structuredContent: { sum: 3 } });
    expect(await client.callTool({ name: "forecast", arguments: { region: "Zürich " } })).toMatchObject({
      structuredContent: { conditions: "clear" },
    });
    await expect(client.readResource({ uri: "note://nothing" })).rejects.toThrow("Resource not found");
    expect((await client.getPrompt({ name: "greet" })).messages).toHaveLength(2);
    expect(JSON.stringify(await client.callTool({ name: "ask_name" }))).toContain("Ada");
  });
});

it("modern-only turns a v1 client away and serves a pinned v2 client", async () => {
  const url = new URL((await listen("http", "modern-only")).url);
  await expect(new Client(identity).connect(new StreamableHTTPClientTransport(url) as Transport)).rejects.toThrow(
    /Unsupported protocol version|400/,
  );
  expect((await (await v2Client("http", "modern", "modern-only")).listTools()).tools).toHaveLength(4);
});

it("legacy-only turns a pinned v2 client away and serves one that falls back", async () => {
  await expect(v2Client("http", "modern", "legacy-only")).rejects.toThrow(/version|modern|2026-07-28/i);
  const url = new URL((await listen("http", "legacy-only")).url);
  const client = new v2.Client(identity, { versionNegotiation: { mode: "auto" } });
  await client.connect(new v2.StreamableHTTPClientTransport(url));
  cleanup.push(() => client.close());
  expect((await client.listTools()).tools).toHaveLength(4);
});

/** What both SDK clients can do alike. */
type AnyClient = {
  readonly listTools: (params?: { cursor?: string | undefined }) => Promise<{
    readonly tools: readonly { readonly name: string; readonly inputSchema: { readonly required?: unknown } }[];
    readonly nextCursor?: string | undefined;
  }>;
  readonly callTool: (params: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>;
};

const kindOf = (answer: unknown): string =>
  typeof answer === "object" && answer !== null && "content" in answer ? "content" : "nothing";
const refusalOf = (error: unknown): string => (String(error).includes("declares tasks") ? "refused" : String(error));

/** Lists all tools, page by page, calls the first three that need no arguments, and gives how many there are. */
async function useTools(client: AnyClient, asTasksOnly: readonly string[] = []): Promise<number> {
  const found: { readonly name: string; readonly inputSchema: { readonly required?: unknown } }[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    found.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const easy = found.filter(({ inputSchema }) => inputSchema.required === undefined).slice(0, 3);
  for (const { name } of easy) {
    const told = await client.callTool({ name, arguments: {} }).then(kindOf, refusalOf);
    expect([name, told]).toEqual([name, asTasksOnly.includes(name) ? "refused" : "content"]);
  }
  return found.length;
}

/** How many tools a script offers. */
const offered = ({ tools = [] }: MockScript) => tools.reduce((sum, { copies = 1 }) => sum + copies, 0);

/** Tools that work only for clients that know the extension for tasks, which the SDKs do not declare. */
const asTasksOnly = ({ tools = [] }: MockScript) =>
  tools.flatMap(({ name, answers }) => (answers?.becomesTask === "needed" ? [name] : []));

/** The clean mocks with tools that are played on a transport and speak an era, by id. */
const cleanOn = (transport: "stdio" | "http" | "sse", era: Era) =>
  listMocks()
    .filter((script) => isClean(script) && script.tools !== undefined && spokenIn(script, era).length > 0)
    .filter((script) => transportsOf(script).includes(transport))
    .map((script) => [script.id, script] as const);

describe("every clean mock serves", () => {
  it.each(cleanOn("http", "stateful"))("the v1 and the v2 client on HTTP: %s", async (id, script) => {
    expect(await useTools(await v1Client("http", id))).toBe(offered(script));
    expect(await useTools(await v2Client("http", "legacy", id))).toBe(offered(script));
  });

  it.each(cleanOn("http", "stateless"))("the v2 client on HTTP without state: %s", async (id, script) => {
    expect(await useTools(await v2Client("http", "modern", id), asTasksOnly(script))).toBe(offered(script));
  });

  it.each(cleanOn("sse", "stateful"))("the v1 client on HTTP+SSE: %s", async (id, script) => {
    expect(await useTools(await v1Client("sse", id))).toBe(offered(script));
  });

  // Each is a process: the mocks whose contents differ most, not all of them.
  it.each(cleanOn("stdio", "stateful").filter(([id]) => ["fs", "mixed-content", "conformance"].includes(id)))(
    "the v1 and the v2 client on stdio: %s",
    async (id, script) => {
      expect(await useTools(await v1Client("stdio", id))).toBe(offered(script));
      expect(await useTools(await v2Client("stdio", "modern", id))).toBe(offered(script));
    },
  );
});

import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, whyNoChromium } from "../support/chromium.ts";
import { packedProject, type PackedProject } from "../support/packed.ts";

/** A page of a user, with whatever he imports: it tells what it found as JSON. */
const page = `
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { setupWorker } from "msw/browser";
import { calls, mcpHandlers, modelHandlers, says } from "mcpcheck/msw";
import { parseToolCalls, toolCallStream } from "mcpcheck/toolcall";

const url = "https://weather.example/mcp";
const weather = { tools: [{ name: "weather", inputSchema: { type: "object" }, answers: { content: [{ type: "text", text: "rain" }] } }] };
const server = mcpHandlers(weather, { url });
const echo = mcpHandlers({ ...weather, tools: [{ ...weather.tools[0], name: "echo" }] }, { url: "https://echo.example/mcp" });
const model = modelHandlers(calls("weather", { city: "Bern" }).then(says("It rains.")), { api: "openai", baseUrl: "https://api.openai.com/v1" });
const slow = modelHandlers({ scenarios: [{ id: "cut", rounds: "all", turns: [{ say: "one two three", fault: { drop: { after: 2 } } }] }] }, { api: "ollama", baseUrl: "http://ollama.example:11434" });
const text = modelHandlers(calls("weather", { city: "Bern" }).asText("hermes"), { api: "ollama", baseUrl: "http://text.example" });

const error = async (what) => { try { await what(); return "none"; } catch (thrown) { return thrown.constructor.name; } };
const chat = (at, body) => fetch(at, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ model: "any", messages: [{ role: "user", content: "Rain?" }], ...body }) });

window.look = async () => {
  await setupWorker(...server, ...echo, ...model, ...slow, ...text).start({ quiet: true, onUnhandledRequest: "bypass" });
  const sdks = [];
  for (const [client, transport] of [
    [new ClientV1({ name: "page", version: "1.0.0" }), new TransportV1(new URL(url))],
    [new ClientV2({ name: "page", version: "1.0.0" }), new TransportV2(new URL(url))],
  ]) {
    await client.connect(transport);
    sdks.push((await client.callTool({ name: "weather", arguments: { city: "Bern" } })).content);
    await client.close();
  }
  const client = new ClientV1({ name: "page", version: "1.0.0" });
  await client.connect(new TransportV1(new URL("https://echo.example/mcp")));
  const other = (await client.listTools()).tools.map(({ name }) => name);
  const streamed = await (await chat("https://api.openai.com/v1/chat/completions", { stream: true, tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }] })).text();
  const dropped = await chat("http://ollama.example:11434/api/chat", {});
  const said = (await (await chat("http://text.example/api/chat", { stream: false })).json()).message.content;
  const events = [];
  const pieces = new Blob([said]).stream().pipeThrough(new TextDecoderStream()).pipeThrough(toolCallStream("hermes"));
  const reader = pieces.getReader();
  for (let one = await reader.read(); !one.done; one = await reader.read()) events.push(one.value.type);
  return {
    sdks,
    received: server.received("tools/call").map(({ params }) => params.arguments),
    other,
    streamed: streamed.includes("tool_calls") && streamed.endsWith("data: [DONE]\\n\\n"),
    requests: model.requests.map(({ path, outcome }) => [path, outcome]),
    dropped: [dropped.status, await error(() => dropped.text())],
    file: await error(async () => mcpHandlers("./mine.json", { url })),
    calls: parseToolCalls(said, "hermes").calls,
    events: events.length > 0,
  };
};
`;

describe.skipIf(chromiumPath === undefined)(`what is imported in a browser (skipped where ${whyNoChromium})`, () => {
  let project: PackedProject;
  let http: Server;
  let browser: Browser;
  beforeAll(async () => {
    project = packedProject();
    for (const name of ["msw", "@modelcontextprotocol/sdk", "@modelcontextprotocol/client"]) project.add(name);
    writeFileSync(join(project.folder, "page.js"), page);
    await build({
      entryPoints: [join(project.folder, "page.js")],
      outfile: join(project.folder, "bundle.js"),
      bundle: true,
      format: "esm",
      platform: "browser",
      logLevel: "error",
    });
    const files: Readonly<Record<string, readonly [type: string, path: string]>> = {
      "/bundle.js": ["text/javascript", join(project.folder, "bundle.js")],
      "/mockServiceWorker.js": ["text/javascript", join(project.folder, "node_modules/msw/lib/mockServiceWorker.js")],
    };
    http = createServer(({ url = "/" }, response) => {
      const [type, path] = files[url] ?? ["text/html", undefined];
      response.writeHead(200, { "content-type": type });
      response.end(path === undefined ? '<script type="module" src="/bundle.js"></script>' : readFileSync(path));
    });
    await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
    browser = await chromium.launch({ executablePath: chromiumPath!, timeout: 120_000 });
  });
  afterAll(async () => {
    await browser?.close();
    http?.closeAllConnections();
    http?.close();
    project?.remove();
  });

  test("mocks and models answer behind msw's worker, and tool calls are read", async () => {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(120_000);
    const complaints: string[] = [];
    tab.on("pageerror", (error) => complaints.push(error.message));
    await tab.goto(`http://localhost:${(http.address() as AddressInfo).port}/`);
    await tab.waitForFunction("window.look !== undefined");
    expect(await tab.evaluate("window.look()")).toEqual({
      sdks: Array.from({ length: 2 }, () => [{ type: "text", text: "rain" }]),
      received: [{ city: "Bern" }, { city: "Bern" }],
      other: ["echo"],
      streamed: true,
      requests: [["/v1/chat/completions", "answered"]],
      dropped: [200, "TypeError"],
      file: "McpcheckError",
      calls: [{ name: "weather", arguments: '{"city":"Bern"}' }],
      events: true,
    });
    expect(complaints).toEqual([]);
  });
});

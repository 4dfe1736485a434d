import { createServer, type IncomingMessage, request as ask, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { createSecrets } from "../../src/base/secrets/secrets.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import { loadMock } from "../../src/mock/script/load-script.ts";
import { serveHttp } from "../../src/mock/serve/http/serve-http.ts";
import { systemWorld } from "../../src/mock/world/system-world.ts";
import { recordHttp } from "../../src/run/client/record/record-http.ts";
import { openTraceFile } from "../../src/run/client/record/trace-file.ts";
import { bothSides } from "../../src/trace/both-sides.ts";
import { parseTrace } from "../../src/trace/ndjson.ts";
import { eventsOf, revisionsIn, type Trace } from "../../src/trace/trace.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-record-http-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** Records what is asked of a server through a recorder in front of it. */
async function recorded(upstream: string, talk: (url: string) => Promise<void>, headers: string[] = []): Promise<Trace> {
  const file = join(folder, `${++files}.ndjson`);
  const secrets = createSecrets();
  const subject = { kind: "server", transport: "http", url: upstream, between: true } as const;
  const failed = (message: string): never => expect.fail(message);
  const trace = openTraceFile(file, subject, { hide: secrets, now: () => performance.now(), failed });
  const front = await recordHttp({
    upstream: new URL(upstream),
    transport: "http",
    port: 0,
    trace,
    authorized: (given) => void headers.push(...Object.values(given)),
  });
  await talk(front.url);
  await front.close();
  trace.close();
  return parseTrace(readFileSync(file, "utf8"), file);
}

async function serving(listener: RequestListener): Promise<{ readonly url: string; readonly http: Server }> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, http };
}

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const post = async (url: string, body: object, headers = {}): Promise<Response> =>
  await fetch(url, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify({ jsonrpc: "2.0", ...body }) });

test("a session passes, and both sides can be judged by what was recorded", async () => {
  const mock = createMockServer(
    loadMock("echo", "."),
    systemWorld("http", () => undefined),
  );
  const server = await serveHttp(mock, { host: "127.0.0.1", port: 0 });
  const trace = await recorded(server.url, async (url) => {
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "1" } };
    const opened = await post(url, { id: 1, method: "initialize", params });
    const more = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "", "mcp-protocol-version": "2025-06-18" };
    expect((await post(url, { method: "notifications/initialized" }, more)).status).toBe(202);
    expect(await (await post(url, { id: 2, method: "tools/list" }, more)).text()).toContain('"echo"');
  });
  await server.close();
  const { client, server: other } = bothSides(trace);
  expect([revisionsIn(client), revisionsIn(other)]).toEqual([["2025-06-18"], ["2025-06-18"]]);
  expect(new Set(trace.events.map(({ connection }) => connection))).toEqual(new Set([1]));
});

test("headers, status words and bodies pass as they are, broken ones too", async () => {
  const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x0d, 0x0a, 0x00]);
  let seen: IncomingMessage | undefined;
  let body = Buffer.alloc(0);
  const { url, http } = await serving((request, response) => {
    seen = request;
    request.on("data", (chunk: Buffer) => (body = Buffer.concat([body, chunk])));
    request.on("end", () => {
      response.sendDate = false;
      response.writeHead(418, "Short And Stout", ["X-Two", "1", "x-two", "2", "Content-Length", String(bytes.length)]);
      response.end(bytes);
    });
  });
  const got = await new Promise<{ head: IncomingMessage; body: Buffer }>((resolve) => {
    void recorded(url, async (front) => {
      const { head, body: answer } = await new Promise<{ head: IncomingMessage; body: Buffer }>((done) => {
        const asked = ask(front, {
          method: "POST",
          headers: ["X-Odd-CASE", "a", "x-odd-case", "b", "Host", new URL(front).host] as never,
        });
        asked.on("response", (one) => {
          let all = Buffer.alloc(0);
          one.on("data", (chunk: Buffer) => (all = Buffer.concat([all, chunk])));
          one.on("end", () => done({ head: one, body: all }));
        });
        asked.end(bytes);
      });
      resolve({ head, body: answer });
    });
  });
  http.close();
  expect([got.head.statusCode, got.head.statusMessage, got.body]).toEqual([418, "Short And Stout", bytes]);
  expect(got.head.rawHeaders.slice(0, 4)).toEqual(["X-Two", "1", "x-two", "2"]);
  expect(seen?.rawHeaders.slice(0, 4)).toEqual(["X-Odd-CASE", "a", "x-odd-case", "b"]);
  expect([seen?.headers.host, body]).toEqual([new URL(url).host, bytes]);
});

test("an event is there as soon as it was sent, and a stream that breaks off breaks off", async () => {
  let go = (): void => undefined;
  const { url, http } = await serving((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("id: 1\ndata: {}\n\n");
    go = () => response.destroy();
  });
  const trace = await recorded(url, async (front) => {
    const reader = (await fetch(front, { headers: { accept: "text/event-stream" } })).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("id: 1\ndata: {}\n\n");
    go();
    await expect(reader?.read()).rejects.toThrow("terminated");
  });
  http.close();
  expect(eventsOf(trace, "sse-event").map(({ id, data }) => [id, data])).toEqual([["1", "{}"]]);
  expect(eventsOf(trace, "http-end").map(({ how }) => how)).toEqual(["broken"]);
});

test("a client that leaves leaves the server as well", async () => {
  let left = (): void => undefined;
  const gone = new Promise<void>((resolve) => (left = resolve));
  const { url, http } = await serving((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(": hello\n\n");
    response.once("close", left);
  });
  const trace = await recorded(url, async (front) => {
    const over = new AbortController();
    await fetch(front, { signal: over.signal });
    over.abort();
    await gone;
  });
  http.close();
  expect(eventsOf(trace, "http-end").map(({ how }) => how)).toEqual(["closed-by-peer"]);
});

test("a server that is not there is told from one that answers", async () => {
  const trace = await recorded("http://127.0.0.1:9/mcp", async (front) => {
    const answer = await post(front, { id: 1, method: "ping" });
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining("mcpcheck record")]);
  });
  expect(eventsOf(trace, "http-response")).toEqual([]);
  expect(eventsOf(trace, "failure")).toHaveLength(1);
});

test("credentials and what is no MCP do not get into the record", async () => {
  const { url, http } = await serving((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json");
    response.end(
      request.url === "/token" ? '{"access_token":"told-to-nobody"}' : gzipSync('{"jsonrpc":"2.0","id":1,"result":{}}'),
    );
  });
  const told: string[] = [];
  const trace = await recorded(
    url,
    async (front) => {
      await fetch(new URL("/token", front), { method: "POST", body: "client_secret=told-to-nobody" });
      await post(front, { id: 1, method: "ping" }, { authorization: "Bearer given-to-one", "accept-encoding": "gzip" }).catch(
        () => undefined,
      );
    },
    told,
  );
  http.close();
  expect(JSON.stringify(trace)).not.toContain("told-to-nobody");
  expect(JSON.stringify(trace)).not.toContain("given-to-one");
  expect(told).toEqual(["Bearer given-to-one"]);
});

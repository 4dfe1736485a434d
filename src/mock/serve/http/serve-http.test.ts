import { request as httpRequest } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createParser } from "eventsource-parser";
import { type Json, type JsonObject, asObject, valueAt } from "../../../jsonrpc/json.ts";
import { loadMock, parseScript } from "../../script/load-script.ts";
import { createMockServer } from "../../mock-server.ts";
import { serveHttp } from "./serve-http.ts";
import { systemWorld } from "../../world/system-world.ts";
import { envelope } from "../../../../test/mock/test-peer.ts";
import type { World } from "../../world/world.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const both = "application/json, text/event-stream";
type Event = { readonly id: string | undefined; readonly event: string | undefined; readonly data: string };
type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly events: readonly Event[];
  readonly body: JsonObject;
};

function eventsIn(text: string): Event[] {
  const events: Event[] = [];
  const parser = createParser({ onEvent: ({ id, event, data }) => void events.push({ id, event, data }) });
  parser.feed(text);
  return events;
}

async function serve(partial: object = {}, world: Partial<World> = {}) {
  const reference = loadMock("reference", "/");
  const script = parseScript({ ...reference, ...partial }, "test.json");
  const server = createMockServer(script, { ...systemWorld("http", (text) => expect.fail(text)), ...world });
  const { url, close } = await serveHttp(server, { host: "127.0.0.1", port: 0 });
  closers.push(close);
  const read = async (response: Response): Promise<Reply> => {
    const text = await response.text();
    const json = response.headers.get("content-type") === "application/json";
    return {
      status: response.status,
      headers: response.headers,
      text,
      events: json ? [] : eventsIn(text),
      body: json ? asObject(JSON.parse(text) as Json) : {},
    };
  };
  const send = async (method: string, headers: Record<string, string>, body?: string) =>
    read(await fetch(url, { method, headers: { accept: both, ...headers }, ...(body === undefined ? {} : { body }) }));
  const post = (body: Json | string, headers: Record<string, string> = {}) =>
    send("POST", { "content-type": "application/json", ...headers }, typeof body === "string" ? body : JSON.stringify(body));
  const modern = (method: string, params: JsonObject = {}, headers: Record<string, string> = {}) => {
    const name = params["name"] ?? params["uri"];
    const standard = {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {}),
    };
    return post({ jsonrpc: "2.0", id: 7, method, params: { ...envelope(), ...params } }, { ...standard, ...headers });
  };
  const open = async (revision = "2025-11-25", capabilities: JsonObject = {}) => {
    const reply = await post({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: revision, capabilities, clientInfo: { name: "x", version: "1" } },
    });
    const session = { "mcp-session-id": reply.headers.get("mcp-session-id") ?? "", "mcp-protocol-version": revision };
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" }, session)).status).toBe(202);
    return session;
  };
  return { url, close, send, post, modern, open };
}

/** Reads events of an open stream until as many came. */
async function take(response: Response, count: number): Promise<Event[]> {
  const events: Event[] = [];
  const parser = createParser({ onEvent: ({ id, event, data }) => void events.push({ id, event, data }) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (events.length < count) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) break;
    parser.feed(chunk.value);
  }
  await reader?.cancel();
  return events;
}

const slow = (id: number): JsonObject => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "slow", _meta: { progressToken: "p" } },
});

describe("sessions", () => {
  it("get an id of visible ASCII, need it, and end by DELETE", async () => {
    const { open, post, send } = await serve();
    const session = await open();
    expect(session["mcp-session-id"]).toMatch(/^[\x21-\x7e]{16,}$/);
    const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
    expect(await post(ping, session)).toMatchObject({ status: 200, body: { id: 2, result: {} } });
    expect((await post(ping)).status).toBe(400);
    expect((await post(ping, { "mcp-session-id": "unknown" })).status).toBe(404);
    expect((await post(ping, { ...session, "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
    expect((await send("DELETE", session)).status).toBe(204);
    expect((await post(ping, session)).status).toBe(404);
    expect((await send("DELETE", session)).status).toBe(404);
  });

  it("are served whatever MCP-Protocol-Version says where only revisions are spoken that do not know it", async () => {
    const { open, post } = await serve({ revisions: ["2025-03-26"] });
    const session = await open("2025-03-26");
    const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
    expect((await post(ping, { ...session, "mcp-protocol-version": "2025-11-25" })).status).toBe(200);
  });

  it("are not made by an initialize that fails", async () => {
    const { post } = await serve();
    const reply = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
    expect([valueAt(reply.body, "error", "code"), reply.headers.get("mcp-session-id")]).toEqual([-32602, null]);
  });

  it("can be left out by a script", async () => {
    const { post, send } = await serve({ http: { sessions: false } });
    expect((await post({ jsonrpc: "2.0", id: 2, method: "tools/list" }, { "mcp-protocol-version": "2025-06-18" })).status).toBe(
      200,
    );
    expect((await post({ jsonrpc: "2.0", id: 2, method: "tools/list" })).status).toBe(200);
    const get = await send("GET", {});
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("take an answer and a notification with 202 and no body", async () => {
    const { open, post } = await serve();
    const session = await open();
    expect(await post({ jsonrpc: "2.0", id: 99, result: {} }, session)).toMatchObject({ status: 202, text: "" });
    expect(await post({ jsonrpc: "2.0", method: "notifications/roots/list_changed" }, session)).toMatchObject({
      status: 202,
      text: "",
    });
  });
});

describe("event streams of stateful revisions", () => {
  it.each([
    ["2025-11-25", ""],
    ["2025-06-18", "notifications/progress"],
  ])("begin in %s with %j", async (revision, first) => {
    const { open, post } = await serve();
    const reply = await post(slow(5), await open(revision));
    expect(reply.headers.get("x-accel-buffering")).toBe("no");
    expect(reply.events[0]?.data ?? "").toContain(first);
    expect(reply.text.startsWith(revision === "2025-11-25" ? "id: 1-1\ndata: \n\n" : "event: message\nid: 1-1\n")).toBe(true);
    expect(reply.events.at(-1)?.data).toContain('"id":5');
    expect(new Set(reply.events.map((event) => event.id)).size).toBe(reply.events.length);
  });

  it("are resumed after the last event that was seen, with nothing of other streams", async () => {
    const { url, open, post, send } = await serve();
    const session = await open();
    const headers = { ...session, accept: both, "content-type": "application/json" };
    const broken = await take(await fetch(url, { method: "POST", headers, body: JSON.stringify(slow(5)) }), 3);
    await post(slow(6), session);
    const rest = await send("GET", { ...session, "last-event-id": broken.at(-1)?.id ?? "" });
    const data = [...broken, ...rest.events].map((event) => event.data).filter((text) => text !== "");
    expect(data.map((text) => valueAt(JSON.parse(text) as JsonObject, "params", "progress") ?? "answer")).toEqual([
      1,
      2,
      3,
      4,
      "answer",
    ]);
    expect(rest.text).not.toContain('"id":6');
  });

  it("end without an answer when the request is cancelled", async () => {
    const { url, open, post } = await serve();
    const session = await open();
    const headers = { ...session, accept: both, "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(slow(5)) });
    await post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } }, session);
    expect(await response.text()).not.toContain('"id":5');
  });

  it("carry unrelated messages on the GET stream only", async () => {
    const { url, open, post } = await serve();
    const session = await open();
    const stream = await fetch(url, { headers: { ...session, accept: "text/event-stream" } });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    const call = await post({ jsonrpc: "2.0", id: 8, method: "tools/call", params: { name: "touch" } }, session);
    expect(call.text).not.toContain("list_changed");
    const [primer, ...events] = await take(stream, 4);
    expect(primer?.data).toBe("");
    expect(events.map((event) => valueAt(JSON.parse(event.data) as JsonObject, "method"))).toEqual([
      "notifications/tools/list_changed",
      "notifications/resources/list_changed",
      "notifications/prompts/list_changed",
    ]);
  });

  it("carry the server's requests beside the call they belong to", async () => {
    const { url, open, post } = await serve();
    const session = await open("2025-11-25", { roots: {} });
    const headers = { ...session, accept: both, "content-type": "application/json" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 8, method: "tools/call", params: { name: "ask_roots" } });
    const response = await fetch(url, { method: "POST", headers, body });
    const id = 1;
    expect((await post({ jsonrpc: "2.0", id, result: { roots: [{ uri: "file:///x" }] } }, session)).status).toBe(202);
    const events = eventsIn(await response.text());
    expect(events.map((event) => valueAt(JSON.parse(event.data || "{}") as JsonObject, "method") ?? "")).toEqual([
      "",
      "roots/list",
      "",
    ]);
    expect(events.at(-1)?.data).toContain("file:///x");
  });
});

describe("2026-07-28 on HTTP", () => {
  const version = "2026-07-28";
  it.each([
    [{ "mcp-protocol-version": "2025-11-25" }, 400, -32020],
    [{ "mcp-method": "tools/list" }, 400, -32020],
    [{ "mcp-name": "subtract" }, 400, -32020],
    [{ "mcp-name": "=?base64?!!?=" }, 400, -32020],
    [{ "mcp-name": "=?base64?YWRk?=" }, 200, undefined],
    [{ "mcp-session-id": "whatever", "last-event-id": "1-1" }, 200, undefined],
    [{ "content-type": "application/json; charset=utf-8", accept: "*/*" }, 200, undefined],
  ])("with %j answers %i %s", async (headers, status, code) => {
    const { modern } = await serve();
    const reply = await modern("tools/call", { name: "add", arguments: { a: 1, b: 2 } }, headers);
    expect([reply.status, valueAt(reply.body, "error", "code"), reply.body["id"], reply.headers.get("mcp-session-id")]).toEqual([
      status,
      code,
      7,
      null,
    ]);
  });

  it.each(["mcp-protocol-version", "mcp-method", "mcp-name"])("refuses a request without %s", async (missing) => {
    const { post } = await serve();
    const headers: Record<string, string> = { "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": "status" };
    delete headers[missing];
    const reply = await post({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { ...envelope(), name: "status" } }, headers);
    expect([reply.status, valueAt(reply.body, "error", "code")]).toEqual([400, -32020]);
  });

  it.each([
    ["Zürich", "=?base64?WsO8cmljaA==?=", 200],
    ["bern", "bern", 200],
    ["bern", "basel", 400],
    ["bern", undefined, 400],
    [undefined, "bern", 400],
  ])("compares the argument %j with the header %j", async (region, header, status) => {
    const { modern } = await serve();
    const params = { name: "forecast", arguments: region === undefined ? {} : { region } };
    expect((await modern("tools/call", params, header === undefined ? {} : { "mcp-param-region": header })).status).toBe(status);
  });

  it.each([
    ["no/such", {}, 404, -32601],
    ["ping", {}, 404, -32601],
    ["tools/call", { name: "nothing" }, 200, -32602],
    ["resources/read", { uri: "note://nothing" }, 200, -32602],
    ["tools/call", { name: "ask_name" }, 400, -32021],
    ["tools/list", { _meta: {} }, 400, -32602],
  ])("%s %j has status %i and code %i", async (method, params, status, code) => {
    const { modern } = await serve();
    const reply = await modern(method, params);
    expect([reply.status, valueAt(reply.body, "error", "code")]).toEqual([status, code]);
  });

  it("names the versions it speaks when asked for another", async () => {
    const { post } = await serve();
    const meta = { "io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {} };
    const headers = { "mcp-protocol-version": "1900-01-01", "mcp-method": "tools/list" };
    const reply = await post({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } }, headers);
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { code: -32022, data: { supported: [version], requested: "1900-01-01" } } },
    });
  });

  it("has only POST, takes no answers, and accepts notifications", async () => {
    const { send, post } = await serve({ revisions: [version] });
    for (const method of ["GET", "DELETE", "PUT"]) {
      const reply = await send(method, {});
      expect([reply.status, reply.headers.get("allow")]).toEqual([405, "POST"]);
    }
    expect((await post({ jsonrpc: "2.0", id: 1, result: {} })).status).toBe(400);
    expect(await post({ jsonrpc: "2.0", method: "notifications/x" })).toMatchObject({ status: 202, text: "" });
  });

  it("streams a subscription and ends it with a result when the server closes", async () => {
    const { url, close, modern } = await serve();
    const body = {
      jsonrpc: "2.0",
      id: 9,
      method: "subscriptions/listen",
      params: { ...envelope(), notifications: { toolsListChanged: true } },
    };
    const headers = {
      "content-type": "application/json",
      accept: both,
      "mcp-protocol-version": version,
      "mcp-method": "subscriptions/listen",
    };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    await modern("tools/call", { name: "touch" });
    await close();
    const messages = eventsIn(await response.text()).map((event) => JSON.parse(event.data) as JsonObject);
    expect(messages.map((message) => message["method"] ?? message["id"])).toEqual([
      "notifications/subscriptions/acknowledged",
      "notifications/tools/list_changed",
      9,
    ]);
  });

  it("stops work when the client closes the stream", async () => {
    const timers = new Set<() => void>();
    const clock = {
      now: () => 0,
      setTimeout(_: number, fn: () => void) {
        timers.add(fn);
        return () => void timers.delete(fn);
      },
    };
    const { url } = await serve({}, { clock });
    const headers = {
      "content-type": "application/json",
      accept: both,
      "mcp-protocol-version": version,
      "mcp-method": "tools/call",
      "mcp-name": "slow",
    };
    const params = { ...envelope({}, { progressToken: 1 }), name: "slow" };
    const answered = fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/call", params }),
    });
    await vi.waitFor(() => expect(timers.size).toBe(1));
    for (const fire of timers) {
      timers.delete(fire);
      fire();
      break;
    }
    expect(await take(await answered, 1)).toHaveLength(1);
    await vi.waitFor(() => expect(timers.size).toBe(0));
  });
});

describe("what no revision takes", () => {
  it.each([
    ["an unparsable body", "{", {}, 400],
    ["bytes that are not a message", "7", {}, 400],
    ["another content type", "{}", { "content-type": "text/plain" }, 415],
    ["an Accept without streams", "{}", { accept: "application/json" }, 406],
    ["a foreign origin", "{}", { origin: "https://evil.example" }, 403],
    ["an opaque origin", "{}", { origin: "null" }, 403],
  ])("%s", async (_, body, headers, status) => {
    const { post } = await serve();
    const reply = await post(body, { "mcp-protocol-version": "2026-07-28", ...headers });
    expect(reply.status).toBe(status);
    expect(reply.body).not.toHaveProperty("id");
  });

  it("a foreign host; a local origin is welcome", async () => {
    const { url, post } = await serve();
    const status = await new Promise((resolve, reject) => {
      const outgoing = httpRequest(url, { method: "POST", headers: { host: "evil.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      outgoing.on("error", reject).end("{}");
    });
    expect(status).toBe(403);
    expect((await post({ jsonrpc: "2.0", id: 1, method: "ping" }, { origin: "http://localhost:3000" })).status).toBe(400);
  });

  it("an unknown path", async () => {
    const { url } = await serve();
    expect((await fetch(url.replace("/mcp", "/other"))).status).toBe(404);
    expect((await fetch(url.replace("/mcp", "/"), { method: "PUT" })).status).toBe(405);
  });
});

describe("rules on HTTP", () => {
  it("change status, headers and body of any answer, or cut it off", async () => {
    const { send, modern } = await serve({
      rules: [
        { on: "GET", do: [{ status: 418 }, { headers: { "x-tea": "pot" } }, { body: '{"short":true}' }] },
        { on: "DELETE", do: [{ drop: true }] },
        { on: "POST", when: { headers: { "x-fail": "yes" } }, do: [{ status: 503 }] },
        { on: "server/discover", do: [{ as: "sse" }, { sse: { event: null, retry: 5 } }] },
      ],
    });
    const get = await send("GET", {});
    expect([get.status, get.headers.get("x-tea"), get.body]).toEqual([418, "pot", { short: true }]);
    await expect(send("DELETE", {})).rejects.toThrow("fetch failed");
    expect((await modern("tools/list", {}, { "x-fail": "yes" })).status).toBe(503);
    expect((await modern("server/discover")).text).toMatch(/^retry: 5\ndata: \{/);
  });
});

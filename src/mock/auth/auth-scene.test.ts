import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { isArray, type JsonObject, valueAt } from "../../jsonrpc/json.ts";
import { loadMock } from "../script/load-script.ts";
import { createMockServer } from "../mock-server.ts";
import { serveHttp } from "../serve/http/serve-http.ts";
import { systemWorld } from "../world/system-world.ts";
import { type AuthExchange, textField } from "./auth-exchange.ts";
import { openAuthScene } from "./auth-scene.ts";
import { authScript } from "./auth-script.ts";
import { listAuth, loadAuth } from "./load-auth.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A protected reference mock, and what its parties were asked. */
async function scene(script: object) {
  const seen: AuthExchange[] = [];
  const world = { now: () => Date.now(), random: randomUUID };
  const opened = await openAuthScene(
    authScript.parse({ id: "test", title: "Test", ...script }),
    world,
    (one) => void seen.push(one),
  );
  const mock = createMockServer(
    loadMock("reference", "/"),
    systemWorld("http", (text) => expect.fail(text)),
  );
  const { url, base, close } = await serveHttp(mock, { host: "127.0.0.1", port: 0, front: opened.front });
  closers.push(close, opened.close);
  return { url, base, seen };
}

async function call(
  url: string,
  token: string | undefined,
  message: object = {
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  },
) {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    headers: { ...headers, ...authorization },
  });
  await response.arrayBuffer();
  return { status: response.status, challenge: response.headers.get("www-authenticate") };
}

async function tokenOf(base: string, place: string, scope = "tools"): Promise<string> {
  const read = async (url: string, init?: RequestInit) => (await (await fetch(url, init)).json()) as JsonObject;
  const servers = (await read(`${base}${place}`))["authorization_servers"];
  const issuer = isArray(servers) && typeof servers[0] === "string" ? servers[0] : "";
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id: "robot", client_secret: "top", scope });
  return textField(await read(`${issuer}/token`, { method: "POST", body }), "access_token") ?? "";
}

const robot = { grants: ["client_credentials"], clients: [{ client_id: "robot", client_secret: "top" }] };
const wellKnown = "/.well-known/oauth-protected-resource/mcp";

it("lets nobody in without a token, says where there is one, and lets in whoever has it", async () => {
  const { url, base, seen } = await scene({ ...robot, server: { metadata: ["path"], scope: "tools" } });
  const refused = await call(url, undefined);
  expect(refused).toEqual({ status: 401, challenge: `Bearer scope="tools", resource_metadata="${base}${wellKnown}"` });
  expect(await call(url, "made-up")).toMatchObject({ status: 401, challenge: expect.stringContaining('error="invalid_token"') });
  expect((await call(url, await tokenOf(base, wellKnown))).status).toBe(200);
  expect(seen.map(({ party, endpoint, found }) => [party, endpoint, found["ruling"]])).toEqual([
    ["server", "mcp", "missing"],
    ["server", "mcp", "unknown"],
    ["server", "resource-metadata", undefined],
    ["issuer", "token", undefined],
    ["server", "mcp", "accepted"],
  ]);
  expect(valueAt(seen[2]?.answer?.body, "resource")).toBe(url);
});

it("wants more scope for a tool, lets a token expire, and moves to another authorization server", async () => {
  const needs = [{ tool: "add", scope: "sums" }];
  const { url, base } = await scene({ ...robot, server: { metadata: ["root"], needs, expires: { after: 1, tokens: 1 } } });
  const place = "/.well-known/oauth-protected-resource";
  const token = await tokenOf(base, place);
  const tool = { method: "tools/call", params: { name: "add", arguments: {} } };
  expect(await call(url, token, tool)).toMatchObject({
    status: 403,
    challenge: expect.stringContaining('insufficient_scope", scope="sums"'),
  });
  expect((await call(url, token)).status).toBe(200);
  expect((await call(url, token)).status).toBe(401);
  expect((await call(url, await tokenOf(base, place, "tools sums"))).status).toBe(200);
});

it("describes at the root what a client may use that looked there: the origin, or the end point where a 401 led it", async () => {
  const described = async (server: JsonObject): Promise<unknown> => {
    const { base } = await scene({ ...robot, server: { metadata: ["root"], ...server } });
    const document = (await (await fetch(`${base}/.well-known/oauth-protected-resource`)).json()) as JsonObject;
    return textField(document, "resource")?.slice(base.length);
  };
  expect([await described({ linked: false }), await described({})]).toEqual(["", "/mcp"]);
});

it("moves to another authorization server, and takes no tokens of the first any more", async () => {
  const { url, base } = await scene({ ...robot, other: "robots", server: { metadata: ["path"], moves: { after: 1 } } });
  const token = await tokenOf(base, wellKnown);
  expect((await call(url, token)).status).toBe(200);
  expect((await call(url, token)).status).toBe(401);
  expect((await call(url, await tokenOf(base, wellKnown))).status).toBe(200);
});

it("is the MCP server's own origin where the script says so", async () => {
  const { url, base } = await scene({ ...robot, place: "server", server: {} });
  expect(await call(url, undefined)).toEqual({ status: 401, challenge: "Bearer" });
  const { status } = await fetch(`${base}${wellKnown}`);
  expect(status).toBe(404);
  const metadata = (await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json()) as JsonObject;
  expect(metadata["issuer"]).toBe(base);
});

it("has a file for each that comes with mcpcheck, whose name is its id", () => {
  expect(listAuth().map(({ id }) => id)).toEqual(listAuth().map(({ id }) => loadAuth(id, ".").id));
  expect(() => loadAuth("plian", ".")).toThrow(/no authorization server plian; did you mean plain/);
});

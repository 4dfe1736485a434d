import { afterEach, describe, expect, it } from "vitest";
import { createParser } from "eventsource-parser";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { loadMock, parseScript } from "../script/load-script.ts";
import { createMockServer } from "../mock-server.ts";
import { serveSse } from "./serve-sse.ts";
import { systemWorld } from "../world/system-world.ts";
import { envelope } from "../../../test/mock/test-peer.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function connect(partial: object = {}) {
  const script = parseScript({ ...loadMock("minimal", "/"), ...partial }, "test.json");
  const server = createMockServer(
    script,
    systemWorld("sse", (text) => expect.fail(text)),
  );
  const { url, base, close } = await serveSse(server, { host: "127.0.0.1", port: 0 });
  closers.push(close);
  const response = await fetch(url);
  const events: { event: string | undefined; data: string }[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => void events.push({ event, data }) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => {
    while (events.length === 0) parser.feed((await reader?.read())?.value ?? "");
    return events.shift();
  };
  const post = (path: string, body: string) =>
    fetch(new URL(path, base), { method: "POST", headers: { "content-type": "application/json" }, body });
  return { url, base, response, next, post };
}

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "x", version: "1" } },
});

describe("HTTP+SSE", () => {
  it("names its endpoint first and answers what is posted there on the stream", async () => {
    const { response, next, post } = await connect();
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const endpoint = await next();
    expect(endpoint).toEqual({ event: "endpoint", data: expect.stringMatching(/^\/messages\?session=/) });
    const posted = await post(endpoint?.data ?? "", initialize);
    expect([posted.status, await posted.text()]).toEqual([202, ""]);
    const answer = await next();
    expect(answer?.event).toBe("message");
    expect(JSON.parse(answer?.data ?? "") as JsonObject).toMatchObject({ id: 1, result: { protocolVersion: "2024-11-05" } });
  });

  it("turns away what it cannot take", async () => {
    const { url, base, next, post } = await connect();
    const path = (await next())?.data ?? "";
    expect((await post(path, "{")).status).toBe(400);
    expect((await post("/messages?session=unknown", initialize)).status).toBe(404);
    expect((await post("/messages", initialize)).status).toBe(404);
    const refused = await fetch(url, { method: "POST", body: initialize });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET"]);
    expect((await fetch(url, { headers: { origin: "https://evil.example" } })).status).toBe(403);
    expect((await fetch(new URL("/other", base))).status).toBe(404);
  });

  it("knows no stateless revision, and takes no POST from another site", async () => {
    const { base, next, post } = await connect();
    const path = (await next())?.data ?? "";
    await post(path, JSON.stringify({ jsonrpc: "2.0", id: "d", method: "server/discover", params: envelope() }));
    expect(JSON.parse((await next())?.data ?? "") as JsonObject).toMatchObject({ id: "d", error: { code: -32601 } });
    const foreign = await fetch(new URL(path, base), {
      method: "POST",
      headers: { origin: "https://evil.example" },
      body: initialize,
    });
    expect(foreign.status).toBe(403);
  });

  it("follows rules on its endpoint and its requests", async () => {
    const { next, post } = await connect({
      rules: [
        { on: "endpoint", do: [{ text: { before: "http://127.0.0.1:9" } }] },
        { on: "POST", when: { path: "/messages" }, do: [{ status: 500 }, { body: "{}" }] },
      ],
    });
    expect((await next())?.data).toMatch(/^http:\/\/127\.0\.0\.1:9\/messages/);
    expect((await post("/messages", initialize)).status).toBe(500);
  });
});

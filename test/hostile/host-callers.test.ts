import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { servedHost } from "../host/served-host.ts";

type Answered = { readonly status: number; readonly text: string };

/** Sends a request with exactly these headers; a browser's own (`Sec-Fetch-Site`) are among them. */
function send(url: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body === undefined ? "GET" : "POST", headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      if (response.headers["content-type"] === "application/x-ndjson") {
        resolve({ status: response.statusCode ?? 0, text });
        sent.destroy();
      }
    });
    sent.on("error", reject).end(body);
  });
}

const json = { "content-type": "application/json" };
const messages = [{ role: "user", content: "go" }];
const starters = {
  "/api/chat": { model: "m", messages, stream: false, mcp_servers: [{ name: "x", command: "/x.sh" }] },
  "/v1/chat/completions": { model: "m", messages, mcp_servers: [{ name: "x", command: "/x.sh" }] },
  "/api/tools": { mcp_servers: [{ name: "x", command: "/x.sh" }] },
  "/api/tools/search": { pattern: "*" },
};
/** Members that start programs without bringing any. */
const others = [{ tools_path: "/project-dir" }, { tools_path: true }, { jit_connect_eager: true }];

describe("a page of another program of this machine starts nothing", () => {
  const pages = ["http://localhost:9", "http://127.0.0.1:9", "http://x.localhost", "https://[::1]"];

  it.each(Object.entries(starters))("with %s", async (path, body) => {
    const { url, backend } = await servedHost({});
    for (const origin of pages) {
      const asText = await send(url + path, { origin, "content-type": "text/plain" }, JSON.stringify(body));
      const asJson = await send(url + path, { origin, ...json }, JSON.stringify(body));
      expect([origin, asText.status, asJson.status]).toEqual([origin, 415, 403]);
    }
    expect(backend.requests()).toEqual([]);
    const { text } = await send(url + path, { origin: "http://localhost:9", ...json }, JSON.stringify(body));
    expect(text).toMatch(path.startsWith("/v1/") ? /^\{"error":\{.*"permission_error"/ : /^\{"error":"/);
  });

  it.each(others)("with %j", async (member) => {
    const { url, backend } = await servedHost({});
    const body = JSON.stringify({ model: "m", messages, stream: false, ...member });
    expect((await send(`${url}/api/chat`, { origin: "http://localhost:9", ...json }, body)).status).toBe(403);
    expect((await send(`${url}/api/chat`, { "content-type": "text/plain" }, body)).status).toBe(415);
    expect(backend.requests()).toEqual([]);
  });

  it("but programs without a page, and the host's own page, do; and plain chats need neither", async () => {
    const { url } = await servedHost({ turns: Array.from({ length: 6 }, () => ({ say: "ok" })) });
    const starting = JSON.stringify(starters["/api/chat"]);
    const plain = JSON.stringify({ model: "m", messages, stream: false });
    const own = new URL(url).origin.replace("127.0.0.1", "localhost");
    const answers = [
      await send(`${url}/api/chat`, json, starting),
      await send(`${url}/api/chat`, { origin: own, ...json }, starting),
      await send(`${url}/api/chat`, {}, plain),
      await send(`${url}/api/chat`, { "content-type": "application/x-www-form-urlencoded" }, plain),
      await send(`${url}/api/chat`, { origin: "http://localhost:3000", ...json }, plain),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await send(`${url}/api/chat`, { "content-type": "text/plain" }, starting)).status).toBe(415);
  });

  it("and profile ollama goes on taking what its document shows", async () => {
    const { url } = await servedHost({ profile: "ollama" });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await send(`${url}/api/chat`, headers, JSON.stringify(starters["/api/chat"]))).status).toBe(200);
  });
});

describe("a page is no person who can be asked", () => {
  it.each([{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }, { origin: "http://localhost:9" }])(
    "with %j",
    async (headers) => {
      const { url } = await servedHost({});
      expect((await send(`${url}/api/approvals`, headers)).status).toBe(403);
      const answer = await send(
        `${url}/api/approvals/question-0`,
        { ...headers, "content-type": "text/plain" },
        '{"answer":"yes"}',
      );
      expect(answer.status).toBeGreaterThanOrEqual(403);
    },
  );
  it.each([{}, { "sec-fetch-site": "none" }, { "sec-fetch-site": "same-origin" }])("but %j is one", async (headers) => {
    const { url } = await servedHost({});
    expect((await send(`${url}/api/approvals`, headers)).status).toBe(200);
  });
});

describe("a request takes no more time and depth than it may", () => {
  /** All that is said on a connection until it ends, to a request that promises more than it brings. */
  function unfinished(url: string, line: string): Promise<string> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      let said = "";
      const socket = connect(Number(port), hostname, () => {
        socket.write(`${line} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-length: 1000\r\n\r\n{`);
      });
      socket.setEncoding("utf8").on("data", (piece: string) => (said += piece));
      socket.on("error", reject).on("close", () => resolve(said));
    });
  }

  it.each([
    ["POST /api/chat", /^HTTP\/1\.1 408 [\s\S]*\{"error":"the request was not/],
    ["POST /v1/chat/completions", /^HTTP\/1\.1 408 [\s\S]*"type":"invalid_request_error"/],
    ["POST /api/approvals/x", /^HTTP\/1\.1 4/],
    ["GET /api/version", /^HTTP\/1\.1 200 /],
    ["GET /api/approvals", /^HTTP\/1\.1 200 /],
    ["POST /nowhere", /^HTTP\/1\.1 404 /],
  ])("a body that never ends is not waited for, and its connection ends: %s", async (line, expected) => {
    const { url } = await servedHost({ set: ["times.bodyMs=100"] });
    expect(await unfinished(url, line)).toMatch(expected);
  });

  const nested = (levels: number, text = false): string => {
    const deep = '{"a":'.repeat(levels) + "1" + "}".repeat(levels);
    return text ? JSON.stringify(deep) : deep;
  };
  const calls = (args: string): string =>
    `{"model":"m","stream":false,"messages":[{"role":"assistant","content":"","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":${args}}}]},{"role":"tool","content":"x","tool_call_id":"1"}]}`;
  const members = (member: string): string =>
    `{"model":"m","stream":false,"messages":[{"role":"user","content":"go"}],${member}}`;
  it.each([
    ["/api/chat", members(`"options":${nested(50_000)}`)],
    ["/api/chat", members(`"format":${nested(50_000)}`)],
    ["/api/chat", members(`"tools":[{"function":{"name":"f","parameters":${nested(50_000)}}}]`)],
    ["/api/chat", members(`"unknown":${nested(50_000)}`)],
    ["/api/chat", calls(nested(20_000))],
    ["/api/chat", calls(nested(20_000, true))],
    ["/v1/chat/completions", calls(nested(20_000, true))],
    ["/v1/chat/completions", calls(JSON.stringify(nested(5000, true)))],
    ["/v1/chat/completions", members(`"response_format":${nested(50_000)}`)],
    ["/api/tools/search", `{"mcp_servers":${nested(50_000)}}`],
  ])("deep JSON is a bad request, to %s", async (path, body) => {
    const { url, notes } = await servedHost({});
    const { status, text } = await send(url + path, json, body);
    expect([status, text]).toEqual([400, expect.stringContaining("nested too deeply")]);
    expect(notes).toEqual([]);
  });

  it("deep arguments in a model's own call are told to the model", async () => {
    const { url, backend } = await servedHost({
      turns: [{ calls: [{ name: "mcp_discover", arguments: nested(20_000) }] }, { say: "ok" }],
    });
    for (const path of ["/api/chat", "/v1/chat/completions"]) {
      const { status } = await send(url + path, json, members('"max_tool_rounds":3'));
      expect(status).toBe(200);
    }
    expect(backend.requests().length).toBeGreaterThan(0);
  });
});

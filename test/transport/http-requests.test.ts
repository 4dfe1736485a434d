import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { bodyOf, closeAll, failures, json, open, serve } from "./opened-http.ts";

afterEach(closeAll);

describe("openHttp: requests", () => {
  it("posts a message with the usual headers, as they are recorded", async () => {
    let seen: string[] = [];
    let body = "";
    const url = await serve(async (request, response) => {
      seen = request.rawHeaders;
      body = await bodyOf(request);
      json(response, '{"jsonrpc":"2.0","id":1,"result":{}}');
    });
    const opened = open(url, { headers: { Authorization: "Bearer x" } });
    opened.transport.setDefaultHeaders({ "Mcp-Session-Id": "s1" });
    const sent = opened.transport.send('{"é":1}');
    expect(await sent.ended).toMatchObject({ exchange: 1, status: 200, how: "complete" });
    expect(opened.incoming).toEqual([{ text: '{"jsonrpc":"2.0","id":1,"result":{}}', seq: 3, exchange: 1 }]);
    expect(opened.kinds()).toEqual(["http-request", "http-response", "http-body", "http-end"]);
    const [request] = opened.of("http-request");
    expect(request?.headers.flat()).toEqual(seen);
    expect(request?.headers).toEqual([
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ["Authorization", "Bearer x"],
      ["Mcp-Session-Id", "s1"],
      ["Host", new URL(url).host],
      ["Content-Length", "8"],
      ["Connection", "keep-alive"],
    ]);
    expect([request?.url, request?.body, body]).toEqual([url, '{"é":1}', '{"é":1}']);
  });

  it("sends a line for each value of a header that has several, as they are recorded, and replaces them all", async () => {
    const seen: string[][] = [];
    const url = await serve((request, response) => {
      seen.push(request.rawHeaders);
      response.writeHead(202).end();
    });
    const opened = open(url, { headers: { "X-A": ["1", "2"] } });
    await opened.transport.send("{}").ended;
    await opened.transport.send("{}", { "x-a": "3" }).ended;
    const ofHeader = (raw: readonly string[]): string[] =>
      raw.flatMap((name, index) => (name.toLowerCase() === "x-a" ? [`${name}: ${raw[index + 1]}`] : []));
    expect(seen.map(ofHeader)).toEqual([["X-A: 1", "X-A: 2"], ["x-a: 3"]]);
    expect(opened.of("http-request").map(({ headers }) => headers.flat())).toEqual(seen);
  });

  it("adds, replaces and leaves out headers, whatever their case", async () => {
    let seen: IncomingMessage["headers"] = {};
    const url = await serve((request, response) => {
      seen = request.headers;
      response.writeHead(202).end();
    });
    const opened = open(url, { headers: { "x-gone": "1" } });
    const changes = {
      accept: "text/html",
      "CONTENT-TYPE": null,
      "X-Gone": null,
      origin: "http://evil.test",
      host: "evil.test",
      "content-length": null,
    };
    await opened.transport.send("{}", changes).ended;
    expect(seen).toEqual({
      accept: "text/html",
      origin: "http://evil.test",
      host: "evil.test",
      connection: "keep-alive",
      "transfer-encoding": "chunked",
    });
  });

  it("sends credentials of the URL as a header and records neither", async () => {
    let seen: string | undefined;
    const url = await serve((request, response) => {
      seen = request.headers.authorization;
      response.end();
    });
    const opened = open(url.replace("//", "//us%40er:pw@"));
    await opened.transport.send("{}").ended;
    expect(seen).toBe(`Basic ${Buffer.from("us@er:pw").toString("base64")}`);
    expect(opened.of("http-request")[0]?.headers).toContainEqual(["Authorization", "Basic xxxxxxxxxxx="]);
    expect(opened.of("http-request")[0]?.url).toBe(url);
  });

  it("sends a request of any shape to a path of the server", async () => {
    const seen: unknown[] = [];
    const url = await serve(async (request, response) => {
      seen.push([request.method, request.url, request.headers.accept, await bodyOf(request)]);
      response.writeHead(405).end();
    });
    const opened = open(url);
    await opened.transport.http({ method: "PUT", path: "/other?x=1", body: "b", headers: { Accept: "a/b" } }).ended;
    await opened.transport.http({ method: "GET" }).ended;
    await opened.transport.http({ method: "DELETE" }).ended;
    expect(seen).toEqual([
      ["PUT", "/other?x=1", "a/b", "b"],
      ["GET", "/mcp", "text/event-stream", ""],
      ["DELETE", "/mcp", undefined, ""],
    ]);
  });

  it("ends the session before it closes, when there is one", async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push([request.method, request.headers["mcp-session-id"]]);
      response.writeHead(204).end();
    });
    const withSession = open(url);
    withSession.transport.setDefaultHeaders({ "mcp-session-id": "s1" });
    await withSession.transport.close("delete");
    expect(seen).toEqual([["DELETE", "s1"]]);
    expect(withSession.of("http-response")[0]?.status).toBe(204);
    await open(url).transport.close("delete");
    expect(seen).toHaveLength(1);
  });

  it("sends nothing once it is closed", async () => {
    const opened = open(await serve((_request, response) => void response.end()));
    await opened.transport.close("drop");
    await opened.transport.ended;
    const sent = opened.transport.send("{}");
    expect(await sent.ended).toMatchObject({ status: undefined, how: "broken" });
    expect(opened.kinds()).toEqual(["failure"]);
  });

  it("says which requests it cannot send", async () => {
    const opened = open("http://127.0.0.1:9/mcp");
    expect((await opened.transport.send("{}", { "x-a": "a\nb" }).ended)?.how).toBe("broken");
    expect(failures(opened)[0]).toMatch(/^mcpcheck cannot send this request/u);
    expect(() => open("file:///etc/passwd")).toThrow(/expected http/u);
    expect(() => open("nonsense")).toThrow(/not a URL/u);
  });
});

import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createRecorder } from "../../src/trace/recorder.ts";
import type { EventOf, WireEvent } from "../../src/trace/wire-event.ts";
import type { RawHttpTransport } from "../../src/transport/client-transport.ts";
import { bodyOf, closeAll, closeLater, limits, serve, stream as streamHeaders } from "./opened-http.ts";
import { openSse, type SseOptions } from "../../src/transport/sse/sse.ts";

afterEach(closeAll);

type Served = { readonly url: string; readonly posts: string[]; readonly stream: Promise<ServerResponse> };

/** A server that opens a stream, and echoes on it whatever is POSTed, wherever to. */
async function serveStream(): Promise<Served> {
  const posts: string[] = [];
  let opened = (_response: ServerResponse): void => {};
  const stream = new Promise<ServerResponse>((resolve) => (opened = resolve));
  const url = await serve(async (request, response) => {
    if (request.method === "GET") {
      response.writeHead(200, streamHeaders).flushHeaders();
      return opened(response);
    }
    const body = await bodyOf(request);
    posts.push(`${request.url ?? ""} ${String(request.headers["x-key"])} ${body}`);
    response.writeHead(202).end("Accepted");
    (await stream).write(`event: message\ndata: ${body}\n\n`);
  });
  return { url, posts, stream };
}

type Opened = {
  readonly transport: RawHttpTransport;
  readonly of: <K extends WireEvent["kind"]>(kind: K) => EventOf<K>[];
  readonly received: (count: number) => Promise<string[]>;
};

function open(url: string, changes: Partial<SseOptions> = {}): Opened {
  const recorder = createRecorder({ kind: "server", transport: "sse" }, () => performance.now());
  const transport = openSse({ url, headers: { "X-Key": "k" }, recorder, connection: 1, limits, ...changes });
  const texts: string[] = [];
  let wake = (): void => {};
  transport.listen(({ text }) => {
    texts.push(text);
    wake();
  });
  closeLater(() => void transport.close("drop"));
  return {
    transport,
    of: <K extends WireEvent["kind"]>(kind: K) =>
      recorder.trace().events.filter((event): event is EventOf<K> => event.kind === kind),
    async received(count) {
      while (texts.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return texts;
    },
  };
}

const failures = (opened: Opened): string[] => opened.of("failure").map((event) => event.message);

describe("openSse", () => {
  it.each([
    ["relative to the stream", "messages?s=1", "/messages?s=1"],
    ["from the root", "/rpc", "/rpc"],
    ["as a whole URL", "ORIGIN/rpc", "/rpc"],
  ])("posts to the endpoint the server names %s, what was sent before it in order", async (_name, endpoint, path) => {
    const served = await serveStream();
    const opened = open(served.url);
    const first = opened.transport.send('{"n":1}');
    const second = opened.transport.send('{"n":2}');
    (await served.stream).write(`event: endpoint\ndata: ${endpoint.replace("ORIGIN", new URL(served.url).origin)}\n\n`);
    expect(await first.responded).toMatchObject({ status: 202 });
    expect(await second.ended).toMatchObject({ status: 202, how: "complete", exchange: second.exchange });
    const third = opened.transport.send('{"n":3}');
    expect((await third.ended)?.status).toBe(202);
    expect((await opened.received(3)).toSorted()).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    expect(served.posts.toSorted()).toEqual([1, 2, 3].map((n) => `${path} k {"n":${n}}`));
    expect(opened.of("http-request").map((event) => [event.exchange, event.method, event.body])).toEqual([
      [1, "GET", null],
      [2, "POST", '{"n":1}'],
      [3, "POST", '{"n":2}'],
      [4, "POST", '{"n":3}'],
    ]);
  });

  it("ends when the stream ends", async () => {
    const served = await serveStream();
    const opened = open(served.url);
    (await served.stream).end("event: endpoint\ndata: /rpc\n\n");
    await opened.transport.ended;
    expect(opened.of("http-end").map((event) => event.how)).toEqual(["complete"]);
    expect(failures(opened)).toEqual([]);
    expect((await opened.transport.send("{}").ended)?.how).toBe("broken");
  });

  it("sends a request of any shape beside its messages, with and without its usual fields, until it is closed", async () => {
    const seen: string[] = [];
    const url = await serve((request, response) => {
      const { accept, "x-key": key, "x-own": own } = request.headers;
      seen.push([request.method, request.url, accept, key, own].map(String).join(" "));
      response.writeHead(200, streamHeaders).flushHeaders();
      if (request.method !== "GET") response.end();
    });
    const { transport, of } = open(url);
    expect([transport.kind, transport.stderrTail()]).toEqual(["sse", ""]);
    await transport.http({ method: "PUT", path: "/other", headers: { "X-Own": "a" } }).ended;
    await transport.http({ method: "DELETE", headers: { "x-key": null } }).ended;
    expect(seen).toEqual([
      "GET /mcp text/event-stream k undefined",
      "PUT /other undefined k a",
      "DELETE /mcp undefined undefined undefined",
    ]);
    await transport.close("drop");
    expect((await transport.http({ method: "PUT" }).ended)?.how).toBe("broken");
    expect(of("failure").at(-1)?.message).toBe("could not send: the connection is closed");
  });

  it("refuses what waits for an endpoint where it is closed before one is named", async () => {
    const served = await serveStream();
    const opened = open(served.url, { headers: undefined });
    const waiting = opened.transport.send("{}");
    await served.stream;
    await opened.transport.close("drop");
    expect((await waiting.ended)?.how).toBe("broken");
    expect(failures(opened)).toEqual(["could not send: the connection ended before the server named an endpoint"]);
    expect(served.posts).toEqual([]);
  });

  it("drops the stream when it is closed", async () => {
    const served = await serveStream();
    const opened = open(served.url);
    (await served.stream).write("event: endpoint\ndata: /rpc\n\n");
    await opened.transport.send("{}").ended;
    await opened.transport.close("eof");
    await opened.transport.ended;
    expect(opened.of("http-end").map((event) => event.how)).toEqual(["complete", "closed-by-us"]);
    expect(failures(opened)).toEqual([]);
  });

  it.each([
    ["on a foreign origin", "http://evil.test/rpc", "is on another origin"],
    ["that is not a URL", "http://[", "is not a URL"],
  ])("refuses an endpoint %s", async (_name, endpoint, reason) => {
    const served = await serveStream();
    const opened = open(served.url);
    const waiting = opened.transport.send("{}");
    (await served.stream).write(`event: endpoint\ndata: ${endpoint}\n\n`);
    expect((await waiting.ended)?.how).toBe("broken");
    await opened.transport.ended;
    expect(failures(opened)[0]).toContain(reason);
    expect(served.posts).toEqual([]);
  });

  it("gives up when no endpoint comes, on the clock it was given", async () => {
    const served = await serveStream();
    const alarms: { ms: number; run: () => void }[] = [];
    const clock = {
      now: () => 0,
      setTimeout(ms: number, run: () => void) {
        alarms.push({ ms, run });
        return () => {};
      },
    };
    const opened = open(served.url, { clock, endpointTimeoutMs: 123 });
    const waiting = opened.transport.send("{}");
    await served.stream;
    alarms.find((alarm) => alarm.ms === 123)?.run();
    expect((await waiting.ended)?.how).toBe("broken");
    await opened.transport.ended;
    expect(failures(opened)[0]).toBe("the server named no endpoint to POST to within 123 ms");
  });

  it.each([
    [404, "text/event-stream", ""],
    [200, "text/html", "<p>hello"],
  ])("says that status %d with %s is not an event stream", async (status, type, body) => {
    const opened = open(await serve((_request, response) => void response.writeHead(status, { "Content-Type": type }).end(body)));
    await opened.transport.ended;
    expect(failures(opened)).toEqual([`the server opened no event stream: status ${status}, content type ${type}`]);
  });

  it("says that a stream ended without naming an endpoint, and that a port is closed", async () => {
    const ended = open(await serve((_request, response) => void response.writeHead(200, streamHeaders).end()));
    await ended.transport.ended;
    expect(failures(ended)).toEqual(["the stream ended before the server named an endpoint to POST to"]);
    const closed = open("http://127.0.0.1:1/sse");
    await closed.transport.ended;
    expect(failures(closed)).toEqual(["connection refused by 127.0.0.1:1 (ECONNREFUSED)"]);
  });
});

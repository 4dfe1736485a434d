import { createServer, type IncomingMessage, type RequestListener, Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { createRecorder } from "../trace/recorder.ts";
import { messages } from "../trace/message.ts";
import type { EventOf, WireEvent } from "../trace/wire-event.ts";
import type { HttpClientTransport, Incoming, TransportLimits } from "./client-transport.ts";
import { systemClock } from "./clock.ts";
import { openHttp, type HttpOptions } from "./http.ts";

const limits: TransportLimits = { frameBytes: 100_000, connectionBytes: 1_000_000, graceMs: 10_000 };
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listening(server: TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    if (server instanceof Server) server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const serve = (listener: RequestListener): Promise<string> => listening(createServer(listener));

/** A server that says exactly these bytes to whoever has sent something. */
const serveBytes = (bytes: string, thenClose = true): Promise<string> =>
  listening(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => (thenClose ? socket.end(bytes) : socket.write(bytes)));
    }),
  );

type Opened = {
  readonly transport: HttpClientTransport;
  readonly incoming: Incoming[];
  readonly of: <K extends WireEvent["kind"]>(kind: K) => EventOf<K>[];
  readonly kinds: () => string[];
  /** The texts the trace counts as received messages. */
  readonly judged: () => number;
  /** Resolves when this many messages are there. */
  readonly received: (count: number) => Promise<string[]>;
};

function open(url: string, changes: Partial<HttpOptions> = {}): Opened {
  const recorder = createRecorder({ kind: "server", transport: "http" }, () => performance.now());
  const transport = openHttp({ url, recorder, connection: 1, limits, ...changes });
  const incoming: Incoming[] = [];
  let wake = (): void => {};
  transport.listen((one) => {
    incoming.push(one);
    wake();
  });
  closers.push(() => void transport.close("drop"));
  const events = (): readonly WireEvent[] => recorder.trace().events;
  return {
    transport,
    incoming,
    of: <K extends WireEvent["kind"]>(kind: K) => events().filter((event): event is EventOf<K> => event.kind === kind),
    kinds: () => events().map((event) => event.kind),
    judged: () => messages(recorder.trace()).filter((message) => message.direction === "received").length,
    async received(count) {
      while (incoming.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return incoming.map((one) => one.text);
    },
  };
}

const failures = (opened: Opened): string[] => opened.of("failure").map((event) => event.message);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const json = (response: ServerResponse, text: string): void =>
  void response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" }).end(text);

const stream = { "Content-Type": "text/event-stream" };

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

  it("sends credentials of the URL as a header and records the URL without them", async () => {
    let seen: string | undefined;
    const url = await serve((request, response) => {
      seen = request.headers.authorization;
      response.end();
    });
    const opened = open(url.replace("//", "//us%40er:pw@"));
    await opened.transport.send("{}").ended;
    expect(seen).toBe(`Basic ${Buffer.from("us@er:pw").toString("base64")}`);
    expect(opened.of("http-request")[0]?.headers).toContainEqual(["Authorization", seen]);
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

describe("openHttp: answers", () => {
  it("records an empty body, which is no message", async () => {
    const opened = open(await serve((_request, response) => json(response, "")));
    await opened.transport.send("{}").ended;
    expect(opened.of("http-body")[0]).toMatchObject({ text: "", bytes: 0 });
    expect([opened.incoming.length, opened.judged()]).toEqual([0, 0]);
  });

  it("delivers no body that is not JSON by its type, and records it", async () => {
    const opened = open(await serve((_request, response) => void response.writeHead(400, { "X-Odd": "1" }).end("no\n")));
    await opened.transport.send("{}").ended;
    expect(opened.of("http-body")[0]?.text).toBe("no\n");
    expect(opened.of("http-response")[0]?.headers).toContainEqual(["X-Odd", "1"]);
    expect(opened.incoming).toEqual([]);
  });

  it("takes a redirect as the answer it is", async () => {
    const opened = open(await serve((_request, response) => void response.writeHead(307, { Location: "/elsewhere" }).end()));
    expect(await opened.transport.send("{}").ended).toMatchObject({ status: 307, headers: { location: "/elsewhere" } });
    expect(opened.of("http-request")).toHaveLength(1);
  });

  it("delivers the messages of an event stream as they come, however they are chunked", async () => {
    const text =
      ': hi\n\nid: 1\ndata:\n\nevent: message\nid: 2\ndata: {"a":"é"}\n\nevent: other\ndata: {}\n\ndata: {"b":2}\r\n\r\ndata: half';
    const url = await serve((_request, response) => {
      response.writeHead(200, stream);
      for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]));
      response.end();
    });
    const opened = open(url);
    await opened.transport.send("{}").ended;
    expect(opened.incoming.map((one) => one.text)).toEqual(['{"a":"é"}', '{"b":2}']);
    expect(opened.judged()).toBe(2);
    expect(
      opened.of("sse-event").map(({ event, data, id, comment, unterminated }) => [event, data, id, comment, unterminated]),
    ).toEqual([
      [undefined, undefined, undefined, "hi", undefined],
      [undefined, "", "1", undefined, undefined],
      ["message", '{"a":"é"}', "2", undefined, undefined],
      ["other", "{}", undefined, undefined, undefined],
      [undefined, '{"b":2}', undefined, undefined, undefined],
      [undefined, "half", undefined, undefined, true],
    ]);
    expect(opened.of("http-body")).toEqual([]);
  });

  it("opens a stream, resumes it, and closes it from its side", async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push([request.method, request.headers.accept, request.headers["last-event-id"]]);
      response.writeHead(200, stream).write('data: {"n":1}\n\ndata: {"n":');
    });
    const opened = open(url);
    const sent = opened.transport.openStream();
    expect(await sent.responded).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
    expect(await opened.received(1)).toEqual(['{"n":1}']);
    opened.transport.abort(1);
    expect(await sent.ended).toMatchObject({ exchange: 1, how: "closed-by-us" });
    const resumed = opened.transport.openStream("7");
    await opened.received(2);
    await opened.transport.close("delete");
    expect((await resumed.ended)?.how).toBe("closed-by-us");
    expect(seen).toEqual([
      ["GET", "text/event-stream", undefined],
      ["GET", "text/event-stream", "7"],
    ]);
    expect(
      opened
        .of("sse-event")
        .filter((event) => event.unterminated)
        .every((event) => event.cut),
    ).toBe(true);
    expect(failures(opened)).toEqual([]);
  });

  it("undoes a compression nobody asked for, within bounds", async () => {
    const url = await serve((request, response) => {
      const text = request.url === "/mcp" ? '{"ok":true}' : "x".repeat(30_000_000);
      response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" }).end(gzipSync(text));
    });
    const opened = open(url);
    await opened.transport.send("{}").ended;
    expect(opened.incoming.map((one) => one.text)).toEqual(['{"ok":true}']);
    await opened.transport.http({ method: "POST", path: "/bomb", body: "{}" }).ended;
    await opened.transport.ended;
    expect(failures(opened)).toEqual(["more than 1000000 bytes were received; the connection was dropped"]);
    expect(opened.of("http-body")[1]).toMatchObject({ cut: true });
  });

  it("cuts a body beyond the limit of a frame", async () => {
    const opened = open(await serve((_request, response) => json(response, JSON.stringify("é".repeat(100_000)))));
    expect((await opened.transport.send("{}").ended)?.how).toBe("complete");
    expect(opened.of("http-body")[0]).toMatchObject({ cut: true, bytes: 200_002 });
    expect(opened.incoming).toEqual([]);
  });

  it("drops a connection that streams for ever", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, stream);
      const more = (): void => {
        while (response.write("data: {}\n\n"));
        response.once("drain", more);
      };
      more();
    });
    const opened = open(url, { limits: { ...limits, connectionFrames: 100 } });
    expect((await opened.transport.send("{}").ended)?.how).toBe("closed-by-us");
    await opened.transport.ended;
    expect(opened.of("sse-event")).toHaveLength(100);
    expect(failures(opened)).toEqual(["more than 100 stream events were received; the connection was dropped"]);
  });
});

describe("openHttp: failures", () => {
  it("says that a port is closed", async () => {
    const server = createTcpServer();
    const url = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const opened = open(url);
    const sent = opened.transport.send("{}");
    expect(await sent.responded).toEqual({ status: undefined, headers: {} });
    expect((await sent.ended)?.how).toBe("broken");
    const message = `connection refused by ${new URL(url).host} (ECONNREFUSED)`;
    expect(failures(opened)).toEqual([message]);
    expect(opened.of("http-end")[0]).toMatchObject({ how: "broken", message });
  });

  it("keeps what came of a body that breaks off, and delivers none of it", async () => {
    const url = await serveBytes('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
    const opened = open(url);
    expect(await opened.transport.send("{}").ended).toMatchObject({ status: 200, how: "broken" });
    expect(opened.of("http-body")[0]).toMatchObject({ text: '{"a":', cut: true });
    expect(failures(opened)).toHaveLength(1);
    expect([opened.incoming.length, opened.judged()]).toEqual([0, 0]);
  });

  it("keeps what came of a stream that breaks off", async () => {
    const url = await serveBytes(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\na\r\ndata: 1\n\nd\r\n",
    );
    const opened = open(url);
    expect((await opened.transport.send("{}").ended)?.how).toBe("broken");
    expect(opened.incoming.map((one) => one.text)).toEqual(["1"]);
  });

  it.each([
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.6\r\n", "did not answer with valid HTTP"],
    ["nothing", "", "broke the connection"],
    [
      "a megabyte of headers",
      `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(1_000_000)}\r\n\r\n`,
      "sent more headers than mcpcheck reads",
    ],
    [
      "a change of protocol",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
      "switched protocols",
    ],
    [
      "a wrong encoding",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nhi",
      "does not fit its content encoding",
    ],
  ])("says it when the server answers with %s", async (_name, bytes, reason) => {
    const opened = open(await serveBytes(bytes));
    expect((await opened.transport.send("{}").ended)?.how).toBe("broken");
    expect(failures(opened)).toHaveLength(1);
    expect(failures(opened)[0]).toContain(reason);
    expect(failures(opened)[0]).not.toContain("\n");
    expect(opened.of("http-end")).toHaveLength(1);
  });

  it("says that TLS fails", async () => {
    const url = await serveBytes("HTTP/1.1 400 Bad Request\r\n\r\n");
    const opened = open(url.replace("http:", "https:"));
    await opened.transport.send("{}").ended;
    expect(failures(opened)[0]).toMatch(/^TLS with 127\.0\.0\.1:\d+ failed/u);
  });

  it("gives up connecting after a while, on the clock it was given", async () => {
    const alarms: { ms: number; run: () => void; off: boolean }[] = [];
    const clock = {
      now: () => 0,
      setTimeout(ms: number, run: () => void) {
        const alarm = { ms, run, off: false };
        alarms.push(alarm);
        return () => void (alarm.off = true);
      },
    };
    const url = await serve((_request, response) => void response.end());
    const opened = open(url, { clock, connectTimeoutMs: 77 });
    const stuck = opened.transport.send("{}");
    expect(alarms).toMatchObject([{ ms: 77, off: false }]);
    alarms[0]?.run();
    expect((await stuck.ended)?.how).toBe("broken");
    expect(failures(opened)).toEqual([`could not connect to ${new URL(url).host} within 77 ms`]);
    await opened.transport.send("{}").ended;
    await opened.transport.send("{}").ended;
    expect(alarms.map((alarm) => alarm.off)).toEqual([true, true, true]);
  });

  it("uses a connection again, but none that was idle for long", async () => {
    const ports: (number | undefined)[] = [];
    let now = 0;
    const clock = { ...systemClock, now: () => now };
    const url = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      response.end();
    });
    const opened = open(url, { clock });
    for (const time of [0, 900, 3000]) {
      now = time;
      expect((await opened.transport.send("{}").ended)?.how).toBe("complete");
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([ports[1] === ports[0], ports[2] === ports[0]]).toEqual([true, false]);
  });

  it("does not repeat a request that the server broke off on a connection in use", async () => {
    let count = 0;
    const url = await serve((request, response) => {
      count += 1;
      if (count === 2) request.socket.resetAndDestroy();
      else response.end();
    });
    const opened = open(url);
    expect((await opened.transport.send("{}").ended)?.how).toBe("complete");
    expect((await opened.transport.send("{}").ended)?.how).toBe("broken");
    expect(count).toBe(2);
  });
});

import { createServer, type IncomingMessage, Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { createRecorder } from "../../src/trace/recorder.ts";
import { messages } from "../../src/trace/message.ts";
import type { EventOf, WireEvent } from "../../src/trace/wire-event.ts";
import type { HttpClientTransport, Incoming, TransportLimits } from "../../src/transport/client-transport.ts";
import { openHttp, type HttpOptions } from "../../src/transport/http/http.ts";

/** Small bounds. */
export const limits: TransportLimits = { frameBytes: 100_000, connectionBytes: 1_000_000, graceMs: 10_000 };
const closers: (() => void)[] = [];

/** Has something closed after the test. */
export const closeLater = (close: () => void): void => void closers.push(close);

/** Closes every server and connection that was opened. */
export function closeAll(): void {
  for (const close of closers.splice(0)) close();
}

/** Starts a server on a free port; hands back the URL of its endpoint. */
export async function listening(server: TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(() => {
    if (server instanceof Server) server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Starts an HTTP server. */
export const serve = (listener: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>): Promise<string> =>
  listening(createServer((request, response) => void listener(request, response)));

/** A server that says exactly these bytes to whoever has sent something. */
export const serveBytes = (bytes: string, thenClose = true): Promise<string> =>
  listening(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => (thenClose ? socket.end(bytes) : socket.write(bytes)));
    }),
  );

/** An open transport with what it recorded. */
export type Opened = {
  readonly transport: HttpClientTransport;
  readonly incoming: Incoming[];
  readonly of: <K extends WireEvent["kind"]>(kind: K) => EventOf<K>[];
  readonly kinds: () => string[];
  /** The texts the trace counts as received messages. */
  readonly judged: () => number;
  /** Resolves when this many messages are there. */
  readonly received: (count: number) => Promise<string[]>;
};

/** Opens a transport to a URL. */
export function open(url: string, changes: Partial<HttpOptions> = {}): Opened {
  const recorder = createRecorder({ kind: "server", transport: "http" }, () => performance.now());
  const transport = openHttp({ url, recorder, connection: 1, limits, ...changes });
  const incoming: Incoming[] = [];
  let wake = (): void => {};
  transport.listen((one) => {
    incoming.push(one);
    wake();
  });
  closeLater(() => void transport.close("drop"));
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

/** The messages of the failures. */
export const failures = (opened: Opened): string[] => opened.of("failure").map((event) => event.message);

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Answers with JSON. */
export const json = (response: ServerResponse, text: string): void =>
  void response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" }).end(text);

/** The headers of an event stream. */
export const stream = { "Content-Type": "text/event-stream" };

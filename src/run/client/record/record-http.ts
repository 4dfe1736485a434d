import { createServer, type IncomingMessage, request as askHttp, type ServerResponse } from "node:http";
import { request as askHttps } from "node:https";
import { type Listening, listenOn } from "../../../mock/serve/listening.ts";
import { sessionsApart } from "../attach/sessions-apart.ts";
import { exchangeTap } from "./exchange-tap.ts";
import { recorded } from "./record-stdio.ts";
import type { TraceFile } from "./trace-file.ts";

/** A server that is asked for clients which come to a port of this machine. */
export type HttpSession = {
  /** The end point of the server. */
  readonly upstream: URL;
  readonly transport: "http" | "sse";
  readonly port: number;
  readonly trace: TraceFile;
  /** Told every value that authorizes a request, before anything of it is recorded. */
  readonly authorized: (headers: Readonly<Record<string, string>>) => void;
};

/**
 * Listens in front of a server. Requests and answers pass as they are and at once, event streams included; two headers differ, `Host`,
 * which names the server, and `Accept-Encoding`, so that answers come in a form that can be recorded as it passes.
 * @throws McpcheckError `usage` where the port is taken
 */
export async function recordHttp(session: HttpSession): Promise<Listening> {
  const { upstream, transport, trace } = session;
  const open = (at: number): number => {
    const connection = trace.nextConnection();
    const connect = { revision: null, session: recorded, capabilities: {}, target: "the server" } as const;
    trace.note({ kind: "connect", connection, transport, ...connect }, at);
    trace.note({ kind: "step", connection, scenario: recorded, verb: "record" }, at);
    return connection;
  };
  const tap = exchangeTap(trace, sessionsApart(transport, open), upstream);
  const http = createServer((request, response) => forward(session, tap, request, response));
  // A stream may be silent for hours.
  Object.assign(http, { requestTimeout: 0, headersTimeout: 0, timeout: 0, keepAliveTimeout: 60_000 });
  const listening = await listenOn(http, { host: "127.0.0.1", port: session.port });
  return { ...listening, url: `${listening.base}${upstream.pathname}${upstream.search}` };
}

function forward(
  { upstream, authorized }: HttpSession,
  tap: ReturnType<typeof exchangeTap>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { authorization, "proxy-authorization": proxy, cookie } = request.headers;
  authorized(present({ authorization, "proxy-authorization": proxy, cookie }));
  const exchange = tap(request);
  const ask = upstream.protocol === "https:" ? askHttps : askHttp;
  const target = {
    protocol: upstream.protocol,
    hostname: upstream.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: upstream.port,
    path: request.url ?? "/",
    method: request.method ?? "GET",
    headers: headersFor(upstream, request.rawHeaders),
  };
  const asked = ask(target, (answer) => {
    const headers = pairs(answer.rawHeaders);
    exchange.responded(answer.statusCode ?? 502, headers);
    response.sendDate = false;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? "", headers.flat());
    response.flushHeaders();
    answer.pipe(response);
    answer.on("data", (chunk: Uint8Array) => exchange.answered(chunk));
    answer.once("end", () => exchange.ended("complete"));
    answer.once("close", () => {
      exchange.ended("broken");
      if (!answer.complete) response.destroy();
    });
  });
  asked.on("error", (error) => {
    exchange.failed(error.message);
    if (response.headersSent || response.destroyed) response.destroy();
    else response.writeHead(502, { "content-type": "text/plain" }).end(`mcpcheck record: ${upstream.origin}: ${error.message}\n`);
  });
  response.once("close", () => {
    if (response.writableFinished) return;
    exchange.ended("closed-by-peer");
    asked.destroy();
  });
  request.on("error", () => asked.destroy());
  request.pipe(asked);
}

/** The headers of a request as they came, in their order, with the name of the server in them. */
function headersFor(upstream: URL, raw: readonly string[]): string[] {
  return pairs(raw).flatMap(([name, value]) => {
    const key = name.toLowerCase();
    return [name, key === "host" ? upstream.host : key === "accept-encoding" ? "identity" : value];
  });
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as [string, string]] : []));
}

function present(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

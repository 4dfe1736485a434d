import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { createParser } from "eventsource-parser";
import { type Listening, listenOn } from "../../../mock/serve/listening.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { sessionsApart } from "../../client/attach/sessions-apart.ts";
import { httpTap } from "../../client/mock/http-tap.ts";
import { type CaseRecord, monotonicMs } from "../case/case-record.ts";

/**
 * Listens in front of an HTTP mock server and records every request and answer as they are on the wire, whatever the server
 * thinks of them. The session id, once the server gave one, tells instances apart.
 */
export async function serveRecorded(target: URL, server: Recorded, record: CaseRecord): Promise<Listening> {
  const http = createServer((incoming, response) => void forward(target, server.id, record, incoming, response));
  return await listenOn(http, { host: "127.0.0.1", port: 0, tap: wireTap(server, record) });
}

/** A server in front of which it is recorded. */
export type Recorded = { readonly id: string; readonly transport: "http" | "sse" };

/** Records what goes over the wire as the trace of a client holds it. */
function wireTap({ id, transport }: Recorded, record: CaseRecord): ReturnType<typeof httpTap> {
  let [connections, exchanges] = [0, 0];
  const note = (event: Unrecorded, at = monotonicMs()): void => record.note({ kind: "server-wire", server: id, event }, at);
  const open = (at: number): number => {
    const connection = ++connections;
    const common = { connection, transport, revision: null, capabilities: {}, target: "the mock server" } as const;
    note({ kind: "connect", ...common, session: "" }, at);
    return connection;
  };
  return httpTap({ note, nextExchange: () => ++exchanges }, sessionsApart(transport, open));
}

async function forward(
  target: URL,
  server: string,
  record: CaseRecord,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")]));
  const session = headers["mcp-session-id"];
  const instance = `${server}:${session ?? "first"}`;
  const method = incoming.method ?? "GET";
  record.note({ kind: "server-http", server, instance, method, path: incoming.url ?? "/", headers });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    response.destroy();
    return;
  }
  const body = Buffer.concat(chunks);
  if (body.length > 0) record.note({ kind: "server-received", server, instance, text: body.toString("utf8"), headers });
  const upstream = httpRequest(
    { host: target.hostname, port: target.port, path: incoming.url, method, headers: incoming.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      const sent = (text: string): void => record.note({ kind: "server-sent", server, instance, text });
      const take = answer.headers["content-type"]?.includes("event-stream") === true ? eventReader(sent) : wholeReader(sent);
      const decoder = new TextDecoder();
      answer.on("data", (chunk: Buffer) => {
        take.chunk(decoder.decode(chunk, { stream: true }));
        response.write(chunk);
      });
      answer.on("end", () => response.end());
      // Also where the stream broke, or was left: what was sent until then was sent.
      answer.on("close", take.end);
      answer.on("error", () => response.destroy());
      answer.on("aborted", () => response.destroy());
    },
  );
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  upstream.end(body);
}

type Reader = { readonly chunk: (text: string) => void; readonly end: () => void };

/** Tells the body of an answer once it is there. */
function wholeReader(sent: (text: string) => void): Reader {
  let whole = "";
  return {
    chunk: (text) => void (whole += text),
    end: () => void (whole !== "" && sent(whole)),
  };
}

/** Tells the data of the events of a stream as they come. */
function eventReader(sent: (text: string) => void): Reader {
  const parser = createParser({ onEvent: ({ data }) => void (data !== "" && sent(data)) });
  return { chunk: (text) => parser.feed(text), end: () => parser.reset({ consume: true }) };
}

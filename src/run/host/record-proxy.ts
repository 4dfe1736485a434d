import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { type Listening, listenOn } from "../../mock/listening.ts";
import type { CaseRecord } from "./case-record.ts";

/**
 * Listens in front of an HTTP mock server and records every request and answer as they are on the wire, whatever the server
 * thinks of them. The session id, once the server gave one, tells instances apart.
 */
export async function serveRecorded(target: URL, server: string, record: CaseRecord): Promise<Listening> {
  const http = createServer((incoming, response) => void forward(target, server, record, incoming, response));
  return await listenOn(http, { host: "127.0.0.1", port: 0 });
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
    { host: target.hostname, port: target.port, path: incoming.url, method, headers: { ...incoming.headers, host: target.host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      let text = "";
      answer.on("data", (chunk: Buffer) => {
        text += chunk.toString("utf8");
        response.write(chunk);
      });
      answer.on("end", () => {
        note(record, server, instance, text);
        response.end();
      });
      answer.on("error", () => response.destroy());
      answer.on("aborted", () => response.destroy());
    },
  );
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  upstream.end(body);
}

/** What a server sent, message by message where it is an event stream. */
function note(record: CaseRecord, server: string, instance: string, text: string): void {
  const data = text.split(/\r?\n/).flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []));
  for (const one of data.length > 0 ? data : [text])
    if (one !== "") record.note({ kind: "server-sent", server, instance, text: one });
}

import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import { parsed } from "../../../model/backend/http.ts";
import { withoutCredentials } from "../../../model/fake/capture.ts";
import { listenOn } from "../../../mock/serve/listening.ts";
import type { CaseModel } from "../../host/case/case-model.ts";

type Asked = ReturnType<CaseModel["requests"]>[number];

/** Listens in front of a model server and keeps what it is asked; answers go through as they come. */
export async function serveModelProxy(
  target: URL,
  headers: Readonly<Record<string, string>>,
  now: () => number,
): Promise<{ readonly url: string; readonly requests: () => readonly Asked[]; readonly close: () => Promise<void> }> {
  const asked: Asked[] = [];
  const http = createServer((incoming, response) => void forward({ target, headers, now, asked }, incoming, response));
  const { base, close } = await listenOn(http, { host: "127.0.0.1", port: 0 });
  return { url: base, requests: () => asked, close };
}

type Proxy = {
  readonly target: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: () => number;
  readonly asked: Asked[];
};

async function forward(
  { target, headers, now, asked }: Proxy,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = now();
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    response.destroy();
    return;
  }
  const body = Buffer.concat(chunks);
  const method = incoming.method ?? "GET";
  const path = incoming.url ?? "/";
  const entry = {
    at,
    api: "ollama",
    method,
    path: /^[^?#]*/.exec(path)?.[0] ?? path,
    headers: withoutCredentials(incoming.headers),
    body: parsed(body.toString("utf8")),
    outcome: "answering",
  } as const;
  const index = asked.push(entry) - 1;
  const send = target.protocol === "https:" ? httpsRequest : httpRequest;
  const upstream = send(
    new URL(`${target.pathname.replace(/\/$/, "")}${path}`, target),
    { method, headers: { ...incoming.headers, ...headers, host: target.host } },
    (answer) => {
      asked[index] = { ...entry, status: answer.statusCode ?? 502, outcome: "answered" };
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    },
  );
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  upstream.end(body);
}

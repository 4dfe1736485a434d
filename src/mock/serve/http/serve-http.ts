import type { IncomingMessage, ServerResponse } from "node:http";
import { spokenIn } from "../../era/capabilities.ts";
import type { MockServer } from "../../core.ts";
import { headerOf } from "../../world/header-fields.ts";
import { accepts, guardOrigin } from "./http-guard.ts";
import { handlePost } from "./http-post.ts";
import { sendBody, sendHead, sendRefusal, sseHeaders } from "./http-reply.ts";
import { type Sessions, createSessions } from "./http-sessions.ts";
import { type Listening, type ListenOptions, listenOn } from "../listening.ts";
import { followStart, ruledServer } from "./http-rules.ts";
import type { Shape } from "../../conversation/port.ts";
import { readEventId } from "../sse-stream.ts";

/** Serves Streamable HTTP at `/mcp` and `/` until it is closed. Port 0 takes a free one. */
export async function serveHttp(server: MockServer, options: ListenOptions): Promise<Listening> {
  const sessions = createSessions(server);
  const http = ruledServer(server, (request, response, base) => handle(server, sessions, request, response, options.host, base));
  const listening = await listenOn(http, { ...options, everywhere: server.omits("localhost") });
  await followStart(server, http);
  return {
    ...listening,
    url: `${listening.base}/mcp`,
    async close() {
      server.close();
      sessions.endAll();
      await listening.close();
    },
  };
}

async function handle(
  server: MockServer,
  sessions: Sessions,
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
  base: Shape,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  if (path !== "/mcp" && path !== "/") return sendRefusal(response, { status: 404, message: "Not found" }, base);
  const refusal = guardOrigin(server, request, host);
  if (refusal !== undefined) return sendRefusal(response, refusal, base);
  if (request.method === "POST") return handlePost(server, sessions, request, response, base);
  const allowed = allowedMethods(server, request);
  if (!allowed.includes(request.method ?? ""))
    return sendRefusal(response, { status: 405, message: "Method not allowed", headers: { allow: allowed.join(", ") } }, base);
  return request.method === "GET"
    ? openGetStream(server, sessions, request, response, base)
    : endSession(sessions, request, response, base);
}

/** GET and DELETE exist for stateful revisions with sessions; a request that names a stateless revision has only POST. */
function allowedMethods(server: MockServer, request: IncomingMessage): readonly string[] {
  const header = headerOf(request.headers, "mcp-protocol-version");
  const stateless = (spokenIn(server.script, "stateless") as readonly (string | undefined)[]).includes(header);
  const stateful = spokenIn(server.script, "stateful").length > 0 && server.script.http?.sessions !== false && !stateless;
  return stateful ? ["GET", "POST", "DELETE"] : ["POST"];
}

function openGetStream(
  server: MockServer,
  sessions: Sessions,
  request: IncomingMessage,
  response: ServerResponse,
  base: Shape,
): void {
  if (!accepts(request, "text/event-stream") && !server.omits("accept"))
    return sendRefusal(response, { status: 406, message: "Accept must list text/event-stream" }, base);
  const found = sessions.find(request);
  if ("refusal" in found) return sendRefusal(response, found.refusal, base);
  const { session } = found;
  sendHead(response, 200, sseHeaders, base);
  response.flushHeaders();
  const last = readEventId(headerOf(request.headers, "last-event-id") ?? "");
  const earlier = last === undefined ? undefined : session.streamOf(last.stream);
  const stream = earlier ?? session.openStream();
  stream.attach(response, earlier === undefined ? 0 : (last?.number ?? 0));
  if (earlier === undefined && (base.sse?.prime ?? (session.conversation.revision === "2025-11-25" && !server.omits("priming"))))
    stream.prime(server.script.http?.retry);
  if (earlier === undefined || session.isListening(earlier)) session.listenOn(stream);
}

function endSession(sessions: Sessions, request: IncomingMessage, response: ServerResponse, base: Shape): void {
  const found = sessions.find(request);
  if ("refusal" in found) return sendRefusal(response, found.refusal, base);
  sessions.forget(found.session);
  sendBody(response, 204, "", {}, base);
}

import type { Asked } from "../../../base/http/asked.ts";
import { headerOf } from "../../../base/http/header-fields.ts";
import type { Reply } from "../../../base/http/reply.ts";
import { spokenIn } from "../../era/capabilities.ts";
import type { MockServer } from "../../core.ts";
import { accepts, guardOrigin } from "./http-guard.ts";
import { handlePost } from "./http-post.ts";
import { sendBody, sendHead, sendRefusal, sseHeaders } from "./http-reply.ts";
import { type Sessions, createSessions } from "./http-sessions.ts";
import { type Answering, ruled } from "./http-rules.ts";
import type { Shape } from "../../conversation/port.ts";
import { readEventId } from "../sse-stream.ts";

/** A mock that answers over HTTP. */
export type AnsweringMock = {
  readonly answer: Answering;
  /** Ends what is open, in the graceful way. */
  readonly end: () => void;
};

/** A mock that speaks Streamable HTTP at `/mcp` and `/`; `host` is the name it goes by. */
export function answerHttp(server: MockServer, host: string): AnsweringMock {
  const sessions = createSessions(server);
  return {
    answer: ruled(server, (request, reply, base) => handle(server, sessions, request, reply, host, base)),
    end() {
      server.close();
      sessions.endAll();
    },
  };
}

async function handle(
  server: MockServer,
  sessions: Sessions,
  request: Asked,
  reply: Reply,
  host: string,
  base: Shape,
): Promise<void> {
  const path = new URL(request.target, "http://localhost").pathname;
  if (path !== "/mcp" && path !== "/") return sendRefusal(reply, { status: 404, message: "Not found" }, base);
  const refusal = guardOrigin(server, request, host);
  if (refusal !== undefined) return sendRefusal(reply, refusal, base);
  if (request.method === "POST") return handlePost(server, sessions, request, reply, base);
  const allowed = allowedMethods(server, request);
  if (!allowed.includes(request.method))
    return sendRefusal(reply, { status: 405, message: "Method not allowed", headers: { allow: allowed.join(", ") } }, base);
  return request.method === "GET"
    ? openGetStream(server, sessions, request, reply, base)
    : endSession(sessions, request, reply, base);
}

/** GET and DELETE exist for stateful revisions with sessions; a request that names a stateless revision has only POST. */
function allowedMethods(server: MockServer, request: Asked): readonly string[] {
  const header = headerOf(request.headers, "mcp-protocol-version");
  const stateless = (spokenIn(server.script, "stateless") as readonly (string | undefined)[]).includes(header);
  const stateful = spokenIn(server.script, "stateful").length > 0 && server.script.http?.sessions !== false && !stateless;
  return stateful ? ["GET", "POST", "DELETE"] : ["POST"];
}

function openGetStream(server: MockServer, sessions: Sessions, request: Asked, reply: Reply, base: Shape): void {
  if (!accepts(request, "text/event-stream") && !server.omits("accept"))
    return sendRefusal(reply, { status: 406, message: "Accept must list text/event-stream" }, base);
  const found = sessions.find(request);
  if ("refusal" in found) return sendRefusal(reply, found.refusal, base);
  const { session } = found;
  sendHead(reply, 200, sseHeaders, base);
  reply.flush();
  const last = readEventId(headerOf(request.headers, "last-event-id") ?? "");
  const earlier = last === undefined ? undefined : session.streamOf(last.stream);
  const stream = earlier ?? session.openStream();
  stream.attach(reply, earlier === undefined ? 0 : (last?.number ?? 0));
  if (earlier === undefined && (base.sse?.prime ?? (session.conversation.revision === "2025-11-25" && !server.omits("priming"))))
    stream.prime(server.script.http?.retry);
  if (earlier === undefined || session.isListening(earlier)) session.listenOn(stream);
}

function endSession(sessions: Sessions, request: Asked, reply: Reply, base: Shape): void {
  const found = sessions.find(request);
  if ("refusal" in found) return sendRefusal(reply, found.refusal, base);
  sessions.forget(found.session);
  sendBody(reply, 204, "", {}, base);
}

import { type Asked, readBody } from "../../../base/http/asked.ts";
import type { Reply } from "../../../base/http/reply.ts";
import { type Frame, type JsonRpcId, isId, parseFrame } from "../../../jsonrpc/frame.ts";
import { eraOf, isRevision } from "../../../spec/revision.ts";
import { spokenIn } from "../../era/capabilities.ts";
import { newConversation } from "../../conversation/conversation.ts";
import type { MockServer } from "../../core.ts";
import { eraFor } from "../../era/era.ts";
import { headerOf, usuallySpelled } from "../../../base/http/header-fields.ts";
import { decodeBody, guardPost } from "./http-guard.ts";
import { createHttpPort } from "./http-port.ts";
import { sendRefusal } from "./http-reply.ts";
import { type HttpSession, createHttpSession } from "./http-session.ts";
import type { Sessions } from "./http-sessions.ts";
import type { Shape } from "../../conversation/port.ts";

/** Takes a POST to the MCP endpoint. `base` is what a rule changes about whatever is answered. */
export async function handlePost(
  server: MockServer,
  sessions: Sessions,
  request: Asked,
  reply: Reply,
  base: Shape,
): Promise<void> {
  const refusal = guardPost(server, request);
  if (refusal !== undefined) return sendRefusal(reply, refusal, base);
  const body = await readBody(request);
  if (body === undefined) return sendRefusal(reply, { status: 413, message: "The body is too large" }, base);
  const frame = parseFrame(decodeBody(body));
  if (eraOfPost(server, frame, request, sessions) === "stateless") return postStateless(server, frame, request, reply, base);
  if (server.script.http?.sessions === false) return postWithoutSession(server, frame, request, reply, base);
  if (frame.kind === "request" && frame.method === "initialize" && headerOf(request.headers, "mcp-session-id") === undefined)
    return postInitialize(server, sessions, frame, request, reply, base);
  if (frame.kind === "not-json") return postStateless(server, frame, request, reply, base);
  const found = sessions.find(request);
  if ("refusal" in found) return sendRefusal(reply, { ...found.refusal, id: idOf(frame) }, base);
  const { session } = found;
  const port = createHttpPort({
    server,
    reply,
    conversation: session.conversation,
    openStream: session.openStream,
    headers: noHeaders,
    base,
  });
  const forget = () => sessions.forget(session);
  const arrival = { conversation: session.conversation, headers: request.headers, undecided: "stateful", forget } as const;
  const cancel = server.receive(frame, arrival, port);
  reply.onClose((whole) => {
    if (!whole && server.omits("disconnection")) cancel();
  });
}

const noHeaders = () => ({});

/** The id to echo when a request is refused. */
function idOf(frame: Frame): JsonRpcId | undefined {
  return frame.kind === "request" && isId(frame.id) ? frame.id : undefined;
}

/** The era of what a POST brings; notifications and answers go by session and header alone. */
function eraOfPost(server: MockServer, frame: Frame, request: Asked, sessions: Sessions) {
  const header = headerOf(request.headers, "mcp-protocol-version");
  const negotiated = sessions.peek(request)?.conversation.revision;
  const [method, params] =
    frame.kind === "request" || frame.kind === "notification" ? [frame.method, frame.params] : ["", undefined];
  return eraFor(server.script, { method, params, header, negotiated, otherwise: "stateful" });
}

function postStateless(server: MockServer, frame: Frame, request: Asked, reply: Reply, base: Shape): void {
  if (frame.kind === "result" || frame.kind === "error")
    return sendRefusal(reply, { status: 400, message: "This server sends no requests, so it takes no answers" }, base);
  const conversation = newConversation(() => undefined);
  const port = createHttpPort({ server, reply, conversation, headers: noHeaders, base });
  const headers = server.omits("header-case") ? usuallySpelled(request) : request.headers;
  const cancel = server.receive(frame, { conversation, headers, undecided: "stateless" }, port);
  reply.onClose((whole) => {
    if (!whole && !server.omits("cancellation")) cancel();
  });
}

function postInitialize(server: MockServer, sessions: Sessions, frame: Frame, request: Asked, reply: Reply, base: Shape): void {
  const session: HttpSession = createHttpSession(server);
  const { conversation, openStream } = session;
  const headers = (): Record<string, string> => {
    if (conversation.revision === undefined) return {};
    sessions.keep(session);
    return { "mcp-session-id": session.id };
  };
  const port = createHttpPort({ server, reply, conversation, openStream, headers, base });
  server.receive(
    frame,
    { conversation, headers: request.headers, undecided: "stateful", forget: () => sessions.forget(session) },
    port,
  );
}

/** A stateful revision without sessions: every POST stands alone, and the server cannot ask the client for anything. */
function postWithoutSession(server: MockServer, frame: Frame, request: Asked, reply: Reply, base: Shape): void {
  const conversation = newConversation(() => undefined);
  if (frame.kind !== "request" || frame.method !== "initialize") {
    const header = headerOf(request.headers, "mcp-protocol-version") ?? "2025-03-26";
    const spoken = spokenIn(server.script, "stateful");
    if (!isRevision(header) || eraOf(header) !== "stateful" || !spoken.includes(header))
      return sendRefusal(reply, { status: 400, message: `Unsupported protocol version: ${header}`, id: idOf(frame) }, base);
    conversation.revision = header;
    conversation.initialized = true;
  }
  const port = createHttpPort({ server, reply, conversation, headers: noHeaders, base });
  server.receive(frame, { conversation, headers: request.headers, undecided: "stateful" }, port);
}

import { utf8 } from "../../base/bytes.ts";
import { type Asked, readBody } from "../../base/http/asked.ts";
import { headerOf } from "../../base/http/header-fields.ts";
import type { Reply } from "../../base/http/reply.ts";
import { parseFrame } from "../../jsonrpc/frame.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { spokenIn } from "../era/capabilities.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { MockServer } from "../core.ts";
import type { AnsweringMock } from "./http/answer-http.ts";
import { decodeBody, guardOrigin } from "./http/http-guard.ts";
import { sendBody, sendHead, sendRefusal, sseHeaders } from "./http/http-reply.ts";
import { changeText, shapeBy } from "../dress.ts";
import { ruled } from "./http/http-rules.ts";
import type { Port, Shape } from "../conversation/port.ts";
import { createSseStream, formatEvent, type SseStream } from "./sse-stream.ts";

type Connection = { readonly conversation: Conversation; readonly stream: SseStream };

/** The connections that are open by their session ids, and where a new id comes from. */
type Connections = Map<string, Connection> & { readonly newId: () => string };

/**
 * A mock that speaks the HTTP+SSE transport of 2024-11-05: GET `/sse` for the event stream, POST to the endpoint it names; `host` is
 * the name it goes by.
 * @throws McpcheckError `usage` for a script without a revision of those days
 */
export function answerSse(server: MockServer, host: string): AnsweringMock {
  if (spokenIn(server.script, "stateful").length === 0)
    throw new McpcheckError("usage", `mock ${server.script.id} speaks only stateless revisions, which do not exist on HTTP+SSE`);
  let last = 0;
  const newId = (): string => (server.omits("unguessable") ? String(++last) : server.world.random());
  const connections: Connections = Object.assign(new Map<string, Connection>(), { newId });
  return {
    answer: ruled(server, (request, reply, base) => handle(server, connections, request, reply, host, base)),
    end() {
      for (const { stream } of connections.values()) stream.end();
    },
  };
}

async function handle(
  server: MockServer,
  connections: Connections,
  request: Asked,
  reply: Reply,
  host: string,
  base: Shape,
): Promise<void> {
  const url = new URL(request.target, "http://localhost");
  const refusal = guardOrigin(server, request, host);
  if (refusal !== undefined) return sendRefusal(reply, refusal, base);
  const method = { "/sse": "GET", "/messages": "POST" }[url.pathname];
  if (method === undefined) return sendRefusal(reply, { status: 404, message: "Not found" }, base);
  if (request.method !== method)
    return sendRefusal(reply, { status: 405, message: "Method not allowed", headers: { allow: method } }, base);
  if (method === "GET") return connect(server, connections, request, reply, base);
  const connection = connections.get(url.searchParams.get("session") ?? "");
  if (connection === undefined) return sendRefusal(reply, { status: 404, message: "Session not found" }, base);
  const body = await readBody(request);
  if (body === undefined) return sendRefusal(reply, { status: 413, message: "The body is too large" }, base);
  const arrival = { conversation: connection.conversation, undecided: "stateful" } as const;
  server.receive(parseFrame(decodeBody(body)), arrival, ssePort(connection.stream, reply));
  sendBody(reply, 202, "", {}, base);
}

function connect(server: MockServer, connections: Connections, request: Asked, reply: Reply, base: Shape): void {
  const id = connections.newId();
  const stream = createSseStream(server.world.clock, "", false);
  const conversation = server.converse(stream.send);
  connections.set(id, { conversation, stream });
  sendHead(reply, 200, sseHeaders, base);
  reply.flush();
  stream.attach(reply, 0);
  const acts = server.event("endpoint") ?? [];
  const origin = acts.some((act) => act.absolute === true) ? `http://${headerOf(request.headers, "host") ?? ""}` : "";
  const endpoint = acts.reduce((text, act) => changeText(text, act.text), `${origin}/messages?session=${encodeURIComponent(id)}`);
  const { sse } = acts.reduce<Shape>(shapeBy, {});
  if (!acts.some((act) => act.omit === true)) stream.write(utf8(formatEvent(endpoint, { event: "endpoint", ...sse })));
  reply.onClose(() => {
    connections.delete(id);
    server.leave(conversation);
  });
}

/** Answers go to the stream; only a POST that is not a valid message is answered on its own response. */
function ssePort(stream: SseStream, reply: Reply): Port {
  return {
    message: stream.send,
    answer(text, shape) {
      if ((shape?.status ?? 200) >= 400) sendBody(reply, 400, text, { "content-type": "application/json" }, shape ?? {});
      else stream.send(text, shape);
    },
    accepted: (shape) => sendBody(reply, 202, "", {}, shape ?? {}),
    end: () => undefined,
    raw: (bytes, _last, shape) => stream.write(bytes, shape?.pace),
    drop: () => stream.end(),
  };
}

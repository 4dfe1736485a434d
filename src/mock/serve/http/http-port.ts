import { utf8 } from "../../../base/bytes.ts";
import type { Reply } from "../../../base/http/reply.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { MockServer } from "../../core.ts";
import { sendBody, sendHead, sseHeaders } from "./http-reply.ts";
import { createPacedWriter } from "../paced-writer.ts";
import type { Port, Shape } from "../../conversation/port.ts";
import { type SseStream, createSseStream } from "../sse-stream.ts";

/** What the way back of a POST depends on. */
export type HttpPortOptions = {
  readonly server: MockServer;
  readonly reply: Reply;
  readonly conversation: Conversation;
  /** Opens the event stream; for sessions one that can be resumed. */
  readonly openStream?: () => SseStream;
  /** Headers of the answer, asked for when it is sent. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** What a rule on POST changes about whatever is answered. */
  readonly base: Shape;
};

/** The response of a POST as the way back: JSON, or an event stream as soon as something is sent before the answer. */
export function createHttpPort({ server, reply, conversation, openStream, headers, base }: HttpPortOptions): Port {
  const { clock } = server.world;
  const style = server.script.http?.answers ?? "auto";
  let stream: SseStream | undefined;
  const withBase = (shape: Shape = {}): Shape => ({ ...shape, ...base, headers: { ...shape.headers, ...base.headers } });
  const openedStream = (shape: Shape): SseStream => {
    if (stream !== undefined) return stream;
    stream = openStream?.() ?? createSseStream(clock, "", false);
    if (!reply.destroyed) sendHead(reply, 200, { ...sseHeaders, ...headers() }, shape);
    stream.attach(reply, 0);
    const primed = shape.sse?.prime ?? (conversation.revision === "2025-11-25" && !server.omits("priming"));
    if (primed) stream.prime(shape.sse?.retry ?? server.script.http?.retry);
    return stream;
  };
  const body = createPacedWriter(clock, reply.write);
  const writeBody = (bytes: Uint8Array, last: boolean, shape: Shape) => {
    if (!reply.headersSent) sendHead(reply, 200, { "content-type": "application/json", ...headers() }, shape);
    body.write(bytes, shape.pace);
    if (last) body.after(() => reply.end());
  };
  return {
    message(text, shape) {
      if (reply.headersSent && stream === undefined) return;
      if (style === "json" && shape?.as !== "sse") conversation.push(text, shape);
      else openedStream(withBase({ ...shape, status: 200 })).send(text, withBase(shape));
    },
    answer(text, shape) {
      const full = withBase(shape);
      const form = full.as ?? (style === "sse" && (full.status ?? 200) === 200 ? "sse" : "json");
      if (stream === undefined && form === "json") {
        if (full.pace === undefined) sendBody(reply, 200, text, { "content-type": "application/json", ...headers() }, full);
        else writeBody(utf8(text), true, full);
        return;
      }
      if (stream === undefined && reply.headersSent) return;
      const open = openedStream(full);
      open.send(text, full);
      if (full.sse?.close !== false) open.end();
    },
    accepted: (shape) => sendBody(reply, 202, "", headers(), withBase(shape)),
    end() {
      if (reply.headersSent && stream === undefined) return;
      openedStream(withBase()).end();
    },
    raw(bytes, last, shape) {
      if (reply.destroyed || reply.ended) return;
      if (stream !== undefined || shape?.as === "sse") {
        const open = openedStream(withBase(shape));
        open.write(bytes, shape?.pace);
        if (last) open.end();
        return;
      }
      writeBody(bytes, last, withBase(shape));
    },
    detach: (shape) => openedStream(withBase(shape)).detach(),
    drop: () => reply.cut(),
  };
}

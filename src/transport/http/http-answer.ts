import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { createBoundedBytes, decodeUtf8 } from "../bounded-bytes.ts";
import { createSseReader, type SseBlock } from "./sse-reader.ts";

/** A body as an `http-body` event carries it. */
export type Body = { readonly text: string; readonly bytes: number; readonly base64?: string; readonly cut?: true };

/** Who is told what an answer brings. `onBytes` gets the decoded size of every piece before it is kept. */
export type AnswerListener = {
  readonly onBytes: (bytes: number) => void;
  readonly onBody: (body: Body) => void;
  readonly onBlock: (block: SseBlock) => void;
  readonly onEnd: () => void;
  readonly onBroken: (error: NodeJS.ErrnoException) => void;
};

/** Hands on what came of an answer that is ended from outside; does nothing after its own end. */
export type AnswerReader = { readonly flush: () => void };

type Sink = { readonly push: (chunk: Buffer) => void; readonly end: (cutOff: boolean) => void };

/**
 * Reads the body of an answer: as an event stream when its content type says so, else as a whole. `limit` bounds an event
 * or the body, in bytes. A content encoding that nobody asked for is undone.
 */
export function readAnswer(
  response: IncomingMessage,
  headers: Readonly<Record<string, string>>,
  limit: number,
  listener: AnswerListener,
): AnswerReader {
  const streamed = /^\s*text\/event-stream\s*(;|$)/iu.test(headers["content-type"] ?? "");
  const sink = streamed ? createSseReader(limit, listener.onBlock) : createBodySink(limit, listener.onBody);
  const source = decoded(response, headers["content-encoding"]);
  let over = false;

  function flush(cutOff: boolean): void {
    if (over) return;
    over = true;
    sink.end(cutOff);
    // What was packed may hold a thousand times its size, which nobody waits for any more.
    if (cutOff && source !== response) source.destroy();
  }

  function broken(error: NodeJS.ErrnoException): void {
    flush(true);
    listener.onBroken(error);
  }

  source.on("data", (chunk: Buffer) => {
    if (over) return;
    listener.onBytes(chunk.length);
    if (!over) sink.push(chunk);
  });
  source.on("end", () => {
    if (over) return;
    flush(false);
    listener.onEnd();
  });
  source.on("error", broken);
  if (source !== response) response.on("error", broken);
  return { flush: () => flush(true) };
}

function decoded(response: IncomingMessage, encoding: string | undefined): Readable {
  switch (encoding?.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return response.pipe(createGunzip());
    case "deflate":
      return response.pipe(createInflate());
    case "br":
      return response.pipe(createBrotliDecompress());
    default:
      return response;
  }
}

function createBodySink(limit: number, onBody: (body: Body) => void): Sink {
  const bytes = createBoundedBytes(limit);
  return {
    push: bytes.append,
    end(cutOff) {
      const collected = bytes.take();
      const cut = collected.cut || cutOff;
      onBody({ ...decodeUtf8(collected.kept, cut), bytes: collected.bytes, ...(cut ? { cut } : {}) });
    },
  };
}

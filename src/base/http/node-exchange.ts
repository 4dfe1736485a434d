import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Asked } from "./asked.ts";
import type { Reply } from "./reply.ts";

/** A request of Node's HTTP server; `read` is its body where somebody has read it before. */
export function askedOf(request: IncomingMessage, read?: Uint8Array): Asked {
  const { method = "GET", url = "/", headers, rawHeaders, socket } = request;
  return {
    method,
    target: url,
    headers,
    rawHeaders,
    localAddress: socket.localAddress,
    // Whoever stops reading still answers: the request is not destroyed for it.
    body: read === undefined ? (request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) : once(read),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** The response of Node's HTTP server as the way back. */
export function replyOn(response: ServerResponse): Reply {
  return {
    get headersSent() {
      return response.headersSent;
    },
    get status() {
      return response.statusCode;
    },
    get destroyed() {
      return response.destroyed;
    },
    get ended() {
      return response.writableEnded;
    },
    head: (status, headers) => void response.writeHead(status, headers),
    flush: () => response.flushHeaders(),
    write(bytes, taken) {
      if (taken === undefined) {
        response.write(bytes);
        return;
      }
      if (response.destroyed) return taken();
      const done = (): void => {
        response.off("close", done);
        taken();
      };
      response.once("close", done);
      response.write(bytes, done);
    },
    end: (bytes) => void (bytes === undefined ? response.end() : response.end(bytes)),
    cut() {
      // Node holds the first bytes back until the next turn.
      if (response.headersSent) setImmediate(() => response.socket?.destroySoon());
      else response.destroy();
    },
    onClose: (fn) => void response.once("close", () => fn(response.writableFinished)),
    gzip: gzipSync,
  };
}

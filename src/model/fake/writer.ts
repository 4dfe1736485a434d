import { utf8 } from "../../base/bytes.ts";
import { nextTurn } from "../../base/time/clock.ts";
import type { Reply } from "../../base/http/reply.ts";

/** Writes to a reply one after the other, never faster than the other side reads. */
export type Writer = {
  readonly write: (text: string) => Promise<void>;
  /** Ends the reply; whether all of it has left. */
  readonly end: () => Promise<boolean>;
  /** Cuts the connection once what was written has left. */
  readonly drop: () => Promise<"dropped">;
};

/** So many writes may follow each other before others get their turn: a write that the network takes at once does not wait. */
const writesPerTurn = 16;

/** A writer that puts at most `size` bytes into one write to the connection; without it a text is one write. */
export function createWriter(reply: Reply, size: number | undefined): Writer {
  let writes = 0;
  const writeBytes = (bytes: Uint8Array): Promise<void> => new Promise((resolve) => reply.write(bytes, resolve));
  return {
    async write(text) {
      const bytes = utf8(text);
      const step = size ?? Math.max(1, bytes.length);
      for (let at = 0; at < bytes.length && !reply.destroyed; at += step) {
        await writeBytes(bytes.subarray(at, at + step));
        writes += 1;
        if (writes % writesPerTurn === 0) await nextTurn();
      }
    },
    end: () =>
      new Promise((resolve) => {
        if (reply.destroyed) return resolve(false);
        reply.onClose(resolve);
        reply.end();
      }),
    async drop() {
      reply.cut();
      return await Promise.resolve("dropped" as const);
    },
  };
}

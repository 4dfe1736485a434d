import type { ServerResponse } from "node:http";

/** Writes to a response one after the other, never faster than the other side reads. */
export type Writer = {
  readonly write: (text: string) => Promise<void>;
  /** Ends the response; whether all of it has left. */
  readonly end: () => Promise<boolean>;
  /** Cuts the connection once what was written has left. */
  readonly drop: () => Promise<"dropped">;
};

/** So many writes may follow each other before others get their turn: a write that the network takes at once does not wait. */
const writesPerTurn = 16;

/** A writer that puts at most `size` bytes into one write to the connection; without it a text is one write. */
export function createWriter(response: ServerResponse, size: number | undefined): Writer {
  let writes = 0;
  const writeBytes = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      if (response.destroyed) return resolve();
      const done = (): void => {
        response.off("close", done);
        resolve();
      };
      response.once("close", done);
      response.write(bytes, done);
    });
  return {
    async write(text) {
      const bytes = Buffer.from(text);
      const step = size ?? Math.max(1, bytes.length);
      for (let at = 0; at < bytes.length && !response.destroyed; at += step) {
        await writeBytes(bytes.subarray(at, at + step));
        writes += 1;
        if (writes % writesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    },
    end: () =>
      new Promise((resolve) => {
        if (response.destroyed) return resolve(false);
        response.once("close", () => resolve(response.writableFinished));
        response.end(() => resolve(true));
      }),
    async drop() {
      if (!response.headersSent) response.flushHeaders();
      response.socket?.destroy();
      return await Promise.resolve("dropped" as const);
    },
  };
}

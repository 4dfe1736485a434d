/** Bytes that somebody puts in, for somebody else to read as they come. */
export type ByteQueue = AsyncIterable<Uint8Array> & {
  readonly push: (bytes: Uint8Array) => void;
  readonly end: () => void;
};

/** An empty queue for one reader. */
export function createByteQueue(): ByteQueue {
  const waiting: Uint8Array[] = [];
  let over = false;
  let wake: () => void = () => undefined;
  return {
    push(bytes) {
      if (over) return;
      waiting.push(bytes);
      wake();
    },
    end() {
      over = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) yield next;
        else if (over) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

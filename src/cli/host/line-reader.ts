/** Lines of an input, one after the other. */
export type LineReader = {
  /** The next line without its end; undefined at the end of the input, or when the signal is aborted. */
  readonly next: (signal: AbortSignal) => Promise<string | undefined>;
  /** Lets go of the input, which would otherwise keep the process alive. */
  readonly close: () => void;
};

/** Longest line kept, in characters. */
const longest = 1_048_576;

/** Reads lines from bytes as they come; a terminal without echo ends them with a carriage return. Whoever asked first gets the next line; a question that was given up takes none. */
export function createLineReader(input: AsyncIterable<Uint8Array>): LineReader {
  const decoder = new TextDecoder();
  const lines: string[] = [];
  const waiting: ((line: string | undefined) => void)[] = [];
  const iterator = input[Symbol.asyncIterator]();
  let rest = "";
  let ended = false;

  function give(line: string | undefined): void {
    const taker = waiting.shift();
    if (taker !== undefined) taker(line);
    else if (line !== undefined) lines.push(line);
  }

  async function pump(): Promise<void> {
    try {
      for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) {
        const parts = (rest + decoder.decode(step.value, { stream: true })).split(/\r\n|[\r\n]/);
        rest = (parts.pop() ?? "").slice(0, longest);
        for (const part of parts) give(part);
      }
    } finally {
      ended = true;
      if (rest !== "") give(rest);
      while (waiting.length > 0) give(undefined);
    }
  }
  const pumping = pump();
  pumping.catch(() => undefined);

  return {
    next: (signal) =>
      new Promise((resolve) => {
        const [line] = lines.splice(0, 1);
        if (line !== undefined) return resolve(line);
        if (ended || signal.aborted) return resolve(undefined);
        const take = (given: string | undefined): void => {
          signal.removeEventListener("abort", giveUp);
          resolve(given);
        };
        const giveUp = (): void => {
          const at = waiting.indexOf(take);
          if (at >= 0) waiting.splice(at, 1);
          resolve(undefined);
        };
        waiting.push(take);
        signal.addEventListener("abort", giveUp, { once: true });
      }),
    close() {
      ended = true;
      if ("destroy" in input && typeof input.destroy === "function") input.destroy();
    },
  };
}

import { createBoundedBytes, decodeUtf8, type Collected } from "./bounded-bytes.ts";

/** One line as a `frame` event carries it: without its terminator, `bytes` being its length before decoding. */
export type Line = {
  readonly text: string;
  readonly bytes: number;
  readonly terminator: "\n" | "\r\n" | "";
  readonly base64?: string;
  readonly cut?: true;
};

/** Takes bytes however they are chunked. */
export type LineSplitter = {
  readonly push: (chunk: Uint8Array) => void;
  /** The stream is over: a line without a terminator is handed on; as cut, when it was not its writer who ended it. */
  readonly end: (cutOff: boolean) => void;
  /** How many bytes of an unfinished line are there. */
  readonly pending: () => number;
};

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Splits bytes into lines at LF or CRLF, in time linear in their number. A line longer than `limit` bytes is cut: its
 * beginning is kept and its bytes are counted.
 */
export function createLineSplitter(limit: number, onLine: (line: Line) => void): LineSplitter {
  const line = createBoundedBytes(limit);

  function finish(): void {
    const terminator = line.last() === carriageReturn ? "\r\n" : "\n";
    onLine(toLine(line.take(), terminator));
  }

  return {
    push(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
        line.append(chunk.subarray(from, end));
        finish();
        from = end + 1;
      }
      line.append(chunk.subarray(from));
    },
    end(cutOff) {
      if (line.size() === 0) return;
      const { kept, bytes, cut } = line.take();
      onLine(toLine({ kept, bytes, cut: cut || cutOff }, ""));
    },
    pending: () => line.size(),
  };
}

function toLine({ kept, bytes, cut }: Collected, terminator: Line["terminator"]): Line {
  const surplus = terminator === "\r\n" ? 1 : 0;
  if (cut) return { ...decodeUtf8(kept, true), bytes: bytes - surplus, terminator, cut };
  return { ...decodeUtf8(kept.subarray(0, bytes - surplus)), bytes: bytes - surplus, terminator };
}

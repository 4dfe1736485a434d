import { isAscii, isUtf8 } from "node:buffer";
import { createBoundedBytes, decodeUtf8, type Collected } from "../bounded-bytes.ts";

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
  /** The last byte of an unfinished line; undefined when none is there. */
  readonly last: () => number | undefined;
};

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Splits bytes into lines at LF or CRLF, in time linear in their number. A line longer than `limit` bytes is cut: its
 * beginning is kept and its bytes are counted. Lines that lie whole in a chunk are not copied.
 */
export function createLineSplitter(limit: number, onLine: (line: Line) => void): LineSplitter {
  const line = createBoundedBytes(limit);

  function finish(): void {
    const terminator = line.last() === carriageReturn ? "\r\n" : "\n";
    onLine(toLine(line.take(), terminator));
  }

  /** Finishes the line that earlier chunks began; hands back where the next one begins. */
  function finishPending(bytes: Buffer): number {
    const end = bytes.indexOf(lineFeed);
    line.append(bytes.subarray(0, end));
    finish();
    return end + 1;
  }

  return {
    push(chunk) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const last = bytes.lastIndexOf(lineFeed);
      if (last === -1) return line.append(bytes);
      const from = line.size() === 0 ? 0 : finishPending(bytes);
      if (from <= last) wholeLines(bytes.subarray(from, last + 1), limit, onLine);
      line.append(bytes.subarray(last + 1));
    },
    end(cutOff) {
      if (line.size() === 0) return;
      const { kept, bytes, cut } = line.take();
      onLine(toLine({ kept, bytes, cut: cut || cutOff }, ""));
    },
    pending: () => line.size(),
    last: () => (line.size() === 0 ? undefined : line.last()),
  };
}

/** Lines that are there as a whole, the last line feed included: decoded at once where nothing is wrong with them. */
function wholeLines(block: Buffer, limit: number, onLine: (line: Line) => void): void {
  if (block.length <= limit && isAscii(block)) return asciiLines(block.toString("latin1"), onLine);
  if (block.length <= limit && isUtf8(block)) return utf8Lines(block, decodeUtf8(block).text, onLine);
  let from = 0;
  for (let end = block.indexOf(lineFeed); end !== -1; end = block.indexOf(lineFeed, from)) {
    const terminator = end > from && block[end - 1] === carriageReturn ? "\r\n" : "\n";
    onLine(toLine(within(limit, block.subarray(from, end)), terminator));
    from = end + 1;
  }
}

function within(limit: number, line: Buffer): Collected {
  if (line.length <= limit) return { kept: line, bytes: line.length, cut: false };
  const bounded = createBoundedBytes(limit);
  bounded.append(line);
  return bounded.take();
}

function asciiLines(text: string, onLine: (line: Line) => void): void {
  let from = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
    const returned = end > from && text.charCodeAt(end - 1) === carriageReturn;
    const line = text.slice(from, returned ? end - 1 : end);
    onLine({ text: line, bytes: line.length, terminator: returned ? "\r\n" : "\n" });
    from = end + 1;
  }
}

/** Line feeds are in the bytes of valid UTF-8 exactly where they are in the text. */
function utf8Lines(block: Buffer, text: string, onLine: (line: Line) => void): void {
  let from = 0;
  let byteFrom = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
    const byteEnd = block.indexOf(lineFeed, byteFrom);
    const returned = end > from && text.charCodeAt(end - 1) === carriageReturn;
    const bytes = byteEnd - byteFrom - (returned ? 1 : 0);
    onLine({ text: text.slice(from, returned ? end - 1 : end), bytes, terminator: returned ? "\r\n" : "\n" });
    from = end + 1;
    byteFrom = byteEnd + 1;
  }
}

function toLine({ kept, bytes, cut }: Collected, terminator: Line["terminator"]): Line {
  const surplus = terminator === "\r\n" ? 1 : 0;
  if (cut) return { ...decodeUtf8(kept, true), bytes: bytes - surplus, terminator, cut };
  return { ...decodeUtf8(kept.subarray(0, bytes - surplus)), bytes: bytes - surplus, terminator };
}

import { type Collected, createBoundedBytes, decodeUtf8 } from "../bounded-bytes.ts";

/** One block of an event stream, as an `sse-event` of the trace carries it; a field that did not occur is absent. */
export type SseBlock = {
  readonly event?: string;
  readonly data?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly comment?: string;
  readonly base64?: string;
  readonly cut?: true;
  readonly unterminated?: true;
};

/** Takes the bytes of an event stream however they are chunked. */
export type SseReader = {
  readonly push: (chunk: Uint8Array) => void;
  /** The stream is over: what comes after the last blank line is handed on as `unterminated`, and as `cut` when its writer did not end it. */
  readonly end: (cutOff: boolean) => void;
};

const lineFeed = 10;
const carriageReturn = 13;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads an event stream (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream) in time
 * linear in its bytes. Lines end with LF, CR or CRLF; one byte order mark at the very start is dropped. A block longer
 * than `limit` bytes is cut. Unlike a browser it hands on blocks without data too, and `retry` as it was written.
 */
export function createSseReader(limit: number, onBlock: (block: SseBlock) => void): SseReader {
  const block = createBoundedBytes(limit);
  let first = true;
  let atLineStart = true;
  let afterReturn = false;

  function finish(marks: { readonly unterminated?: true; readonly cut?: true }): void {
    const collected = block.take();
    const parsed = parseBlock(collected, first);
    first = false;
    if (parsed !== undefined) onBlock({ ...parsed, ...marks });
  }

  /** The end of the block in `chunk` from `from` on: just after its blank line, or undefined when that is not there yet. */
  function findEnd(chunk: Uint8Array, from: number): number | undefined {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      const secondOfPair = byte === lineFeed && afterReturn;
      afterReturn = byte === carriageReturn;
      if (secondOfPair) continue;
      const endsLine = byte === lineFeed || byte === carriageReturn;
      if (endsLine && atLineStart) return at + 1;
      atLineStart = endsLine;
    }
    return undefined;
  }

  return {
    push(chunk) {
      let from = 0;
      for (let end = findEnd(chunk, 0); end !== undefined; end = findEnd(chunk, from)) {
        block.append(chunk.subarray(from, end));
        finish({});
        from = end;
      }
      block.append(chunk.subarray(from));
    },
    end(cutOff) {
      if (block.size() > 0) finish(cutOff ? { unterminated: true, cut: true } : { unterminated: true });
    },
  };
}

function parseBlock({ kept, cut }: Collected, mayHaveMark: boolean): SseBlock | undefined {
  const bytes = mayHaveMark && kept.subarray(0, 3).equals(byteOrderMark) ? kept.subarray(3) : kept;
  const { text, base64 } = decodeUtf8(bytes, cut);
  const fields = readFields(text);
  if (Object.keys(fields).length === 0) return undefined;
  return { ...fields, ...(base64 === undefined ? {} : { base64 }), ...(cut ? { cut } : {}) };
}

function readFields(text: string): SseBlock {
  const lists: { data: string[]; comment: string[] } = { data: [], comment: [] };
  const last: { event?: string; id?: string; retry?: string } = {};
  for (const line of text.split(/\r\n|\n|\r/u)) {
    if (line === "") continue;
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data") lists.data.push(value);
    else if (name === "") lists.comment.push(value);
    else if (name === "event" || name === "retry") last[name] = value;
    else if (name === "id" && !value.includes("\0")) last.id = value;
  }
  return {
    ...last,
    ...(lists.data.length === 0 ? {} : { data: lists.data.join("\n") }),
    ...(lists.comment.length === 0 ? {} : { comment: lists.comment.join("\n") }),
  };
}

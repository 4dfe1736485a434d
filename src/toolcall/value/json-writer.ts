/** Gathers JSON text out of many small pieces. */
export interface JsonWriter {
  /** Prepares for what so many characters of input lead to. */
  expect(characters: number): void;
  /** Writes one ASCII character. */
  code(code: number): void;
  /** Writes a part of a text. */
  slice(text: string, from: number, to: number): void;
  /** Returns what was written since the last call. */
  take(): string;
}

/** Input shorter than this is written piece by piece: decoding bytes has a price per call. */
const bulkFrom = 64;
/** Pieces longer than this are cheaper as slices than byte by byte. */
const longPiece = 48;
/** Fewer bytes than this are cheaper one by one than through the decoder. */
const fewBytes = 16;
/** Bytes that are gathered at most before they become a string; a parser starts with few of them, for it is cheap to create. */
const mostRoom = 16_384;
const leastRoom = 1024;
const nothing = new Uint8Array(0);
const utf8 = new TextDecoder();

/**
 * An empty writer. Dense values are made of tokens of a few characters; a string for each of them costs far more than the
 * characters do. So ASCII is gathered as bytes, which become a string in one go.
 */
export function createJsonWriter(): JsonWriter {
  let text = "";
  let bytes = nothing;
  let used = 0;
  let bulk = false;

  const flush = (): void => {
    if (used >= fewBytes) text += utf8.decode(bytes.subarray(0, used));
    else for (let at = 0; at < used; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
    used = 0;
  };

  /** Flushes, and takes more room from then on. */
  const grow = (): void => {
    flush();
    if (bytes.length < mostRoom) bytes = new Uint8Array(bytes.length * 4);
  };

  return {
    expect: (characters) => {
      flush();
      bulk = characters >= bulkFrom;
      if (bulk && bytes === nothing) bytes = new Uint8Array(leastRoom);
    },
    code: (code) => {
      if (!bulk) {
        text += String.fromCharCode(code);
        return;
      }
      if (used === bytes.length) grow();
      bytes[used] = code;
      used += 1;
    },
    slice: (from, start, end) => {
      if (!bulk || end - start > longPiece) {
        flush();
        text += from.slice(start, end);
        return;
      }
      if (used + end - start > bytes.length) grow();
      let to = used;
      for (let at = start; at < end; at += 1) {
        const code = from.charCodeAt(at);
        if (code >= 128) {
          used = to;
          flush();
          text += from.slice(at, end);
          return;
        }
        bytes[to] = code;
        to += 1;
      }
      used = to;
    },
    take: () => {
      flush();
      const taken = text;
      text = "";
      return taken;
    },
  };
}

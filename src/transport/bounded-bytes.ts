import { isAscii, isUtf8, transcode } from "node:buffer";

/** What is kept of something that was longer than its limit, in bytes. */
const keptOfCut = 64 * 1024;

/** What was collected: the bytes that were kept, how many there were, and whether that is fewer. */
export type Collected = { readonly kept: Buffer; readonly bytes: number; readonly cut: boolean };

/** Collects bytes up to a limit; of anything longer only the beginning is kept and the rest counted. */
export type BoundedBytes = {
  readonly append: (piece: Uint8Array) => void;
  /** How many bytes were appended since the last `take`. */
  readonly size: () => number;
  /** The byte that was appended last. */
  readonly last: () => number | undefined;
  /** Hands out what was collected and starts anew. */
  readonly take: () => Collected;
};

/**
 * An empty collection. It copies into one block that doubles, which costs linear time, and unlike a list of pieces
 * costs no more memory when a peer sends its bytes one at a time.
 */
export function createBoundedBytes(limit: number): BoundedBytes {
  let block = Buffer.alloc(0);
  let size = 0;
  let last: number | undefined;

  function keep(piece: Uint8Array, at: number): void {
    const needed = at + piece.length;
    if (needed > block.length) {
      const grown = Buffer.allocUnsafe(Math.min(Math.max(needed, block.length * 2, 1024), limit));
      block.copy(grown, 0, 0, at);
      block = grown;
    }
    block.set(piece, at);
  }

  return {
    append(piece) {
      if (piece.length === 0) return;
      const before = size;
      size += piece.length;
      last = piece.at(-1);
      if (size <= limit) {
        keep(piece, before);
      } else if (before <= limit) {
        const room = Math.min(limit, keptOfCut);
        if (before < room) keep(piece.subarray(0, room - before), before);
        block = Buffer.from(block.subarray(0, room));
      }
    },
    size: () => size,
    last: () => last,
    take() {
      const cut = size > limit;
      const collected = { kept: block.subarray(0, cut ? block.length : size), bytes: size, cut };
      block = Buffer.alloc(0);
      size = 0;
      last = undefined;
      return collected;
    },
  };
}

/** Text as the events of a trace carry it: decoded, and the bytes themselves where they are not UTF-8. */
export type DecodedText = { readonly text: string; readonly base64?: string };

/** Decodes UTF-8, a leading byte order mark included. Where bytes were cut off, half a character at the end goes too. */
export function decodeUtf8(bytes: Buffer, cut = false): DecodedText {
  const whole = cut ? bytes.subarray(0, bytes.length - brokenTail(bytes)) : bytes;
  if (isAscii(whole)) return { text: whole.toString("latin1") };
  if (isUtf8(whole)) return { text: decodeValid(whole) };
  return { text: whole.toString("utf8"), base64: whole.toString("base64") };
}

/** From this many bytes on the detour is worth its overhead, up to where it would cost too much memory. */
const longText = 512;
const hugeText = 1024 * 1024;

/** Over UTF-16 long text beyond ASCII is decoded two to five times as fast as by `toString` (Node 20). */
function decodeValid(bytes: Buffer): string {
  return bytes.length < longText || bytes.length > hugeText
    ? bytes.toString("utf8")
    : transcode(bytes, "utf8", "ucs2").toString("ucs2");
}

/** How many bytes at the end begin a character (https://www.rfc-editor.org/rfc/rfc3629#section-3) that is not finished. */
function brokenTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** A number of bytes for a person: in MiB or KiB where it is a whole number of them. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1024 * 1024 && bytes % (1024 * 1024) === 0) return `${bytes / (1024 * 1024)} MiB`;
  if (bytes >= 1024 && bytes % 1024 === 0) return `${bytes / 1024} KiB`;
  return `${bytes} bytes`;
}

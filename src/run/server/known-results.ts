import { createHash } from "node:crypto";
import type { Json } from "../../jsonrpc/json.ts";
import type { KnownResults } from "../../jsonrpc/parse-sharing.ts";

/** How much text the results that are known may be made of, all together and each, in UTF-16 units. Others are not kept. */
const mostKnown = 16 * 1024 * 1024;
const mostEach = 4 * 1024 * 1024;

/** So much of a text is hashed at once, in UTF-16 units. */
const pieceLength = 64 * 1024;

/** A text of any length as a short one that no other text has: to compare it by, without keeping it. */
export function digestOf(text: string): string {
  const hash = createHash("sha256");
  for (let from = 0; from < text.length; from += pieceLength) hash.update(text.slice(from, from + pieceLength), "utf16le");
  return hash.digest("base64");
}

/** The long results of a run, shared by its sessions, by digests of their texts: the texts themselves may go. */
export function createKnownResults(): KnownResults {
  const values = new Map<string, Json>();
  let known = 0;
  return {
    get: (text) => values.get(digestOf(text)),
    set(text, value) {
      if (text.length > mostEach || known + text.length > mostKnown) return;
      known += text.length;
      values.set(digestOf(text), value);
    },
  };
}

/** What closing tags and delimiters in a text begin with. */
const closerStarts = "<]";
/** Means something in the strings of some dialect. Looked at by all, so that one table does for all of them. */
const telling = new Set(Array.from(`"'\\${closerStarts}`, (char) => char.charCodeAt(0)));
const isPlainAscii = Uint8Array.from({ length: 128 }, (_, code) => (code < 32 || telling.has(code) ? 0 : 1));
/** A search is faster for more. */
const longest = 64;

/** Whether plain characters are none that may begin this closer. */
export function isSeenInPlain(closer: string): boolean {
  return closerStarts.includes(closer.charAt(0));
}

/** Whether all characters stand for themselves. Halves of pairs do not: a pair may be cut between two deltas. */
export function isPlain(chunk: string): boolean {
  const { length } = chunk;
  if (length === 0 || length > longest) return false;
  for (let at = 0; at < length; at += 1) {
    const code = chunk.charCodeAt(at);
    if (code < 128 ? isPlainAscii[code] === 0 : code >= 0xd800 && code <= 0xdfff) return false;
  }
  return true;
}

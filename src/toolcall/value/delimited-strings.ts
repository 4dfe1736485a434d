import type { Window } from "../window/window.ts";
import { escapeOf } from "./scanner.ts";
import { isSeenInPlain } from "../window/plain.ts";
import { isSpecial, nextMatch, shortString, type StringReader, write } from "./string-reader.ts";

/**
 * Strings between a delimiter that may also stand inside: it only ends the string when one of `, } ] :` or the end of the
 * input follows. There are no escapes.
 */
export function createDelimitedStringReader(w: Window, delimiter: string): StringReader {
  const first = delimiter.charCodeAt(0);
  const special = new RegExp(`["\\\\\\u0000-\\u001f\\u${first.toString(16).padStart(4, "0")}]`, "g");

  /** What the delimiter at this place is: the end of the string, text of it, or not to be told yet. */
  const delimiterAt = (at: number): "end" | "text" | "open" => {
    const { buf } = w;
    if (!buf.startsWith(delimiter, at))
      return !w.final && at + delimiter.length > buf.length && delimiter.startsWith(buf.slice(at)) ? "open" : "text";
    const next = at + delimiter.length;
    if (next >= buf.length) return w.final ? "end" : "open";
    const code = buf.charCodeAt(next);
    return code === 44 || code === 125 || code === 93 || code === 58 ? "end" : "text";
  };

  return {
    begin: () => undefined,
    inText: () => isSeenInPlain(delimiter),
    run: (out) => {
      const { buf } = w;
      const end = buf.length;
      let at = w.pos;
      let from = at;
      let searchAt = at + shortString;
      while (at < end) {
        const code = buf.charCodeAt(at);
        if (code === first) {
          const found = delimiterAt(at);
          if (found === "open") break;
          if (found === "end") {
            out.slice(buf, from, at);
            w.pos = at + delimiter.length;
            return true;
          }
        }
        if (isSpecial(code)) {
          out.slice(buf, from, at);
          write(out, escapeOf(code) ?? "");
          from = at + 1;
        }
        at += 1;
        if (at >= searchAt) {
          at = nextMatch(special, buf, at);
          searchAt = at + shortString;
        }
      }
      out.slice(buf, from, at);
      w.pos = at;
      return false;
    },
  };
}

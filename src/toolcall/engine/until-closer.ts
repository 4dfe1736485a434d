import type { Window } from "../window/window.ts";

/** Length of the longest end of the window that may be the beginning of a closer. */
function heldLength(w: Window, closer: string): number {
  const { buf } = w;
  const first = closer.charCodeAt(0);
  for (let at = Math.max(w.pos, buf.length - closer.length + 1); at < buf.length; at += 1) {
    if (buf.charCodeAt(at) === first && closer.startsWith(buf.slice(at))) return buf.length - at;
  }
  return 0;
}

/**
 * A step that hands on text up to a closer, which it consumes. Everything else, other markers included, is data. After the
 * step has returned true, `found` tells whether the closer was there.
 */
export function createUntilCloser(
  w: Window,
  closer: string,
  output: (text: string) => void,
): { readonly step: () => boolean; found: boolean } {
  const reader = {
    found: false,
    step: () => {
      const at = w.buf.indexOf(closer, w.pos);
      if (at >= 0) {
        const text = w.buf.slice(w.pos, at);
        w.pos = at + closer.length;
        output(text);
        reader.found = true;
        return true;
      }
      const end = w.buf.length - (w.final ? 0 : heldLength(w, closer));
      const text = w.buf.slice(w.pos, end);
      w.pos = end;
      output(text);
      return w.final;
    },
  };
  return reader;
}

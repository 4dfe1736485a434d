import type { ParserEvent } from "../event.ts";
import { createPile } from "../window/pile.ts";
import { isPlain } from "../window/plain.ts";
import { extend, type Window } from "../window/window.ts";
import type { Sink } from "./sink.ts";

/** Deltas inside a string of arguments, which is what most deltas of a long call are: they are handed on without a step of the parser. */
export interface PlainRun {
  /** Begins where the last step stands inside a string, with nothing held back. */
  open(): void;
  /** The events of a delta that changes nothing; undefined where a step has to look at it. */
  take(chunk: string): readonly ParserEvent[] | undefined;
  /** Puts down what was handed on, before a step looks again. */
  close(): void;
}

/** A run that is not open. */
export function createPlainRun(w: Window, sink: Sink): PlainRun {
  let isOpen = false;
  const copied = createPile();
  return {
    open: () => {
      if (w.plain?.() !== true || w.pos < w.buf.length) return;
      isOpen = true;
      // What is in the window is put down first: the order of what is kept is that of the input.
      extend(w, "");
    },
    take: (chunk) => {
      if (!isOpen || !isPlain(chunk)) return undefined;
      copied.add(chunk);
      w.base += chunk.length;
      w.examined += chunk.length;
      return sink.copyArgs(chunk, w.base);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      const text = copied.text();
      copied.clear();
      if (w.keptFrom >= 0) w.kept.add(text);
      sink.copiedArgs(text);
    },
  };
}

import type { Sink } from "./sink.ts";

/** Where scanned content goes: to the sink, but for a wrapper's inner newline and for what comes after the turn. */
export interface ContentOutput {
  readonly text: (text: string, end: number) => void;
  /** Inside a wrapper whose markers own one newline on their inner side. */
  readonly enterWrap: (ownsNewline: boolean) => void;
  /** The wrapper closes here: a newline directly in front belongs to the closer. */
  readonly leaveWrap: () => void;
  /** The turn is over (or, with false, another block of it begins): text is dropped from here on. */
  readonly endTurn: (over: boolean) => void;
  /** A marker that is not a wrapper's closer, or the end of the input, comes here: what waited is settled. */
  readonly settle: (end: number, closesWrap: boolean) => void;
}

/** Content output of one message. */
export function createContentOutput(sink: Sink): ContentOutput {
  let over = false;
  let dropped = "";
  let wrapped = false;
  let newline = false;

  const flushNewline = (end: number): void => {
    if (newline) sink.text("\n", end);
    newline = false;
  };

  return {
    text: (text, end) => {
      if (over) dropped += text;
      else if (wrapped && text !== "") {
        flushNewline(end - text.length);
        newline = text.endsWith("\n");
        sink.text(newline ? text.slice(0, -1) : text, newline ? end - 1 : end);
      } else sink.text(text, end);
    },
    enterWrap: (ownsNewline) => {
      wrapped = ownsNewline;
    },
    leaveWrap: () => {
      wrapped = false;
      newline = false;
    },
    endTurn: (ended) => {
      over = ended;
    },
    settle: (end, closesWrap) => {
      if (!closesWrap) flushNewline(end);
      if (dropped === "") return;
      if (dropped.trim() !== "") {
        sink.diagnostic("trailing-data", "text after the end of the turn", end - dropped.length, end, dropped);
      }
      sink.skip(end);
      dropped = "";
    },
  };
}

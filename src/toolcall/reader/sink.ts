import { createArgumentPieces } from "./argument-pieces.ts";
import type { DiagnosticCode, ParserEvent } from "../event.ts";
import { createPile } from "../window/pile.ts";
import { isSpace } from "../window/window.ts";

/** What the parser may say while it reads; everything else (order, spans, whitespace rules) is the sink's business. */
export interface Sink {
  /** Takes the events gathered since the last call. */
  drain(): readonly ParserEvent[];
  readonly text: (text: string, end: number) => void;
  readonly reasoning: (text: string, end: number) => void;
  /** A structure was confirmed: the text segment or the reasoning block before it is over. */
  endReasoning(end: number): void;
  /** Whitespace directly after this point is layout. */
  swallowSpace(): void;
  /** A delivered call, a reasoning block or a wrapper touches the text here: whitespace-only segments are dropped. */
  boundary(end: number): void;
  callStart(name: string, id: string | undefined, end: number): void;
  callArgs(fragment: string, end: number): void;
  /** Like `callArgs` and `drain` for a fragment that stands in the input as it is; what such fragments come to is told at their end. */
  copyArgs(fragment: string, end: number): readonly ParserEvent[];
  copiedArgs(all: string): void;
  callEnd(end: number, id?: string): void;
  /** Takes the open call back and returns true, or returns false when there is none. `from` is where its text began. */
  callAbort(reason: string, from: number, end: number): boolean;
  diagnostic(code: DiagnosticCode, message: string, start: number, end: number, raw?: string): void;
  /** Everything up to here has been dealt with and stands for nothing by itself. */
  skip(end: number): void;
  /** End of the input: whitespace whose fate was open is decided. */
  finish(end: number): void;
  /** The arguments of the open call, as far as they have been sent. */
  readonly sentArguments: () => string;
  /** Whether a call has been started and neither delivered nor taken back. */
  readonly callOpen: () => boolean;
  /** Calls delivered so far. */
  readonly delivered: () => number;
  /** Whether nothing but whitespace has been said so far. */
  readonly atStart: () => boolean;
}

/** The tools of the request, by name. */
export type KnownTools = Pick<ReadonlySet<string>, "has">;

const noEvents: ParserEvent[] = [];
/** How many characters of layout whitespace a text begins with. Only ASCII whitespace is layout; a no-break space is text. */
function spaceBefore(text: string): number {
  let at = 0;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function spaceBehind(text: string): number {
  let at = text.length;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return text.length - at;
}

/** A sink that turns what the engines report into events with gapless spans. `markup` adds the events for the gaps. */
export function createSink(markup: boolean, knownTools: KnownTools | undefined): Sink {
  let events = noEvents;
  let cursor = 0;
  let index = 0;
  let open = false;
  const args = createPile();
  let callFrom = 0;
  let said = false;
  // The text segment: whitespace at its beginning waits until something else shows that it is text.
  let segmentSpace = "";
  let segmentOpen = false;
  let touched = false;
  let swallow = false;
  // The reasoning block: its outer whitespace is dropped.
  let reasoningOpen = false;
  let reasoningSpace: { readonly text: string; readonly end: number }[] = [];

  // Arguments that were sent since the last event: one fragment for all of them, however small the pieces are.
  const sending = createArgumentPieces();
  let sendingFrom = 0;
  let sendingTo = 0;

  const sendArguments = (): void => {
    if (sending.isEmpty()) return;
    const fragment = sending.take();
    args.add(fragment);
    say({ type: "call-args", index, fragment, start: sendingFrom, end: sendingTo });
  };

  // Most deltas lead to one event, and an array that grows from none has room for many.
  const say = (event: ParserEvent): void => {
    if (events === noEvents) events = [event];
    else events.push(event);
  };

  const push = (event: ParserEvent): void => {
    sendArguments();
    say(event);
  };

  const skip = (end: number): void => {
    if (end <= cursor) return;
    if (markup) push({ type: "markup", start: cursor, end });
    cursor = end;
  };

  const pushText = (text: string, end: number): void => {
    push({ type: "text", text, start: cursor, end });
    cursor = end;
  };

  const text = (piece: string, end: number): void => {
    if (piece === "") return;
    if (segmentOpen) {
      skip(end - piece.length);
      pushText(piece, end);
      return;
    }
    let rest = piece;
    if (swallow) {
      rest = piece.slice(spaceBefore(piece));
      if (rest === "") return;
      swallow = false;
    }
    if (spaceBefore(rest) === rest.length) {
      if (segmentSpace === "") skip(end - rest.length);
      segmentSpace += rest;
      return;
    }
    said = true;
    segmentOpen = true;
    const all = segmentSpace + rest;
    segmentSpace = "";
    skip(end - all.length);
    pushText(all, end);
  };

  const pushReasoning = (piece: string, end: number): void => {
    skip(end - piece.length);
    push({ type: "reasoning", text: piece, start: cursor, end });
    cursor = end;
  };

  const reasoning = (piece: string, end: number): void => {
    let rest = piece;
    if (!reasoningOpen) {
      rest = piece.slice(spaceBefore(piece));
      if (rest === "") return;
      reasoningOpen = true;
    }
    const tail = spaceBehind(rest);
    if (tail < rest.length) {
      said = true;
      for (const space of reasoningSpace) pushReasoning(space.text, space.end);
      reasoningSpace = [];
      pushReasoning(tail === 0 ? rest : rest.slice(0, -tail), end - tail);
    }
    if (tail > 0) reasoningSpace.push({ text: rest.slice(-tail), end });
  };

  const boundary = (end: number): void => {
    segmentSpace = "";
    segmentOpen = false;
    touched = true;
    swallow = false;
    skip(end);
  };

  return {
    drain: () => {
      sendArguments();
      const out = events;
      events = noEvents;
      return out;
    },
    text,
    reasoning,
    endReasoning: (end) => {
      reasoningOpen = false;
      reasoningSpace = [];
      boundary(end);
    },
    swallowSpace: () => {
      swallow = !segmentOpen;
    },
    boundary,
    callStart: (name, id, end) => {
      open = true;
      said = true;
      args.clear();
      callFrom = cursor;
      push(
        id === undefined
          ? { type: "call-start", index, name, start: cursor, end }
          : { type: "call-start", index, name, id, start: cursor, end },
      );
      cursor = end;
      if (knownTools !== undefined && !knownTools.has(name)) {
        push({
          type: "diagnostic",
          code: "unknown-tool",
          message: `the request offers no tool ${JSON.stringify(name)}`,
          start: callFrom,
          end,
        });
      }
    },
    callArgs: (fragment, end) => {
      if (fragment === "") return;
      if (sendingTo !== cursor) sendArguments();
      if (sending.isEmpty()) sendingFrom = cursor;
      sending.add(fragment);
      sendingTo = end;
      cursor = end;
    },
    copyArgs: (fragment, end) => {
      const start = cursor;
      cursor = end;
      return [{ type: "call-args", index, fragment, start, end }];
    },
    copiedArgs: (all) => args.add(all),
    callEnd: (end, id) => {
      sendArguments();
      push(
        id === undefined
          ? { type: "call-end", index, arguments: args.text(), start: cursor, end }
          : { type: "call-end", index, arguments: args.text(), id, start: cursor, end },
      );
      cursor = end;
      index += 1;
      open = false;
      args.clear();
      boundary(end);
    },
    callAbort: (reason, from, end) => {
      if (!open) return false;
      sendArguments();
      push({ type: "call-abort", index, reason, start: callFrom, end });
      open = false;
      args.clear();
      cursor = Math.min(callFrom, Math.max(from, 0));
      return true;
    },
    diagnostic: (code, message, start, end, raw) => {
      push(
        raw === undefined
          ? { type: "diagnostic", code, message, start, end }
          : { type: "diagnostic", code, message, raw, start, end },
      );
    },
    skip,
    finish: (end) => {
      if (segmentSpace !== "" && !touched) {
        skip(end - segmentSpace.length);
        pushText(segmentSpace, end);
      }
      segmentSpace = "";
      skip(end);
    },
    sentArguments: () => {
      sendArguments();
      return args.text();
    },
    callOpen: () => open,
    delivered: () => index,
    atStart: () => !said,
  };
}

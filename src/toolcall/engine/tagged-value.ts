import type { Context } from "../reader/context.ts";
import { offset } from "../reader/context.ts";
import type { TaggedArgsSyntax } from "../format.ts";
import { isSeenInPlain } from "../window/plain.ts";
import { escapeText } from "../value/scanner.ts";
import { isTextOnly, typedValue } from "../value/typed-value.ts";
import { drive, literal, peek } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import { createUntilCloser } from "./until-closer.ts";

const cdataOpen = "<![CDATA[";
const cdataClose = "]]>";
const plainNull = ["null"] as const;

/** How values between tags are read. */
export interface TaggedValueRules {
  readonly trim: TaggedArgsSyntax["valueTrim"];
  readonly cdata: boolean;
  readonly nullWords: readonly string[];
}

/** The rules of a syntax. */
export function valueRules(syntax: TaggedArgsSyntax): TaggedValueRules {
  return { trim: syntax.valueTrim, cdata: syntax.cdata, nullWords: syntax.nullWords ?? plainNull };
}

/**
 * Reads a value up to its closer and sends it as JSON text after `lead`. Text goes out as it comes; a value that may be of
 * another type waits for its closer. False when the input ends first.
 */
export function* readTaggedValue(
  ctx: Context,
  rules: TaggedValueRules,
  close: string,
  types: ReadonlySet<string> | undefined,
  lead: string,
): Task<boolean> {
  const { w, sink } = ctx;
  const streams = isTextOnly(types);
  let held = "";
  sink.callArgs(streams ? `${lead}"` : lead, offset(ctx));
  const output = (text: string): void => {
    if (text === "") return;
    if (streams) sink.callArgs(escapeText(text), offset(ctx));
    else held += text;
  };
  if (rules.trim === "newline" && (yield* peek(w)) === 10) w.pos += 1;
  if (rules.cdata && (yield* literal(w, [cdataOpen])) === 0) {
    const inside = createUntilCloser(w, cdataClose, output);
    yield* drive(w, inside.step);
    if (!inside.found) return false;
  }
  const lines = withoutLastNewline(output);
  const reader = createUntilCloser(w, close, rules.trim === "newline" ? lines.output : output);
  yield* drive(w, reader.step, streams && isSeenInPlain(close) ? () => !lines.holds() : undefined);
  if (!reader.found) return false;
  sink.callArgs(streams ? '"' : typedValue(held, types ?? new Set(), rules.nullWords), offset(ctx));
  return true;
}

/**
 * Like `readTaggedValue`, for a value that stands in the window as it is, up to its closer; false, and nothing consumed, when it does not.
 * The lead comes in pieces, because joining them costs more than the pieces.
 */
export function readTaggedValueNow(
  ctx: Context,
  rules: TaggedValueRules,
  close: string,
  types: ReadonlySet<string> | undefined,
  lead: readonly [string, string, string],
): boolean {
  const { w, sink } = ctx;
  const { buf } = w;
  if (rules.trim === "newline" || (rules.cdata && buf.startsWith(cdataOpen, w.pos))) return false;
  const found = buf.indexOf(close, w.pos);
  if (found < 0) return false;
  const text = buf.slice(w.pos, found);
  w.pos = found + close.length;
  const end = offset(ctx);
  for (const piece of lead) sink.callArgs(piece, end);
  if (isTextOnly(types)) {
    sink.callArgs('"', end);
    sink.callArgs(escapeText(text), end);
    sink.callArgs('"', end);
  } else sink.callArgs(typedValue(text, types ?? new Set(), rules.nullWords), end);
  return true;
}

/** Hands text on, but for one newline at its very end. */
function withoutLastNewline(output: (text: string) => void): { output: (text: string) => void; holds: () => boolean } {
  let newline = false;
  return {
    holds: () => newline,
    output: (text) => {
      if (text === "") return;
      const ends = text.charCodeAt(text.length - 1) === 10;
      const body = ends ? text.slice(0, -1) : text;
      output(newline ? `\n${body}` : body);
      newline = ends;
    },
  };
}

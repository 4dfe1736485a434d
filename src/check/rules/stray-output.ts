import { parseFrame } from "../../jsonrpc/frame.ts";
import { frameIn } from "../../trace/frame-in.ts";
import { calls } from "../../trace/message.ts";
import { connections, eventsOf, type Trace } from "../../trace/trace.ts";
import type { EventOf } from "../../trace/wire-event.ts";

/** When a line was written: up to the first answer of its connection, in normal work, or after the subject was told to end. */
export type Phase = "start" | "operation" | "shutdown";

/** What a line on stdout is, from the viewpoint of a reader that expects one message a line. */
export type LineKind = "message" | "text" | "foreign-json" | "blank" | "byte-order-mark" | "part-of-message";

/** A line the subject wrote to stdout, sorted out. */
export type OutputLine = { readonly frame: EventOf<"frame">; readonly kind: LineKind; readonly phase: Phase };

const cache = new WeakMap<Trace, readonly OutputLine[]>();

/** Every line the subject wrote to stdout, over all connections, in order within each. Lines that were cut, or are too large to be read, are left out. */
export function outputLines(trace: Trace): readonly OutputLine[] {
  let found = cache.get(trace);
  if (found === undefined) {
    found = connections(trace).flatMap(({ connection }) => linesOf(trace, connection));
    cache.set(trace, found);
  }
  return found;
}

function linesOf(trace: Trace, connection: number): OutputLine[] {
  const frames = eventsOf(trace, "frame").filter(
    (frame) =>
      frame.connection === connection && frame.direction === "received" && !frame.cut && frameIn(frame)?.kind !== "too-large",
  );
  const spread = spreadOver(frames);
  const firstAnswer = calls(trace).find((call) => call.request.connection === connection && call.answer !== undefined)?.answer;
  const told = trace.events.find(
    (event) => event.connection === connection && (event.kind === "stdin-closed" || event.kind === "signal"),
  );
  const phaseOf = (seq: number): Phase => {
    if (told !== undefined && seq > told.seq) return "shutdown";
    return firstAnswer === undefined || seq <= firstAnswer.seq ? "start" : "operation";
  };
  return frames.map((frame) => ({
    frame,
    kind: spread.has(frame.seq) ? "part-of-message" : kindOf(frame),
    phase: phaseOf(frame.seq),
  }));
}

function kindOf(frame: EventOf<"frame">): LineKind {
  if (frame.text.trim() === "") return "blank";
  const kind = frameIn(frame)?.kind;
  if (kind === "not-jsonrpc") return "foreign-json";
  if (kind !== "not-json") return "message";
  const isMarked = frame.text.startsWith("\uFEFF") && parseFrame(frame.text.slice(1)).kind !== "not-json";
  return isMarked ? "byte-order-mark" : "text";
}

/** Most lines one message is looked for in, and characters: a pretty-printed message is found, a log file costs little. */
const spreadLimit = 400;
const spreadChars = 64 * 1024;

/** The lines that only together make a JSON-RPC message: somebody printed it indented. */
function spreadOver(frames: readonly EventOf<"frame">[]): Set<number> {
  const found = new Set<number>();
  for (let from = 0; from < frames.length; from += 1) {
    const to = endOfSpread(frames, from);
    if (to === undefined) continue;
    for (const frame of frames.slice(from, to + 1)) found.add(frame.seq);
    from = to;
  }
  return found;
}

function endOfSpread(frames: readonly EventOf<"frame">[], from: number): number | undefined {
  const first = frames[from];
  if (first?.text.trim().startsWith("{") !== true || frameIn(first)?.kind !== "not-json") return undefined;
  const last = Math.min(frames.length, from + spreadLimit);
  let chars = first.text.length;
  for (let to = from + 1; to < last && chars < spreadChars; to += 1) {
    chars += frames[to]?.text.length ?? 0;
    if (!(frames[to]?.text ?? "").trimEnd().endsWith("}")) continue;
    const lines = frames.slice(from, to + 1).map((frame) => frame.text);
    // A newline may stand between members, or unescaped inside a string.
    if (isMessage(lines.join("\n")) || isMessage(lines.join("\\n"))) return to;
  }
  return undefined;
}

function isMessage(text: string): boolean {
  const { kind } = parseFrame(text);
  return kind !== "not-json" && kind !== "not-jsonrpc";
}

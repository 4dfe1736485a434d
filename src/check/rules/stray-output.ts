import { memoized } from "../../base/memoized.ts";
import { isForeign, textBehind } from "../../jsonrpc/frame.ts";
import { frameIn } from "../../trace/frame-in.ts";
import { calls } from "../../trace/call.ts";
import { spreadLines } from "../../trace/message.ts";
import { connections, eventsOf, type Trace } from "../../trace/trace.ts";
import type { EventOf } from "../../trace/wire-event.ts";

/** When a line was written: up to the first answer of its connection, in normal work, or after the subject was told to end. */
export type Phase = "start" | "operation" | "shutdown";

/** What a line on stdout is, from the viewpoint of a reader that expects one message a line. */
export type LineKind = "message" | "text" | "foreign-json" | "blank" | "byte-order-mark" | "text-behind" | "part-of-message";

/** A line the subject wrote to stdout, sorted out. */
export type OutputLine = { readonly frame: EventOf<"frame">; readonly kind: LineKind; readonly phase: Phase };

/** Every line the subject wrote to stdout, over all connections, in order within each. Lines that were cut, or are too large to be read, are left out. */
export const outputLines = memoized((trace: Trace): readonly OutputLine[] =>
  connections(trace).flatMap(({ connection }) => linesOf(trace, connection)),
);

function linesOf(trace: Trace, connection: number): OutputLine[] {
  const frames = eventsOf(trace, "frame").filter(
    (frame) =>
      frame.connection === connection && frame.direction === "received" && !frame.cut && frameIn(frame)?.kind !== "too-large",
  );
  const spread = spreadLines(trace);
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
  const read = frameIn(frame);
  if (read?.kind === "not-json") return "text";
  if (frame.text.startsWith("\uFEFF")) return "byte-order-mark";
  if (read !== undefined && isForeign(read)) return "foreign-json";
  return read === undefined || textBehind(frame.text, read) === undefined ? "message" : "text-behind";
}

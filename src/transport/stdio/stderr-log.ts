import { StringDecoder } from "node:string_decoder";
import type { Recorder } from "../../trace/recorder.ts";

/** Beyond this many bytes, or pieces, stderr is no longer recorded. */
const recordedBytes = 1024 * 1024;
const recordedPieces = 10_000;

/** A line is held until it is whole, or so long, in UTF-16 units; of a longer one so much is held on, for a secret may have begun in it. */
const longestHeld = 64 * 1024;
const heldOn = 8 * 1024;

/** How much of the end is kept for error messages. */
const tailLines = 20;
const tailLength = 4096;

/** Records a child's stderr within bounds and remembers its end. */
export type StderrLog = {
  readonly push: (chunk: Buffer) => void;
  readonly end: () => void;
  /** The last 20 lines, 4096 characters at most, without secrets. */
  readonly tail: () => string;
};

/**
 * A log for the stderr of one connection, in pieces that end with a line: what was written in several goes is found to be a secret
 * only as a whole. The last event that is recorded when the bound is reached carries `cut`.
 */
export function createStderrLog(recorder: Recorder, connection: number): StderrLog {
  const decoder = new StringDecoder("utf8");
  let bytes = 0;
  let pieces = 0;
  let held = "";
  let tail = "";
  let full = false;

  function log(text: string): void {
    if (text === "") return;
    pieces += 1;
    if (bytes < recordedBytes && pieces < recordedPieces) recorder.record({ kind: "stderr", connection, text });
    else if (!full) {
      full = true;
      recorder.record({ kind: "stderr", connection, text, cut: true });
    }
  }

  function take(text: string): void {
    tail = (tail + text).slice(-2 * tailLength);
    if (full) return;
    held += text;
    const lines = held.lastIndexOf("\n") + 1;
    if (lines > 0) {
      log(held.slice(0, lines));
      held = held.slice(lines);
    } else if (held.length > longestHeld) {
      // Masked here, where both ends of a secret are together; what is held on is masked with what comes.
      const shown = recorder.hide(held);
      log(shown.slice(0, -heldOn));
      held = shown.slice(-heldOn);
    }
  }

  return {
    push(chunk) {
      bytes += chunk.length;
      take(decoder.write(chunk));
    },
    end() {
      take(decoder.end());
      log(held);
      held = "";
    },
    tail: () => recorder.hide(tail, true).trimEnd().slice(-tailLength).split("\n").slice(-tailLines).join("\n"),
  };
}

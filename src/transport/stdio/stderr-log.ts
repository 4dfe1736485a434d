import { StringDecoder } from "node:string_decoder";
import type { Recorder } from "../../trace/recorder.ts";

/** Beyond this many bytes, or pieces, stderr is no longer recorded. */
const recordedBytes = 1024 * 1024;
const recordedPieces = 10_000;

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

/** A log for the stderr of one connection. The last event that is recorded when the bound is reached carries `cut`. */
export function createStderrLog(recorder: Recorder, connection: number): StderrLog {
  const decoder = new StringDecoder("utf8");
  let bytes = 0;
  let pieces = 0;
  let tail = "";
  let full = false;

  function log(text: string): void {
    if (text === "") return;
    tail = (tail + text).slice(-2 * tailLength);
    pieces += 1;
    if (bytes < recordedBytes && pieces < recordedPieces) recorder.record({ kind: "stderr", connection, text });
    else if (!full) {
      full = true;
      recorder.record({ kind: "stderr", connection, text, cut: true });
    }
  }

  return {
    push(chunk) {
      bytes += chunk.length;
      log(decoder.write(chunk));
    },
    end: () => log(decoder.end()),
    tail: () => recorder.redact(tail).trimEnd().slice(-tailLength).split("\n").slice(-tailLines).join("\n"),
  };
}

import type { Recorder } from "../../trace/recorder.ts";

/** Lines on their way to a process. */
export type LineOutput = {
  /** Records a text as a frame and writes it as a line. */
  readonly send: (text: string) => void;
  /**
   * Keeps the first `bytes` bytes of a text for the next line: they go out behind it, in the same write. The function that is handed
   * back writes the rest, and only then is the text recorded as sent. A line that is sent before that does not get into the middle.
   */
  readonly behind: (text: string, bytes: number) => () => void;
};

/** Where lines are recorded, and what takes their bytes; `mayWrite` tells whether anything may be sent, and records why not. */
export type LineOutputOptions = {
  readonly recorder: Recorder;
  readonly connection: number;
  readonly write: (bytes: string | Uint8Array) => void;
  readonly mayWrite: () => boolean;
};

/** Writes lines, whole or, where that is asked for, in two pieces. */
export function createLineOutput({ recorder, connection, write, mayWrite }: LineOutputOptions): LineOutput {
  let half: { readonly text: string; readonly bytes: number; isOut: boolean } | undefined;

  function record(text: string, pieces?: 2): void {
    const bytes = Buffer.byteLength(text);
    const more = pieces === undefined ? {} : { pieces };
    recorder.record({ kind: "frame", connection, direction: "sent", text, bytes, terminator: "\n", ...more });
  }

  function finish(): void {
    if (half === undefined) return;
    const { text, bytes, isOut } = half;
    half = undefined;
    if (!mayWrite()) return;
    record(text, isOut ? 2 : undefined);
    const line = Buffer.from(`${text}\n`);
    write(isOut ? line.subarray(bytes) : line);
  }

  return {
    send(text) {
      if (half?.isOut === true) finish();
      if (!mayWrite()) return;
      record(text);
      if (half === undefined) return write(`${text}\n`);
      half.isOut = true;
      write(Buffer.concat([Buffer.from(`${text}\n`), Buffer.from(half.text).subarray(0, half.bytes)]));
    },
    behind(text, bytes) {
      half = { text, bytes, isOut: false };
      return finish;
    },
  };
}

import { type Clock, systemClock } from "../../base/time/clock.ts";
import type { Recorder } from "../../trace/recorder.ts";
import { formatBytes } from "../bounded-bytes.ts";
import { defaultConnectionFrames, type Incoming, type TransportLimits } from "../client-transport.ts";
import { createLineSplitter, type Line } from "./line-splitter.ts";

/** What a log of stdout needs: `deliver` gets every line that can be a message, `onFlood` is called once when a bound is passed. */
export type StdoutLogOptions = {
  readonly recorder: Recorder;
  readonly connection: number;
  readonly limits: TransportLimits;
  readonly clock?: Clock | undefined;
  readonly deliver: (incoming: Incoming) => void;
  readonly onFlood: () => void;
};

/** Records a child's stdout line by line. */
export type StdoutLog = {
  readonly push: (chunk: Buffer) => void;
  /** Nothing more comes; `cutOff` tells that it was not the child who ended its output. */
  readonly end: (cutOff: boolean) => void;
  /** How many ms ago the last byte came of a line that has no end yet and looks like a whole message. */
  readonly unfinishedFor: () => number | undefined;
};

/** What a message ends with, and what somebody says who is only starting, such as "Loading ...", does not. */
const closingBrace = 125;

/** A log that stops, with a `failure` event that says why, when the child has written more than the limits of a connection. */
export function createStdoutLog({
  recorder,
  connection,
  limits,
  clock = systemClock,
  deliver,
  onFlood,
}: StdoutLogOptions): StdoutLog {
  const maxFrames = limits.connectionFrames ?? defaultConnectionFrames;
  const splitter = createLineSplitter(limits.frameBytes, onLine);
  let bytes = 0;
  let frames = 0;
  let flooded = false;
  let heardAt = clock.now();

  function onLine(line: Line): void {
    if (flooded) return;
    frames += 1;
    if (frames > maxFrames) return stop(`more than ${maxFrames} lines were written to stdout`);
    const { text, bytes: size, terminator, base64, cut } = line;
    const frame = { kind: "frame", connection, direction: "received", text, bytes: size, terminator } as const;
    const whole = base64 === undefined && cut === undefined;
    const { seq } = recorder.record(whole ? frame : { ...frame, ...line });
    if (!cut && text.trim() !== "") deliver({ text, seq });
  }

  function stop(what: string): void {
    flooded = true;
    recorder.record({ kind: "failure", connection, message: `${what}; the process was stopped` });
    onFlood();
  }

  return {
    push(chunk) {
      if (flooded) return;
      bytes += chunk.length;
      heardAt = clock.now();
      splitter.push(chunk);
      if (bytes <= limits.connectionBytes || flooded) return;
      const unfinished = splitter.pending();
      splitter.end(true);
      const tail = unfinished === bytes ? " without a line end" : "";
      stop(`more than ${formatBytes(limits.connectionBytes)} were written to stdout${tail}`);
    },
    end: splitter.end,
    unfinishedFor: () => (splitter.last() === closingBrace ? clock.now() - heardAt : undefined),
  };
}

import { closeSync, openSync, writeSync } from "node:fs";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { jsonText } from "../../../base/json-text.ts";
import { hiddenEvent, type Hiding } from "../../../trace/hidden-event.ts";
import { headerLine } from "../../../trace/ndjson.ts";
import type { Subject } from "../../../trace/trace.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";

/** A trace that is written while it happens: nothing of it stays in memory. */
export type TraceFile = {
  readonly note: (event: Unrecorded, at?: number) => void;
  readonly nextConnection: () => number;
  readonly nextExchange: () => number;
  /** Now, in ms since the trace began. */
  readonly now: () => number;
  /** Writes what waits to be written. */
  readonly flush: () => void;
  readonly close: () => void;
};

/** How much may wait to be written, in UTF-16 units; it never waits longer than until the next turn of the loop. */
const mostWaiting = 64 * 1024;

/**
 * Begins a trace in a file. What cannot be written (a full disk) ends the record, never what is recorded: `failed` is told once.
 * @throws McpcheckError `usage` where the file cannot be opened
 */
export function openTraceFile(
  path: string,
  subject: Subject,
  { hide, now, failed }: { readonly hide: Hiding; readonly now: () => number; readonly failed: (message: string) => void },
): TraceFile {
  const file = opened(path);
  const began = now();
  let [seq, connections, exchanges] = [0, 0, 0];
  let waiting = headerLine(hide.hideValue(subject));
  let isOpen = true;
  let turn: NodeJS.Immediate | undefined;

  function flush(): void {
    clearImmediate(turn);
    turn = undefined;
    if (!isOpen || waiting === "") return;
    let bytes = Buffer.from(waiting);
    waiting = "";
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(file, bytes));
    } catch (error) {
      isOpen = false;
      failed(error instanceof Error ? error.message : String(error));
    }
  }

  const trace: TraceFile = {
    note(event, at = trace.now()) {
      if (!isOpen) return;
      seq += 1;
      waiting += `${jsonText({ seq, at: Math.round(at * 1000) / 1000, ...hiddenEvent(event, hide) })}\n`;
      if (waiting.length > mostWaiting) flush();
      else turn ??= setImmediate(flush);
    },
    nextConnection: () => ++connections,
    nextExchange: () => ++exchanges,
    now: () => now() - began,
    flush,
    close() {
      flush();
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
  flush();
  return trace;
}

function opened(path: string): number {
  try {
    return openSync(path, "w", 0o600);
  } catch (cause) {
    throw new McpcheckError("usage", `--out: cannot write ${path}: ${(cause as Error).message}`, { cause });
  }
}

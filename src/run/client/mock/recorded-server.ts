import { appendFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { writeAll } from "../../../base/files/write-all.ts";
import { settlesWithin } from "../../../base/time/clock-waits.ts";
import { systemClock } from "../../../base/time/clock.ts";
import { deferred } from "../../../base/time/deferred.ts";
import { createMockServer } from "../../../mock/mock-server.ts";
import type { MockScript } from "../../../mock/script/script.ts";
import { keepAlive } from "../../../mock/serve/keep-alive.ts";
import { serveStdio } from "../../../mock/serve/serve-stdio.ts";
import { systemWorld } from "../../../mock/world/system-world.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { createLineSplitter, type Line } from "../../../transport/stdio/line-splitter.ts";
import { busyFactor } from "../../limits/stretched-limit.ts";
import { monotonicMs } from "../scenario-record.ts";

/**
 * How long the end of the input may take to show when a signal comes beside it, in ms, on a machine that is not busy: a client that does
 * both at once sends the signal at once, and the end when it comes to it.
 */
const settleMs = 200;

/** Longest line that is kept whole, in bytes. */
const mostBytes = 16 * 1024 * 1024;

/** A mock server on the standard streams of this process, and where what goes over them is written down. */
export type RecordedServer = {
  readonly script: MockScript;
  /** The file of the record: a line for each event, at once. */
  readonly record: string;
  /** The signals that only a client sends: those of a terminal reach every program in it. */
  readonly telling: readonly NodeJS.Signals[];
};

/**
 * Serves until the input ends or a signal comes. What goes over the standard streams is written down line by line and at once, so
 * that it also tells of a server that is killed.
 */
export async function serveRecorded({ script, record, telling }: RecordedServer): Promise<void> {
  const note = noteTo(record);
  const lines = (direction: "sent" | "received") =>
    createLineSplitter(mostBytes, (line: Line) => note({ kind: "frame", connection: 1, direction, ...line }));
  const [received, sent] = [lines("received"), lines("sent")];
  const world = systemWorld("stdio", (text) => writeAll(2, Buffer.from(text)));
  const grandchild = (): void => spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" }).unref();
  note({ kind: "step", connection: 1, scenario: "", verb: "serve" });
  const mock = createMockServer(script, { ...world, process: { ...world.process, spawnGrandchild: grandchild } });
  const interrupted = new AbortController();
  const inputEnded = deferred<void>();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => {
      if (telling.includes(signal)) note({ kind: "signal", connection: 1, signal });
      void settlesWithin(systemClock, settleMs * busyFactor(), inputEnded.promise).then(() => interrupted.abort(signal));
    });
  process.on("exit", (code) => note({ kind: "exit", connection: 1, code, signal: null }));
  const release = keepAlive();
  await serveStdio(mock, {
    stdin: noted(received, note, inputEnded.resolve),
    stdout(bytes) {
      sent.push(bytes);
      writeAll(1, bytes);
    },
    interrupted: interrupted.signal,
  });
  sent.end(false);
  release();
  process.stdin.destroy();
}

type Note = (event: Unrecorded) => void;

/** Once whoever waited for the record has taken it away, the server goes on without one. */
function noteTo(path: string): Note {
  let isWanted = true;
  return (event) => {
    if (!isWanted) return;
    try {
      appendFileSync(path, `${JSON.stringify({ at: monotonicMs(), event })}\n`);
    } catch {
      isWanted = false;
    }
  };
}

async function* noted(
  received: ReturnType<typeof createLineSplitter>,
  note: Note,
  ended: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    received.push(chunk);
    yield chunk;
  }
  received.end(false);
  note({ kind: "stdin-closed", connection: 1 });
  ended();
}

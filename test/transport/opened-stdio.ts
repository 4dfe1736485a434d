import { readFileSync } from "node:fs";
import { createRecorder } from "../../src/trace/recorder.ts";
import type { EventOf, WireEvent } from "../../src/trace/wire-event.ts";
import type { ClientTransport, TransportLimits } from "../../src/transport/client-transport.ts";
import { createProcessGuard } from "../../src/transport/process/process-guard.ts";
import { openStdio, type StdioOptions } from "../../src/transport/stdio/stdio.ts";

/** Small bounds, and a grace that tests of its end can wait for. */
export const limits: TransportLimits = { frameBytes: 100_000, connectionBytes: 1_000_000, graceMs: 300 };
/** A grace that no child needs. */
export const generous: TransportLimits = { ...limits, graceMs: 10_000 };
/** Knows every child of these tests. */
export const guard = createProcessGuard();

/** An open transport with what it recorded. */
export type Opened = {
  readonly transport: ClientTransport;
  readonly events: () => readonly WireEvent[];
  readonly of: <K extends WireEvent["kind"]>(kind: K) => EventOf<K>[];
  /** Resolves when this many messages are there. */
  readonly received: (count: number) => Promise<string[]>;
};

/** Starts a script of node. */
export function open(script: string, changes: Partial<StdioOptions> = {}): Opened {
  const recorder = createRecorder({ kind: "server", transport: "stdio" }, () => performance.now());
  const base = { command: process.execPath, args: ["-e", script], env: {}, recorder, connection: 1, limits: generous, guard };
  const transport = openStdio({ ...base, ...changes });
  const texts: string[] = [];
  let wake = (): void => {};
  transport.listen(({ text }) => {
    texts.push(text);
    wake();
  });
  const events = (): readonly WireEvent[] => recorder.trace().events;
  return {
    transport,
    events,
    of: <K extends WireEvent["kind"]>(kind: K) => events().filter((event): event is EventOf<K> => event.kind === kind),
    async received(count) {
      while (texts.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return texts;
    },
  };
}

/** The kinds of the events, in order. */
export const kinds = (opened: Opened): string[] => opened.events().map((event) => event.kind);
/** The messages of the failures. */
export const failures = (opened: Opened): string[] => opened.of("failure").map((event) => event.message);
/** The signals that were sent. */
export const signals = (opened: Opened): string[] => opened.of("signal").map((event) => event.signal);
/** The texts of the frames. */
export const texts = (opened: Opened): string[] => opened.of("frame").map((event) => event.text);

/** Whether a process is no longer there, or is a zombie that nobody has collected. */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform === "linux" && / [ZX] /u.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

/** A script that sends back what it gets. */
export const echo = `process.stdin.on("data", (data) => process.stdout.write(data))`;
/** A script that ignores SIGTERM and the end of its input. */
export const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`;
/** A script that writes a text to stdout. */
export const say = (text: string): string => `process.stdout.write(${JSON.stringify(text)});`;

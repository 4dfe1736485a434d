import { settlesWithin } from "../../../base/time/clock-waits.ts";
import { systemClock } from "../../../base/time/clock.ts";
import { isObject } from "../../../jsonrpc/json.ts";
import { parseFrame } from "../../../jsonrpc/frame.ts";
import type { Recorder } from "../../../trace/recorder.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { defaultLimits } from "../../../transport/client-transport.ts";
import type { ProcessGuard } from "../../../transport/process/process-guard.ts";
import { openStdio } from "../../../transport/stdio/stdio.ts";
import { type ScenarioRecord } from "../scenario-record.ts";
import type { ClientDriver, DriverSetting } from "./client-driver.ts";
import { driverStart } from "./command-words.ts";

/** What a driver that is a command is started with, whatever the scenario. */
export type CommandSetup = {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly guard: ProcessGuard;
};

/** How long a driver gets to end after SIGTERM when it has taken too long, in ms. */
const graceMs = 1000;

/** Starts a command once a scenario. Its standard output may bring step reports, one JSON line each. */
export function commandDriver(setup: CommandSetup): ClientDriver {
  return async (setting) => {
    const { words, env } = driverStart(setup.command, setting);
    const [command = "", ...args] = words;
    const { record, connection, limitMs, stop } = setting;
    const transport = openStdio({
      command,
      args,
      cwd: setup.cwd,
      env: { ...setup.env, ...env },
      guard: setup.guard,
      marked: true,
      recorder: reportsTo(setting),
      connection,
      limits: { ...defaultLimits, graceMs },
    });
    const over = new AbortController();
    const interrupted = new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener("abort", () => resolve(), { once: true, signal: over.signal });
    });
    const inTime = await settlesWithin(systemClock, limitMs, Promise.race([transport.ended, interrupted]));
    if (!inTime) record.note({ kind: "silence", connection, awaiting: "the end of the client", ms: limitMs });
    over.abort();
    await transport.close(stop.aborted ? "drop" : "term");
  };
}

/** Most lines of a driver that are no reports and are kept. */
const mostNoise = 3;

/** Turns what is recorded of a driver's process into what a trace of a client holds. */
function reportsTo({ record, connection, steps }: DriverSetting): Recorder {
  let noise = 0;
  const take = (event: Unrecorded): void => {
    if (event.kind === "frame") {
      if (event.direction !== "received" || event.text.trim() === "") return;
      const report = reportIn(event.text, steps.length);
      if (report !== undefined) record.note({ kind: "report", connection, ...report });
      else if (noise++ < mostNoise)
        record.note({ kind: "stderr", connection, text: `(standard output) ${event.text.slice(0, 500)}\n` });
    } else if (event.kind !== "stdin-closed" && event.kind !== "signal") record.note(event);
  };
  return privateRecorder(record, take);
}

/** A recorder that hands on what is recorded, for a transport that is not part of a trace. */
function privateRecorder(record: ScenarioRecord, take: (event: Unrecorded) => void): Recorder {
  return {
    record(event) {
      take(event);
      return { seq: 0, at: 0, ...event };
    },
    nextConnection: record.nextConnection,
    nextExchange: record.nextExchange,
    trace: () => ({ subject: { kind: "client", transport: "stdio" }, events: [] }),
    handOver: () => [],
    describe: () => undefined,
    hide: (text) => text,
  };
}

/** The step report that a line is; undefined for what is none. */
function reportIn(line: string, steps: number) {
  const frame = parseFrame(line);
  const value = "value" in frame ? frame.value : undefined;
  if (value === undefined || !isObject(value)) return undefined;
  const step = value["step"];
  const says = typeof value["ok"] === "boolean" || value["unsupported"] === true;
  return typeof step === "number" && Number.isInteger(step) && step >= 0 && step < steps && says ? { step, value } : undefined;
}

import { settlesWithin } from "../../../base/time/clock-waits.ts";
import { systemClock } from "../../../base/time/clock.ts";
import type { Recorder } from "../../../trace/recorder.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { defaultLimits } from "../../../transport/client-transport.ts";
import type { ProcessGuard } from "../../../transport/process/process-guard.ts";
import { openStdio } from "../../../transport/stdio/stdio.ts";
import { busyFactor } from "../../limits/stretched-limit.ts";
import { type ScenarioRecord } from "../scenario-record.ts";
import type { ClientDriver, DriverSetting } from "./client-driver.ts";
import { driverStart } from "./command-words.ts";
import { type StepReports, stepReports } from "./step-reports.ts";

/** What a driver that is a command is started with. */
export type CommandSetup = {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly guard: ProcessGuard;
  /** Variables that depend on the scenario, beside those every driver gets. */
  readonly variables?: (setting: DriverSetting) => Readonly<Record<string, string>>;
};

/** How long a driver gets to end after SIGTERM when it has taken too long, in ms. */
const graceMs = 1000;

/** Starts a command once a scenario. Its standard output may bring step reports, one JSON line each. */
export function commandDriver(setup: CommandSetup): ClientDriver {
  return async (setting) => {
    const { words, env } = driverStart(setup.command, setting);
    const [command = "", ...args] = words;
    const { record, connection, stop } = setting;
    const limitMs = Math.round(setting.limitMs * busyFactor());
    const reports = stepReports(setting);
    const transport = openStdio({
      command,
      args,
      cwd: setup.cwd,
      env: { ...setup.env, ...env, ...setup.variables?.(setting) },
      guard: setup.guard,
      marked: true,
      recorder: recorderFor(setting, reports),
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
    reports.end();
  };
}

/** Turns what is recorded of a driver's process into what a trace of a client holds. */
function recorderFor({ record }: DriverSetting, reports: StepReports): Recorder {
  const take = (event: Unrecorded): void => {
    if (event.kind === "frame") {
      if (event.direction === "received") reports.take(event.text);
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

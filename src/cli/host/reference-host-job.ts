import type { HostSuite } from "../../run/host/host-case.ts";
import { hostJob } from "../../run/host/host-job.ts";
import { referenceHost } from "../../run/host/reference-host.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import type { Trace } from "../../trace/trace.ts";
import { systemClock } from "../../transport/clock.ts";
import type { ProcessGuard } from "../../transport/process-guard.ts";
import type { RunOptions } from "../run-options.ts";
import type { RunContext } from "../perform-run.ts";
import { version } from "../version.ts";
import { chosenSuites, hostChecks } from "./chosen-suites.ts";

/** What of a run concerns the reference host. */
export type ReferenceHostOptions = Pick<RunOptions, "bail" | "workers"> & {
  readonly suites: readonly HostSuite[];
  readonly guard: ProcessGuard;
  readonly argv: readonly string[];
  readonly keepTrace?: (trace: Trace) => void;
};

/** The reference host in all its profiles against the host suites, as one job. Its budget is its own. */
export function referenceHostJob({ suites, guard, argv, bail, workers, keepTrace }: ReferenceHostOptions): SubjectJob {
  return hostJob({
    id: "reference host",
    host: referenceHost({ version: version(), guard }),
    suites,
    bail,
    argv,
    clock: systemClock,
    // Most of a case is waiting for processes and timers.
    workers: Math.max(workers, 8),
    budgetMs: 600_000,
    ...(keepTrace === undefined ? {} : { keepTrace }),
  });
}

/** The reference host as a part of a larger run: no job where none of its cases is selected. */
export function referenceHostJobs({ options, checks, guard }: RunContext<{ readonly id: string }>): SubjectJob[] {
  const chosen = new Set(checks.map(({ id }) => id));
  const suites = chosenSuites(options.suite, new Set(hostChecks().flatMap(({ id }) => (chosen.has(id) ? [id] : []))));
  return suites.length === 0 ? [] : [referenceHostJob({ ...options, suites, guard, argv: ["mcpcheck", "run", "host"] })];
}

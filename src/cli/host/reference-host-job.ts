import type { Check } from "../../check/check.ts";
import { startsProcesses } from "../../run/host/case/case-needs.ts";
import type { HostCase, HostSuite } from "../../run/host/case/host-case.ts";
import { hostJob } from "../../run/host/job.ts";
import { referenceHost } from "../../run/host/hosts/reference-host.ts";
import { type DriveCase, runCase } from "../../run/host/drive.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import type { Trace } from "../../trace/trace.ts";
import { systemClock } from "../../base/time/clock.ts";
import type { ProcessGuard } from "../../transport/process/process-guard.ts";
import type { RunOptions } from "../run-options.ts";
import type { RunContext } from "../perform-run.ts";
import { version } from "../version.ts";
import { chosenSuites, clientChecksOf, hostChecks } from "./chosen-suites.ts";
import { driveAside } from "./drive-aside.ts";

/** What of a run concerns the reference host. */
export type ReferenceHostOptions = Pick<RunOptions, "bail" | "workers" | "budgetMs"> & {
  readonly suites: readonly HostSuite[];
  readonly guard: ProcessGuard;
  readonly argv: readonly string[];
  readonly keepTrace?: (trace: Trace) => void;
  /** By which it is judged as a client as well. */
  readonly clientChecks: readonly Check[];
  /** Whether nothing else is told of it. */
  readonly onlyAsClient?: boolean;
};

/** Cases side by side unless it is said: most of a case is waiting for processes and timers. */
const usualWorkers = 10;

/** Fewer cases are not worth a second process. */
const fewCases = 20;

/** How long all cases may take where the budget that was given is for each of several subjects, in ms. */
const wholeBudgetMs = 600_000;

/** What runs from its sources must not be judged by what was built of others. */
const isBuilt = !import.meta.url.endsWith(".ts");

/** The reference host in all its profiles against the host suites, as one job. */
export function referenceHostJob(options: ReferenceHostOptions): SubjectJob {
  const { suites, guard, bail, argv, budgetMs, workers = usualWorkers, keepTrace } = options;
  const id = "reference host";
  const host = referenceHost({ version: version(), guard });
  const trace = keepTrace === undefined ? {} : { keepTrace };
  const here: DriveCase = (hostCase, stop) => runCase(host, hostCase, stop);
  const cases = suites.reduce((sum, suite) => sum + suite.cases.length, 0);
  return {
    id,
    async *events(stop) {
      const aside = isBuilt && workers > 1 && cases > fewCases ? driveAside() : undefined;
      const drive = aside === undefined ? here : shared([here, aside.drive]);
      try {
        const { clientChecks, onlyAsClient = false } = options;
        const common = { id, host, drive, suites, bail, argv, clock: systemClock, workers, budgetMs, clientChecks, onlyAsClient };
        yield* hostJob({ ...common, ...trace }).events(stop);
      } finally {
        aside?.close();
      }
    },
  };
}

/** One of so many cases that start processes is drawn. */
const drawnOf = 8;

function withFewProcesses(suite: HostSuite): HostSuite {
  let before = 0;
  const isDrawn = (hostCase: HostCase): boolean => !startsProcesses(hostCase) || before++ % drawnOf === 0;
  return { ...suite, cases: suite.cases.filter(isDrawn) };
}

/** Drives each case where the fewest are under way. */
function shared(drivers: readonly DriveCase[]): DriveCase {
  const places = drivers.map((drive) => ({ drive, underWay: 0 }));
  return async (hostCase, stop) => {
    const place = places.reduce((least, one) => (one.underWay < least.underWay ? one : least));
    place.underWay += 1;
    return await place.drive(hostCase, stop).finally(() => {
      place.underWay -= 1;
    });
  };
}

/**
 * The reference host as a part of a larger run: no job where none of its cases is selected. Where nothing was selected and the run is not to
 * be thorough, of the cases that start processes some are drawn: they take most of the time.
 */
export function referenceHostJobs(
  { options, checks, guard }: RunContext<{ readonly id: string }>,
  thorough: boolean,
): SubjectJob[] {
  const chosen = new Set(checks.map(({ id }) => id));
  const all = chosenSuites(options.suite, new Set(hostChecks().flatMap(({ id }) => (chosen.has(id) ? [id] : []))));
  const suites = thorough || options.suite !== undefined || options.check !== undefined ? all : all.map(withFewProcesses);
  if (suites.length === 0) return [];
  const clientChecks = clientChecksOf(chosen);
  return [
    referenceHostJob({ ...options, budgetMs: wholeBudgetMs, suites, guard, clientChecks, argv: ["mcpcheck", "run", "host"] }),
  ];
}

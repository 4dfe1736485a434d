import { resolve } from "node:path";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { createSecrets, type Secrets } from "../base/secrets/secrets.ts";
import { visible } from "../base/visible.ts";
import { hiddenRunEvent } from "../run/hidden-run-event.ts";
import type { RunEvent, RunStarted } from "../run/run-event.ts";
import { runSubjects, withoutBaseline } from "../run/run-subjects.ts";
import type { SubjectJob } from "../run/subject-job.ts";
import type { Statement } from "../check/check.ts";
import type { Finding } from "../check/finding.ts";
import { retriedJob } from "../run/retried-job.ts";
import { isRevision } from "../spec/revision.ts";
import { onlyChanged } from "./compare/only-changed.ts";
import type { ComparedReport } from "./compare/read-report.ts";
import { traceLines } from "../trace/ndjson.ts";
import type { Trace } from "../trace/trace.ts";
import { systemClock } from "../base/time/clock.ts";
import { createProcessGuard, type ProcessGuard } from "../transport/process/process-guard.ts";
import type { OpenBaseline } from "./baseline-file.ts";
import { chooseChecks } from "./choose-checks.ts";
import type { Io } from "./io.ts";
import { readDocsUrl } from "./options/docs-url-option.ts";
import { type ShownProgress, showProgress } from "./progress/show-progress.ts";
import type { ReportTarget } from "../report/reporter-option.ts";
import { type RawRunOptions, readReporters, readRunOptions, type RunOptions, usualSessions } from "./run-options.ts";
import { unjudged } from "./unjudged.ts";
import { version } from "./version.ts";
import { writeWhole } from "./reporting/write-whole.ts";
import { writeReports } from "./write-reports.ts";

/** What a `run` command gets to make its jobs from. `C` is what its subject is judged by. */
export type RunContext<C extends { readonly id: string } = Statement> = {
  readonly io: Io;
  readonly options: Omit<RunOptions, "reporters">;
  readonly checks: readonly C[];
  readonly guard: ProcessGuard;
  /** The command line without reporters and selections, for repro lines. */
  readonly argv: readonly string[];
  readonly keepTrace: (trace: Trace) => void;
  /** What is to be played again: the revisions, or what stands for them, at which something failed. Absent the first time. */
  readonly again?: ReadonlySet<string>;
  /** What no report and no trace may show; whoever knows of a secret adds it before the run begins. */
  readonly secrets: Secrets;
};

/** Makes the jobs of a run; what only some of them need may be loaded for it. */
type MakeJobs<C extends { readonly id: string }> = (
  context: RunContext<C>,
) => readonly SubjectJob[] | Promise<readonly SubjectJob[]>;

/**
 * What all `run` commands share: options, checks, baseline, reports, the wire trace, interruption. `makeJobs` says what is
 * to be judged; what it throws as a usage error is reported like any other end of a run. `catalog` holds the checks that
 * `--check` selects from. Gives the exit code.
 */
export async function performRun<C extends { readonly id: string }>(
  io: Io,
  raw: RawRunOptions,
  argv: readonly string[],
  makeJobs: MakeJobs<C>,
  catalog: readonly C[],
): Promise<number> {
  const targets = readReporters(raw, io.env);
  const docsUrl = readDocsUrl(raw.docsUrl);
  const guard = createProcessGuard();
  const killAll = (): void => guard.killAll();
  const secrets = createSecrets();
  const progress = showProgress({ ...io, progress: streams(targets, io) ? undefined : io.progress }, systemClock);
  const quiet = { ...io, stderr: (text: string) => progress.stderr(secrets.hide(text)) };
  process.once("exit", killAll);
  try {
    const events = eventsOf(quiet, raw, argv, { guard, secrets, progress }, makeJobs, catalog);
    return await writeReports(withoutSecrets(events, secrets), targets, quiet, { verbose: raw.verbose, docsUrl, argv });
  } catch (error) {
    if (error instanceof McpcheckError) throw new McpcheckError(error.code, secrets.hide(error.message), { cause: error.cause });
    throw secrets.hide(String(error)) === String(error) ? error : new Error(secrets.hide(String(error)));
  } finally {
    killAll();
    process.off("exit", killAll);
  }
}

/** What goes in front of a command line for whoever has mcpcheck from npx only. */
export const runner = ({ env }: Io): string[] => (env["npm_lifecycle_event"] === "npx" ? ["npx"] : []);

/** Whether a report is written to a terminal piece by piece, where a live line would come between. */
function streams(targets: readonly ReportTarget[], io: Io): boolean {
  return io.isTerminal && targets.some(({ name, file }) => file === null && name !== "pretty");
}

async function* eventsOf<C extends { readonly id: string }>(
  io: Io,
  raw: RawRunOptions,
  argv: readonly string[],
  { guard, secrets, progress }: { readonly guard: ProcessGuard; readonly secrets: Secrets; readonly progress: ShownProgress },
  makeJobs: MakeJobs<C>,
  catalog: readonly C[],
): AsyncGenerator<RunEvent> {
  const base: Omit<RunStarted, "type" | "schemaVersion"> = {
    startedAt: new Date().toISOString(),
    tool: { name: "mcpcheck", version: version() },
    argv,
    subject: null,
    revisions: "auto",
    seed: 1,
    strict: raw.strict === true,
  };
  try {
    const options = readRunOptions(raw);
    const chosen = chooseChecks(options.check, catalog);
    const traces: Trace[] = [];
    // A trace nobody wants must not outlive its subject.
    const keepTrace = (trace: Trace): void => void (options.trace === undefined || traces.push(trace));
    const baseline = await baselineOf(io, options, catalog);
    const earlier = raw.onlyChanged === undefined ? undefined : await reportOf(io, raw.onlyChanged);
    const context = { io, options, checks: chosen, guard, argv: [...runner(io), ...argv], keepTrace, secrets };
    const all = await makeJobs(context);
    const { shard, retries, failOn, updateBaseline } = options;
    if (shard !== undefined && all.length > 0 && all.length < shard.index)
      throw new McpcheckError("usage", `--shard ${raw.shard}: nothing falls to it: there ${howMany(all.length)} to judge`);
    const isKnown = (finding: Finding): boolean => !updateBaseline && baseline.mark(finding).known === true;
    const jobs = (shard === undefined ? all : all.filter((_job, index) => index % shard.count === shard.index - 1)).map((job) =>
      retries === 0 ? job : retriedJob(job, { times: retries, again: againOf(job, context, makeJobs), isKnown }),
    );
    const counts = { strict: failOn !== "fail", ...(raw.failOn === undefined ? {} : { failOn }) };
    const started = { ...base, ...counts, revisions: options.wanted, seed: options.seed };
    const { workers = usualSessions() } = options;
    const events = runSubjects({ started, jobs, baseline, clock: systemClock, workers, interrupted: io.interrupted });
    const names = jobs.map(({ id }) => secrets.hide(id));
    const told = baseline.follow(progress.follow(events, names));
    yield* earlier === undefined ? told : onlyChanged(told, { file: raw.onlyChanged ?? "", ...earlier }, jobs.length > 1);
    saveTraces(io, options.trace, traces);
  } catch (error) {
    if (!(error instanceof McpcheckError)) throw error;
    io.stderr(`mcpcheck: ${visible(error.message, { multiline: true })}\n`);
    yield* unjudged(base, error);
  }
}

/** What is seldom given is read by code that is loaded then: a server is not kept waiting for it. */
async function baselineOf(
  io: Io,
  options: RunContext["options"],
  catalog: readonly { readonly id: string }[],
): Promise<OpenBaseline> {
  if (options.baseline === undefined && !options.updateBaseline) return { ...withoutBaseline, follow: (events) => events };
  const { openBaseline } = await import("./baseline-file.ts");
  return openBaseline(io, options, catalog);
}

async function reportOf(io: Io, file: string): Promise<ComparedReport> {
  const { readReport } = await import("./compare/read-report.ts");
  return readReport(io.cwd, file, "--only-changed");
}

const howMany = (subjects: number): string => (subjects === 1 ? "is one subject" : `are ${subjects} subjects`);

/** How a subject is played again: alone, all of it, for what failed may rest on what came before it, and judged by what failed. */
function againOf<C extends { readonly id: string }>(
  { id }: SubjectJob,
  context: RunContext<C>,
  makeJobs: MakeJobs<C>,
): (failed: readonly Finding[]) => Promise<SubjectJob | undefined> {
  return async (failed) => {
    const ids = new Set(failed.map(({ check }) => check));
    const again = new Set(failed.map(({ revision }) => revision));
    const revisions = [...again].filter(isRevision);
    const wanted = revisions.length === again.size ? revisions : context.options.wanted;
    const jobs = await makeJobs({
      ...context,
      again,
      io: { ...context.io, stderr: () => undefined },
      options: { ...context.options, wanted, workers: 1, bail: false, trace: undefined },
      checks: context.checks.filter((check) => ids.has(check.id)),
      keepTrace: () => undefined,
    });
    return jobs.find((job) => job.id === id);
  };
}

async function* withoutSecrets(events: AsyncIterable<RunEvent>, secrets: Secrets): AsyncGenerator<RunEvent> {
  for await (const event of events) yield hiddenRunEvent(event, secrets);
}

/** One subject's trace goes to the file itself; those of several to numbered files beside it. */
function saveTraces(io: Io, file: string | undefined, traces: readonly Trace[]): void {
  if (file === undefined) return;
  const path = resolve(io.cwd, file);
  traces.forEach((trace, index) => {
    const name = traces.length === 1 ? path : path.replace(/(\.[^./\\]*)?$/, (extension) => `-${index + 1}${extension}`);
    writeWhole(name, traceLines(trace), "--trace");
  });
}

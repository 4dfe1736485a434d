import type { Command } from "commander";
import { modelChecks } from "../../check/model/model-checks.ts";
import { isProviderCheck } from "../../check/provider/provider-check.ts";
import { isUnprompted } from "../../check/unprompted.ts";
import { checks as allChecks } from "../../check/registry.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { reporterHelp } from "../../report/reporter-option.ts";
import { visible } from "../../base/visible.ts";
import { loadAttributions } from "../../run/attribution/load-attributions.ts";
import { startJudging } from "../../run/judging/judging-thread.ts";
import { keptPromises } from "../../run/client/scenario/kept-promises.ts";
import { clientPromises, loadClientSuites } from "../../run/client/scenario/load.ts";
import { loadSuites } from "../../run/suites/load-suites.ts";
import { modelTraceJob } from "../../run/model/model-trace-job.ts";
import type { RunEvent } from "../../run/run-event.ts";
import { runSubjects } from "../../run/run-subjects.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import { traceJob } from "../../run/trace-job.ts";
import { bothSides } from "../../trace/both-sides.ts";
import { parseTrace } from "../../trace/ndjson.ts";
import { revisionsIn, type Trace } from "../../trace/trace.ts";
import { systemClock } from "../../base/time/clock.ts";
import { openBaseline } from "../baseline-file.ts";
import { chooseChecks } from "../choose-checks.ts";
import { docsUrlHelp, readDocsUrl } from "../options/docs-url-option.ts";
import { commaSeparated } from "../options/repeatable.ts";
import type { Io } from "../io.ts";
import { providersOption } from "../options/providers-option.ts";
import { failing, providerChecks, withDemanded } from "../server/provider-checks.ts";
import { readNamed } from "../read-named.ts";
import { failOnOption, readFailOn, readReporters } from "../run-options.ts";
import { unjudged } from "../unjudged.ts";
import { version } from "../version.ts";
import { writeReports } from "../write-reports.ts";

type RawOptions = {
  readonly check?: string;
  readonly providers?: string;
  readonly reporter?: string;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly strict?: true;
  readonly failOn?: string;
  readonly verbose?: true;
  readonly docsUrl?: string;
  readonly out?: string;
};

/** What `--help` says of it. */
export const summary = "judge a recorded trace again, offline";

/** `judge`: judges a recorded trace again, offline, with the exit codes of a run. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<trace>", "a trace as --trace keeps it (NDJSON)")
    .option(
      "--check <glob>",
      "only these checks, those judged on request among them (comma-separated, repeatable)",
      commaSeparated,
    )
    .option(...providersOption)
    .option("--reporter <list>", reporterHelp, commaSeparated)
    .option("--baseline <file>", "known failures; entries that no longer hold fail the run")
    .option("--update-baseline", "write what fails now into the baseline file")
    .option("--strict", "warnings count as failures: --fail-on warn")
    .addOption(failOnOption())
    .option("--verbose", "all bytes of each finding on the terminal")
    .option("--docs-url <url>", docsUrlHelp)
    .option("--out <dir>", "where report files go; those without a name are called mcpcheck there")
    .action(async (file: string, raw: RawOptions) => done(await judgeFile(file, raw, io)));
}

async function judgeFile(file: string, raw: RawOptions, io: Io): Promise<number> {
  return await writeReports(eventsOf(file, raw, io), readReporters(raw, io.env), io, {
    verbose: raw.verbose,
    docsUrl: readDocsUrl(raw.docsUrl),
  });
}

async function* eventsOf(file: string, raw: RawOptions, io: Io): AsyncGenerator<RunEvent> {
  const argv = ["mcpcheck", "judge", file];
  const failOn = readFailOn(raw);
  const started = {
    startedAt: new Date().toISOString(),
    tool: { name: "mcpcheck", version: version() },
    argv,
    subject: null,
    revisions: "auto",
    seed: 0,
    strict: failOn !== "fail",
    failOn,
  } as const;
  try {
    const trace = parseTrace(readNamed(io.cwd, file, "judge"), file);
    const baseline = openBaseline(io, { baseline: raw.baseline, updateBaseline: raw.updateBaseline === true, failOn }, allChecks);
    const jobs = jobsFor(file, trace, argv, raw);
    const told = { ...started, subject: jobs.length === 1 ? trace.subject : null, revisions: revisionsIn(trace) };
    yield* baseline.follow(
      runSubjects({ started: told, jobs, baseline, clock: systemClock, workers: 1, interrupted: io.interrupted }),
    );
  } catch (error) {
    if (!(error instanceof McpcheckError)) throw error;
    io.stderr(`mcpcheck: ${visible(error.message, { multiline: true })}\n`);
    yield* unjudged(started, error);
  }
}

function jobsFor(
  file: string,
  trace: Trace,
  argv: readonly string[],
  { check: glob, providers }: RawOptions,
): readonly SubjectJob[] {
  const demanded = providerChecks(providers);
  if (demanded.length > 0 && trace.subject.kind !== "server" && trace.subject.between !== true)
    throw new McpcheckError("usage", `--providers is about the tools of a server; ${file} is a trace of a ${trace.subject.kind}`);
  if (trace.subject.kind === "model") return [modelTraceJob(file, trace, chooseChecks(glob, modelChecks), argv)];
  const checks = withDemanded(chooseChecks(glob, allChecks), demanded);
  const common = { checks, attributions: loadAttributions(), argv, startJudging };
  if (trace.subject.between === true) return failing(betweenJobs(file, trace, common), demanded);
  const isClient = trace.subject.kind === "client";
  const promises = isClient ? keptPromises(clientPromises(loadClientSuites()), trace) : loadSuites().promises;
  return failing([traceJob({ id: file, trace, ...common, promises })], demanded);
}

/** The jobs on the two that were recorded with each other. Nobody promised anything, and the server is judged by what it said unasked. */
function betweenJobs(
  file: string,
  trace: Trace,
  common: Pick<Parameters<typeof traceJob>[0], "checks" | "attributions" | "argv" | "startJudging">,
): SubjectJob[] {
  const { server, client } = bothSides(trace);
  const promises = new Map<string, readonly string[]>();
  const unprompted = common.checks.filter(
    (check) => check.subject === "client" || isUnprompted(check) || isProviderCheck(check.id),
  );
  return [
    traceJob({ ...common, id: `${file}, the server`, trace: server, checks: unprompted, promises }),
    traceJob({ ...common, id: `${file}, the client`, trace: client, attributions: [], promises }),
  ];
}

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { attribute } from "../../run/attribution.ts";
import { loadAttributions } from "../../run/load-attributions.ts";
import { loadSuites } from "../../run/load-suites.ts";
import { type ServerJobSetup, serverJob } from "../../run/server/judge-server.ts";
import { meteredRecorder, usualTraffic } from "../../run/server/metered-recorder.ts";
import { globMatcher } from "../../run/server/plan.ts";
import type { Hints } from "../../run/server/hints.ts";
import type { WantedRevisions } from "../../run/server/negotiate.ts";
import type { ServerRun } from "../../run/server/server-run.ts";
import type { ServerTarget } from "../../run/server/server-target.ts";
import { targetName } from "../../run/server/server-target.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import { timeLimit } from "../../run/time-limit.ts";
import type { Suite } from "../../suite/scenario.ts";
import { createRecorder, type Recorder } from "../../trace/recorder.ts";
import { type ClientTransport, defaultLimits } from "../../transport/client-transport.ts";
import { type Clock, systemClock } from "../../transport/clock.ts";
import { openHttp } from "../../transport/http.ts";
import type { ProcessGuard } from "../../transport/process-guard.ts";
import { openSse } from "../../transport/sse.ts";
import { openStdio } from "../../transport/stdio.ts";
import type { RunContext } from "../perform-run.ts";
import { usualSessions } from "../run-options.ts";
import { version } from "../version.ts";
import { confinable, publicTarget, started, subjectOf, targetOf } from "./entry-target.ts";
import { redactor } from "./redaction.ts";
import { sandboxProgram } from "./sandbox.ts";
import { planScratch, type Scratch } from "./scratch.ts";
import type { ServerEntry } from "./server-entry.ts";

/** What all servers of one run share. */
export type ServerJobsContext = RunContext & {
  readonly hints: Hints;
  /** Where children run; a scratch directory of their own when undefined. */
  readonly cwd: string | undefined;
  /** Whether children are confined. */
  readonly sandbox?: boolean | undefined;
};

/** The jobs for servers; suites and attributions are read once. */
export function serverJobs(entries: readonly ServerEntry[], context: ServerJobsContext): SubjectJob[] {
  const { suites, promises } = loadSuites();
  const chosen = suites.filter((suite) => suite.subject === "server");
  const attributions = loadAttributions();
  const shared: SharedSetup = {
    suites: chosen,
    promises,
    checks: context.checks,
    argv: context.argv,
    attribute: (trace, findings) => attribute(attributions, trace, findings),
    keepTrace: context.keepTrace,
  };
  if (context.options.suite !== undefined && planSize(chosen, context.options.suite) === 0) {
    throw new McpcheckError(
      "usage",
      `--suite: no suite or scenario matches "${context.options.suite}" (mcpcheck list suites shows them)`,
    );
  }
  return entries.map((entry) => jobFor(entry, context, shared));
}

type SharedSetup = Omit<ServerJobSetup, "id" | "target" | "stderrTail" | "wanted" | "selection" | "workers" | "bail">;

function planSize(suites: readonly Suite[], glob: string): number {
  const wants = globMatcher(glob);
  return suites.filter((suite) => wants(suite.id) || suite.scenarios.some(({ id }) => wants(`${suite.id}/${id}`))).length;
}

/** The first answer of a server that has just been started may take this many times as long as another exchange. */
const startPatience = 2;

function jobFor(entry: ServerEntry, context: ServerJobsContext, shared: SharedSetup): SubjectJob {
  const { options } = context;
  return onServer(entry, context, options.budgetMs, ({ target, wanted, stderrTail, begin }) =>
    serverJob(
      {
        ...shared,
        id: entry.name,
        target,
        wanted,
        selection: {
          ...(options.suite === undefined ? {} : { suite: options.suite }),
          ...(options.check === undefined ? {} : { check: options.check }),
        },
        workers: options.workers ?? usualSessions(),
        bail: options.bail,
        stderrTail,
      },
      begin,
    ),
  );
}

/** A server as a job meets it: the target as it may be shown, the revisions wanted of it, and the run around a stop signal. */
export type ReachedServer = {
  readonly target: ServerTarget;
  readonly wanted: WantedRevisions;
  readonly stderrTail: () => string;
  readonly begin: (stop: AbortSignal, tooMuch?: () => void) => ServerRun;
};

/**
 * A job on one server that ends after `budgetMs` at the latest. The server's scratch directory is made when it begins and
 * removed when it is over, and so is whatever was started.
 */
export function onServer(
  entry: ServerEntry,
  context: Omit<ServerJobsContext, "checks">,
  budgetMs: number,
  makeJob: (server: ReachedServer) => SubjectJob,
): SubjectJob {
  const { io, options } = context;
  if (context.sandbox === true) confinable(entry);
  const scratch = planScratch();
  const target = targetOf(entry, context, scratch);
  const redact = redactor(secretsOf(entry));
  const shown = publicTarget(target, entry, redact);
  const opened: ClientTransport[] = [];
  const job = makeJob({
    target: shown,
    wanted: target.transport === "sse" && options.wanted === "auto" ? ["2024-11-05"] : options.wanted,
    stderrTail: () => redact(opened.map((transport) => transport.stderrTail()).find((tail) => tail !== "") ?? ""),
    begin(stop, tooMuch = () => undefined) {
      const unmetered = createRecorder(subjectOf(shown), systemClock.now, redact);
      const recorder = meteredRecorder(unmetered, usualTraffic, tooMuch);
      return {
        recorder,
        clock: systemClock,
        limits: defaultLimits,
        identity: { name: "mcpcheck", version: version() },
        open(connection) {
          const transport = open(started(target, context, scratch), recorder, connection, systemClock, context.guard);
          opened.push(transport);
          return transport;
        },
        target: redact(targetName(shown)),
        timeoutMs: options.timeoutMs,
        startTimeoutMs: startPatience * options.timeoutMs,
        allowWrites: options.allowWrites,
        hints: context.hints,
        rootUri: pathToFileURL(context.cwd === undefined ? scratch.work : resolve(io.cwd, context.cwd)).href,
        stop,
      };
    },
  });
  return {
    id: job.id,
    events: (stop) => cleaned(job, timeLimit(budgetMs, stop), opened, scratch, context.guard),
  };
}

async function* cleaned(
  job: SubjectJob,
  stop: AbortSignal,
  opened: readonly ClientTransport[],
  scratch: Scratch,
  guard: ProcessGuard,
): ReturnType<SubjectJob["events"]> {
  const release = guard.add(scratch.remove);
  scratch.make();
  const drop = (): void => {
    for (const transport of opened) void transport.close("drop");
  };
  stop.addEventListener("abort", drop);
  try {
    yield* job.events(stop);
  } finally {
    stop.removeEventListener("abort", drop);
    await Promise.all(opened.map(async (transport) => await transport.close("drop")));
    scratch.remove();
    release();
  }
}

function secretsOf(entry: ServerEntry): Record<string, string> {
  return { ...(entry.kind === "stdio" ? entry.env : entry.headers) };
}

function open(target: ServerTarget, recorder: Recorder, connection: number, clock: Clock, guard: ProcessGuard): ClientTransport {
  const common = { recorder, connection, limits: defaultLimits, clock };
  const wrapper = target.transport === "stdio" && target.command === sandboxProgram ? sandboxProgram : undefined;
  if (target.transport === "stdio")
    return openStdio({
      ...common,
      command: target.command,
      args: target.args,
      cwd: target.cwd,
      env: target.env,
      guard,
      marked: true,
      wrapper,
    });
  const { url, headers } = target;
  return target.transport === "http" ? openHttp({ ...common, url, headers }) : openSse({ ...common, url, headers });
}

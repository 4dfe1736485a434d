import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ServerData, ServerJobSetup } from "../../run/server/job-setup.ts";
import { serverJob } from "../../run/server/job.ts";
import { createKnownResults } from "../../run/server/known-results.ts";
import { meteredRecorder, usualTraffic } from "../../run/server/metered-recorder.ts";
import type { Hints } from "../../run/server/hints.ts";
import type { WantedRevisions } from "../../run/server/negotiate.ts";
import { isOpened, planBoundary, type RootBoundary, writeBoundary } from "../../run/server/roots/root-boundary.ts";
import type { ServerRun } from "../../run/server/server-run.ts";
import { otherLoopbackAddress } from "../../base/loopback.ts";
import type { ServerTarget } from "../../run/server/server-target.ts";
import { headerNames, targetName } from "../../run/server/server-target.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import { busyFactor, crowding } from "../../run/limits/stretched-limit.ts";
import { type Budget, budgetLimit } from "../budget-limit.ts";
import type { Suite } from "../../suite/scenario.ts";
import type { Tokens } from "../../suite/token-kinds.ts";
import { isLoopback } from "../../trace/facts/http-facts.ts";
import { createRecorder } from "../../trace/recorder.ts";
import { type ClientTransport, defaultLimits } from "../../transport/client-transport.ts";
import { systemClock } from "../../base/time/clock.ts";
import type { RunContext } from "../perform-run.ts";
import { usualServerSessions } from "../run-options.ts";
import { createPace } from "../../session/pace.ts";
import { version } from "../version.ts";
import { cleanedJob, type Remains } from "./cleaned-job.ts";
import { confinable, type Confinement, makeScratch, publicTarget, started, subjectOf, targetOf } from "./entry-target.ts";
import { learnSecrets } from "./learn-secrets.ts";
import { planScratch, type Scratch } from "./scratch.ts";
import type { ServerEntry } from "./server-entry.ts";
import { serverOpener } from "./server-opener.ts";
import { globMatcher } from "../../base/glob/glob-matcher.ts";

/** What all servers of one run share. */
export type ServerJobsContext = RunContext & {
  readonly hints: Hints;
  /** Where children run; a scratch directory of their own when undefined. */
  readonly cwd: string | undefined;
  /** Whether children are confined. */
  readonly sandbox?: Confinement | undefined;
  /** Tokens of an authorization server that the servers trust. */
  readonly tokens?: Tokens | undefined;
  /** Makes a token of that authorization server, with these scopes beside those of the one with too little scope. */
  readonly stepUp?: ((scopes: readonly string[]) => Promise<string>) | undefined;
};

/**
 * The jobs for servers; suites and attributions are read once, while the first server starts, and so is the code that reads them loaded.
 * @throws McpcheckError `usage` for suites there are not
 */
export async function serverJobs(entries: readonly ServerEntry[], context: ServerJobsContext): Promise<SubjectJob[]> {
  let data: Promise<ServerData> | undefined;
  const load = async (): Promise<ServerData> =>
    await (data ??= import("./server-data.ts").then(({ serverData }) => serverData()));
  const shared: SharedSetup = {
    load,
    checks: context.checks,
    argv: context.argv,
    keepTrace: context.options.trace === undefined ? undefined : context.keepTrace,
    hintsMustFit: entries.length === 1,
  };
  if (context.options.suite !== undefined && planSize((await load()).suites, context.options.suite) === 0) {
    throw new McpcheckError(
      "usage",
      `--suite: no suite or scenario matches "${context.options.suite}" (mcpcheck list suites shows them)`,
    );
  }
  return await Promise.all(entries.map(async (entry) => await jobFor(entry, context, shared)));
}

type SharedSetup = Omit<ServerJobSetup, "id" | "target" | "stderrTail" | "wanted" | "selection" | "workers" | "spreads" | "bail">;

function planSize(suites: readonly Suite[], glob: string): number {
  const wants = globMatcher(glob);
  return suites.filter((suite) => wants(suite.id) || suite.scenarios.some(({ id }) => wants(`${suite.id}/${id}`))).length;
}

/** The first answer of a server that has just been started may take this many times as long as another exchange, and longer on a busy machine. */
const startPatience = 2;

async function jobFor(entry: ServerEntry, context: ServerJobsContext, shared: SharedSetup): Promise<SubjectJob> {
  const { options } = context;
  return await onServer(entry, context, options, ({ target, wanted, stderrTail, begin }) =>
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
        workers: options.workers ?? usualServerSessions(),
        spreads: options.workers === undefined,
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
 * A job on one server that ends when its `budget` is used up at the latest. The server's scratch directory is made when it begins and
 * removed when it is over, and so is whatever was started.
 */
export async function onServer(
  entry: ServerEntry,
  context: Omit<ServerJobsContext, "checks">,
  budget: Budget,
  makeJob: (server: ReachedServer) => SubjectJob,
): Promise<SubjectJob> {
  const { io, options, secrets } = context;
  learnSecrets(entry, secrets);
  confinable(entry, context);
  const scratch = planScratch();
  const target = targetOf(entry, context, scratch);
  const shown = publicTarget(target, entry, secrets.hide);
  const name = secrets.hide(targetName(shown));
  const opened: ClientTransport[] = [];
  const remains: Remains = new Map();
  const make = (): void => makeScratch(target, entry, context, scratch);
  const open = await serverOpener(target, (own) => started(own, entry, context, scratch));
  const job = makeJob({
    target: shown,
    wanted: target.transport === "sse" && options.wanted === "auto" ? ["2024-11-05"] : options.wanted,
    stderrTail: () => opened.map((transport) => transport.stderrTail()).find((tail) => tail !== "") ?? "",
    begin(stop, tooMuch = () => undefined) {
      const unmetered = createRecorder(subjectOf(shown), systemClock.now, secrets);
      const patience = {
        timeoutMs: options.timeoutMs,
        startTimeoutMs: Math.round(startPatience * busyFactor() * options.timeoutMs),
      };
      const recorder = meteredRecorder(unmetered, usualTraffic, tooMuch);
      return {
        recorder,
        clock: systemClock,
        limits: defaultLimits,
        identity: { name: "mcpcheck", version: version() },
        open(connection) {
          const transport = open({
            recorder,
            connection,
            clock: systemClock,
            guard: context.guard,
            left: (what, words) => remains.set(words, what),
          });
          opened.push(transport);
          return transport;
        },
        target: name,
        ...patience,
        pace: createPace({ ...patience, crowded: crowding }),
        stretch: busyFactor,
        allowWrites: options.allowWrites,
        hints: context.hints,
        boundary: boundaryFor(target, scratch),
        rootUri: pathToFileURL(context.cwd === undefined ? scratch.work : resolve(io.cwd, context.cwd)).href,
        ...(isLocal(target) ? { otherAddress: otherLoopbackAddress(process.platform) } : {}),
        headers: headerNames(target),
        tokens: context.tokens,
        stepUp: context.stepUp,
        results: createKnownResults(),
        whenHeavy: recorder.whenHeavy,
        stop,
      };
    },
  });
  return {
    id: job.id,
    events: (stop) =>
      cleanedJob(job, budgetLimit(budget, stop), {
        opened,
        scratch: { ...scratch, make },
        guard: context.guard,
        name,
        remains,
        stderr: io.stderr,
      }),
  };
}

/** Files beside which a server on this machine may be judged by the roots it is given; none where its command opens them to it. */
function boundaryFor(target: ServerTarget, scratch: Scratch): RootBoundary | undefined {
  const boundary = planBoundary(scratch.root);
  if (target.transport === "stdio" ? isOpened(boundary, target.args, target.cwd) : !isLocal(target)) return undefined;
  writeBoundary(boundary);
  return boundary;
}

/** Whether a server is reached at a loopback address. */
const isLocal = (target: ServerTarget): boolean => target.transport !== "stdio" && isLoopback(target.url);

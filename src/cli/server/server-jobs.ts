import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { attribute } from "../../run/attribution.ts";
import { loadAttributions } from "../../run/load-attributions.ts";
import { loadSuites } from "../../run/load-suites.ts";
import { type ServerJobSetup, serverJob } from "../../run/server/judge-server.ts";
import { globMatcher } from "../../run/server/plan.ts";
import type { Hints } from "../../run/server/hints.ts";
import type { ServerTarget } from "../../run/server/server-target.ts";
import { targetName } from "../../run/server/server-target.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import type { Suite } from "../../suite/scenario.ts";
import { createRecorder, type Recorder } from "../../trace/recorder.ts";
import type { Subject } from "../../trace/trace.ts";
import { type ClientTransport, defaultLimits } from "../../transport/client-transport.ts";
import { type Clock, systemClock } from "../../transport/clock.ts";
import { openHttp } from "../../transport/http.ts";
import type { ProcessGuard } from "../../transport/process-guard.ts";
import { openSse } from "../../transport/sse.ts";
import { openStdio } from "../../transport/stdio.ts";
import type { RunContext } from "../perform-run.ts";
import { version } from "../version.ts";
import { absoluteArguments } from "./absolute-arguments.ts";
import { childEnvironment } from "./child-environment.ts";
import { publicUrl, redactor } from "./redaction.ts";
import type { ServerEntry } from "./server-entry.ts";

/** What all servers of one run share. */
export type ServerJobsContext = RunContext & {
  readonly hints: Hints;
  /** Where children run; a scratch directory of their own when undefined. */
  readonly cwd: string | undefined;
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

/** A job for one server. Its scratch directory is made when it begins and removed when it is over. */
function jobFor(entry: ServerEntry, context: ServerJobsContext, shared: SharedSetup): SubjectJob {
  const { io, options } = context;
  const scratch = mkdtempSync(join(tmpdir(), "mcpcheck-"));
  const target = targetOf(entry, context, scratch);
  const redact = redactor(secretsOf(entry));
  const opened: ClientTransport[] = [];
  const job = serverJob(
    {
      ...shared,
      id: entry.name,
      target: publicTarget(target, entry, redact),
      wanted: target.transport === "sse" && options.wanted === "auto" ? ["2024-11-05"] : options.wanted,
      selection: {
        ...(options.suite === undefined ? {} : { suite: options.suite }),
        ...(options.check === undefined ? {} : { check: options.check }),
      },
      workers: options.workers,
      bail: options.bail,
      stderrTail: () => redact(opened.map((transport) => transport.stderrTail()).find((tail) => tail !== "") ?? ""),
    },
    (stop) => {
      const recorder = createRecorder(subjectOf(publicTarget(target, entry, redact)), systemClock.now, redact);
      return {
        recorder,
        clock: systemClock,
        limits: defaultLimits,
        identity: { name: "mcpcheck", version: version() },
        open(connection) {
          const transport = open(target, recorder, connection, systemClock, context.guard);
          opened.push(transport);
          return transport;
        },
        target: redact(targetName(publicTarget(target, entry, redact))),
        timeoutMs: options.timeoutMs,
        startTimeoutMs: startPatience * options.timeoutMs,
        allowWrites: options.allowWrites,
        hints: context.hints,
        rootUri: pathToFileURL(context.cwd === undefined ? scratch : resolve(io.cwd, context.cwd)).href,
        stop,
      };
    },
  );
  return {
    id: job.id,
    events: (stop) => cleaned(job, AbortSignal.any([stop, AbortSignal.timeout(options.budgetMs)]), opened, scratch),
  };
}

async function* cleaned(
  job: SubjectJob,
  stop: AbortSignal,
  opened: readonly ClientTransport[],
  scratch: string,
): ReturnType<SubjectJob["events"]> {
  const drop = (): void => {
    for (const transport of opened) void transport.close("drop");
  };
  stop.addEventListener("abort", drop);
  try {
    yield* job.events(stop);
  } finally {
    stop.removeEventListener("abort", drop);
    await Promise.all(opened.map(async (transport) => await transport.close("drop")));
    rmSync(scratch, { recursive: true, force: true });
  }
}

function targetOf(entry: ServerEntry, { io, cwd }: ServerJobsContext, scratch: string): ServerTarget {
  if (entry.kind !== "stdio") return { transport: entry.kind, url: checkedUrl(entry.url).href, headers: entry.headers };
  const chosen = entry.cwd ?? cwd;
  const words = chosen === undefined ? absoluteArguments(entry.command, io.cwd) : entry.command;
  const [command = "", ...args] = words;
  return {
    transport: "stdio",
    command,
    args,
    cwd: chosen === undefined ? scratch : resolve(io.cwd, chosen),
    inScratch: chosen === undefined,
    env: { ...childEnvironment(io.env, []), ...entry.env },
  };
}

function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new McpcheckError("usage", `--url: expected an http or https URL, got "${text}"`);
}

/** The target as it may be shown: the command as the user typed it, the URL without secrets. */
function publicTarget(target: ServerTarget, entry: ServerEntry, redact: (text: string) => string): ServerTarget {
  if (target.transport !== "stdio") return { ...target, url: redact(publicUrl(new URL(target.url))) };
  const [command = "", ...args] = entry.kind === "stdio" ? entry.command.map(redact) : [];
  return { ...target, command, args };
}

function subjectOf(target: ServerTarget): Subject {
  return target.transport === "stdio"
    ? { kind: "server", transport: "stdio", command: [target.command, ...target.args] }
    : { kind: "server", transport: target.transport, url: target.url };
}

function secretsOf(entry: ServerEntry): Record<string, string> {
  return { ...(entry.kind === "stdio" ? entry.env : entry.headers) };
}

function open(target: ServerTarget, recorder: Recorder, connection: number, clock: Clock, guard: ProcessGuard): ClientTransport {
  const common = { recorder, connection, limits: defaultLimits, clock };
  if (target.transport === "stdio")
    return openStdio({ ...common, command: target.command, args: target.args, cwd: target.cwd, env: target.env, guard });
  const { url, headers } = target;
  return target.transport === "http" ? openHttp({ ...common, url, headers }) : openSse({ ...common, url, headers });
}

import { failOnOf } from "../../run/fail-on.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { publicUrl } from "../../base/secrets/public-url.ts";
import { createSecrets } from "../../base/secrets/secrets.ts";
import { systemClock } from "../../base/time/clock.ts";
import { checks as registry } from "../../check/registry.ts";
import { chooseChecks } from "../../cli/choose-checks.ts";
import { usualServerSessions } from "../../cli/run-options.ts";
import { demandedBy, failing, withDemanded } from "../../cli/server/provider-checks.ts";
import { serverJobs } from "../../cli/server/server-jobs.ts";
import { version } from "../../cli/version.ts";
import type { Report } from "../../report/report.ts";
import { hiddenRunEvent } from "../../run/hidden-run-event.ts";
import type { RunEvent } from "../../run/run-event.ts";
import { type Hints, parseHints } from "../../run/server/hints.ts";
import { runSubjects, withoutBaseline } from "../../run/run-subjects.ts";
import { isRevision, type Revision, revisions } from "../../spec/revision.ts";
import type { Trace } from "../../trace/trace.ts";
import { createProcessGuard } from "../../transport/process/process-guard.ts";
import { judgedReport } from "./judged-report.ts";
import { holdOptions } from "../given/given.ts";
import { judgeServerRules } from "./option-rules.ts";
import type { JudgeServerOptions, ServerTarget } from "./judge-server-options.ts";
import { entryOf, quietIo, usualLimits } from "./visited-world.ts";

/**
 * Judges an MCP server from the outside, as `mcpcheck run server` does, and gives the JSON report. What it starts is gone when it
 * returns. Nothing is printed; of the environment a server gets nothing but what `options.env` and the target name.
 * @throws McpcheckError `usage` for a target or options that cannot be, `subject` for a server that did not start, did not answer, or is
 * no MCP server (`stderrTail` has its last words): what could not be judged is never a good report
 */
export async function judgeServer(target: ServerTarget, options: JudgeServerOptions = {}): Promise<Report> {
  holdOptions(options, judgeServerRules, "options");
  options.signal?.throwIfAborted();
  const entry = entryOf(target);
  const chosen = chooseChecks(
    options.check,
    registry.filter(({ subject }) => subject === "server"),
  );
  const demanded = demandedBy(options);
  const wanted = wantedOf(options.spec);
  const interrupted = new AbortController();
  const onAbort = (): void => interrupted.abort("SIGINT");
  options.signal?.addEventListener("abort", onAbort, { once: true });
  const guard = createProcessGuard();
  const killAll = (): void => guard.killAll();
  process.once("exit", killAll);
  const secrets = createSecrets();
  const traces: Trace[] = [];
  const argv = ["mcpcheck", "run", "server", ...shownOptions(target, options)];
  try {
    const jobs = await serverJobs([entry], {
      io: quietIo(options, interrupted.signal),
      checks: withDemanded(chosen, demanded),
      guard,
      argv,
      secrets,
      hints: hintsOf(options),
      cwd: entry.kind === "stdio" ? entry.cwd : undefined,
      ...(options.sandbox === undefined
        ? {}
        : { sandbox: { read: options.sandbox === true ? [] : (options.sandbox.read ?? []) } }),
      keepTrace: (trace) => void traces.push(trace),
      options: {
        wanted,
        suite: options.suite,
        check: options.check,
        baseline: undefined,
        updateBaseline: false,
        bail: options.bail === true,
        workers: options.workers,
        shard: undefined,
        timeoutMs: options.timeoutMs ?? usualLimits.timeoutMs,
        budgetMs: options.budgetMs ?? usualLimits.budgetMs,
        seed: 1,
        failOn: failOnOf({ strict: options.strict === true }),
        retries: 0,
        allowWrites: options.allowWrites === true,
        trace: options.onTrace === undefined ? undefined : "kept",
      },
    });
    const events = runSubjects({
      started: {
        startedAt: new Date().toISOString(),
        tool: { name: "mcpcheck", version: version() },
        argv,
        subject: null,
        revisions: wanted,
        seed: 1,
        strict: options.strict === true,
      },
      jobs: failing(jobs, demanded),
      baseline: withoutBaseline,
      clock: systemClock,
      workers: options.workers ?? usualServerSessions(),
      interrupted: interrupted.signal,
    });
    const report = await judgedReport(told(events, (event) => hiddenRunEvent(event, secrets), options.onEvent));
    for (const trace of traces) options.onTrace?.(trace);
    return report;
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof McpcheckError)) throw error;
    throw new McpcheckError(error.kind, secrets.hide(error.message), {
      cause: error.cause,
      ...(error.stderrTail === undefined ? {} : { stderrTail: secrets.hide(error.stderrTail) }),
    });
  } finally {
    options.signal?.removeEventListener("abort", onAbort);
    killAll();
    process.off("exit", killAll);
  }
}

async function* told(
  events: AsyncIterable<RunEvent>,
  hide: (event: RunEvent) => RunEvent,
  tell: ((event: RunEvent) => void) | undefined,
): AsyncGenerator<RunEvent> {
  for await (const event of events) {
    const hidden = hide(event);
    tell?.(hidden);
    yield hidden;
  }
}

function hintsOf({ hints }: JudgeServerOptions): Hints {
  return hints === undefined ? {} : parseHints(JSON.stringify({ schemaVersion: 1, roles: hints }), "hints");
}

function wantedOf(spec: JudgeServerOptions["spec"]): readonly Revision[] | "auto" | "all" {
  if (spec === undefined || spec === "auto" || spec === "all") return spec ?? "auto";
  const named = typeof spec === "string" ? [spec] : spec;
  for (const one of named)
    if (!isRevision(one))
      throw new McpcheckError("usage", `spec: there is no revision ${String(one)}; there are ${revisions.join(", ")}`);
  if (named.length === 0) throw new McpcheckError("usage", "spec: name at least one revision, or auto, or all");
  return named;
}

/** The command line that would do the same, for repro lines; values that may be secret are left for the user to fill in. */
function shownOptions(target: ServerTarget, { spec = "auto", allowWrites, sandbox }: JudgeServerOptions): string[] {
  return [
    ...(spec === "auto" ? [] : ["--spec", [spec].flat().join(",")]),
    ...(allowWrites === true ? ["--allow-writes"] : []),
    ...(sandbox === undefined ? [] : ["--sandbox"]),
    ...("url" in target
      ? [
          "--url",
          publicUrl(target.url),
          ...(target.transport === "sse" ? ["--transport", "sse"] : []),
          ...Object.keys(target.headers ?? {}).flatMap((name) => ["--header", `${name}: …`]),
        ]
      : [
          ...Object.keys(target.env ?? {}).flatMap((name) => ["--env", name]),
          ...(target.cwd === undefined ? [] : ["--cwd", target.cwd]),
          "--",
          target.command,
          ...(target.args ?? []),
        ]),
  ];
}

import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { createSecrets } from "../../base/secrets/secrets.ts";
import { negotiate, type Negotiated } from "../../run/server/negotiate.ts";
import { whyNoVerdict } from "../../run/server/no-verdict.ts";
import type { ServerRun } from "../../run/server/server-run.ts";
import { createProcessGuard } from "../../transport/process/process-guard.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Io } from "../io.ts";
import type { RunOptions } from "../run-options.ts";
import type { Confinement } from "./entry-target.ts";
import type { ServerEntry } from "./server-entry.ts";
import { onServer } from "./server-jobs.ts";

/** How a server is visited. Times in ms; `budgetMs` is for everything. */
export type Visit = Pick<RunOptions, "wanted" | "timeoutMs" | "budgetMs" | "budgetStretches"> & {
  /** Where children run, as `--cwd` says it; where the entry says when undefined. */
  readonly cwd?: string | undefined;
  readonly sandbox?: Confinement | undefined;
};

/** What a visit met: what was negotiated, and the trace of all of it, without secrets. */
export type Visited<T> = { readonly value: T; readonly trace: Trace; readonly stderr: string };

/**
 * Starts a server, or connects to it, finds out what it speaks, lets `look` ask it, and ends everything again.
 * @throws McpcheckError `subject` where it cannot be reached or speaks none of what is wanted, with its last words; `usage` for what cannot be
 */
export async function visitServer<T>(
  entry: ServerEntry,
  visit: Visit,
  io: Io,
  look: (negotiated: readonly Negotiated[], run: ServerRun) => Promise<T>,
): Promise<Visited<T>> {
  const guard = createProcessGuard();
  const killAll = (): void => guard.killAll();
  process.once("exit", killAll);
  const secrets = createSecrets();
  let met: Visited<T> | undefined;
  let failed: unknown;
  const options = { ...visit, suite: undefined, check: undefined, baseline: undefined, updateBaseline: false, bail: false };
  const rest = {
    workers: undefined,
    shard: undefined,
    seed: 1,
    failOn: "fail" as const,
    retries: 0,
    allowWrites: false,
    trace: undefined,
  };
  const context = { io, options: { ...options, ...rest }, guard, argv: [], keepTrace: () => undefined, secrets };
  const shared = { ...context, hints: {}, cwd: visit.cwd, sandbox: visit.sandbox };
  const job = await onServer(entry, shared, visit, ({ target, wanted, stderrTail, begin }) => ({
    id: entry.name,
    async *events(stop) {
      const run = begin(stop);
      try {
        const negotiated = await negotiate(run, wanted);
        if (negotiated.every(({ spoken }) => spoken === undefined))
          throw new McpcheckError("subject", whyNoVerdict(run.recorder.trace(), target, negotiated), {
            stderrTail: stderrTail(),
          });
        const value = await look(negotiated, run);
        await Promise.all(negotiated.map(async ({ spoken }) => await spoken?.main.session.transport.close("term")));
        met = { value, trace: run.recorder.trace(), stderr: stderrTail() };
      } catch (error) {
        failed = error;
      }
      yield { type: "subject.finished", subjectId: entry.name, error: null, ms: 0 };
    },
  }));
  try {
    const events = job.events(io.interrupted)[Symbol.asyncIterator]();
    while ((await events.next()).done !== true);
  } finally {
    killAll();
    process.off("exit", killAll);
  }
  if (met !== undefined) return met;
  if (failed instanceof McpcheckError) {
    const tail = failed.stderrTail === undefined ? {} : { stderrTail: secrets.hide(failed.stderrTail) };
    throw new McpcheckError(failed.code, secrets.hide(failed.message), { cause: failed.cause, ...tail });
  }
  throw failed ?? new McpcheckError("subject", `${secrets.hide(entry.name)}: the visit was cut short`);
}

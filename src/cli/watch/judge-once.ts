import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { createSecrets } from "../../base/secrets/secrets.ts";
import { systemClock } from "../../base/time/clock.ts";
import type { Statement } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import { judge } from "../../check/judge.ts";
import { checks as registry } from "../../check/registry.ts";
import { isUnprompted } from "../../check/unprompted.ts";
import { verifiable } from "../../check/verifiable.ts";
import { hiddenRunEvent } from "../../run/hidden-run-event.ts";
import type { Spoken } from "../../run/server/negotiate.ts";
import type { Hints } from "../../run/server/hints.ts";
import { walkList } from "../../run/server/surface.ts";
import { loadSuites } from "../../run/suites/load-suites.ts";
import { blame } from "../../run/blame.ts";
import type { RunError } from "../../run/run-event.ts";
import { type BaselineUse, runSubjects } from "../../run/run-subjects.ts";
import { type ListName, listMethods } from "../../trace/facts/server-facts.ts";
import { asObject } from "../../jsonrpc/json.ts";
import type { Revision } from "../../spec/revision.ts";
import { createProcessGuard } from "../../transport/process/process-guard.ts";
import type { Io } from "../io.ts";
import type { RunOptions } from "../run-options.ts";
import type { Confinement } from "../server/entry-target.ts";
import type { ServerEntry } from "../server/server-entry.ts";
import { asDemanded, failing } from "../server/provider-checks.ts";
import { serverJobs } from "../server/server-jobs.ts";
import { visitServer } from "../server/visit-server.ts";
import { scenariosOf } from "./scenarios-of.ts";

/** What is watched, and how it is judged. */
export type Watched = {
  readonly io: Io;
  readonly entries: readonly ServerEntry[];
  readonly options: Omit<RunOptions, "reporters">;
  readonly checks: readonly Statement[];
  /** Those of them that `--providers` demands. */
  readonly demanded: readonly Statement[];
  readonly baseline: BaselineUse;
  readonly hints: Hints;
  readonly cwd: string | undefined;
  readonly sandbox: Confinement | undefined;
  readonly argv: readonly string[];
};

/** What one look at the servers showed: findings with the name of their server, or why there is none. `ms` is from the start of the server on. */
export type Look = {
  readonly findings: readonly (Finding & { readonly server: string; readonly repro: string })[];
  readonly errors: readonly { readonly server: string; readonly error: RunError }[];
  readonly ms: number;
  readonly stale: number;
};

/** Judges the servers again by what failed, or by all checks that were chosen. Ends early when `stop` is aborted. */
export async function judgeOnce(watched: Watched, failed: Look["findings"] | undefined, stop: AbortSignal): Promise<Look> {
  const { options, baseline, entries, checks, argv } = watched;
  const only = failed === undefined ? undefined : new Set(failed.map(({ check }) => check));
  const began = performance.now();
  const guard = createProcessGuard();
  const secrets = createSecrets();
  const chosen = only === undefined ? checks : checks.filter(({ id }) => only.has(id));
  const glob = only === undefined ? options.check : [...only].join(",");
  const io = { ...watched.io, interrupted: stop, stderr: () => undefined };
  const findings: Look["findings"][number][] = [];
  const errors: Look["errors"][number][] = [];
  let stale = 0;
  try {
    const all = await serverJobs(entries, {
      ...watched,
      io,
      options: {
        ...options,
        check: glob,
        suite: failed === undefined ? options.suite : scenariosOf(failed, loadSuites().suites, options.suite),
        trace: undefined,
      },
      checks: chosen,
      guard,
      secrets,
      keepTrace: () => undefined,
    });
    const jobs = failing(all, watched.demanded);
    const started = { startedAt: "", tool: null, argv, subject: null, revisions: options.wanted, seed: options.seed } as const;
    const run = {
      started: {
        ...started,
        tool: { name: "mcpcheck" as const, version: "" },
        strict: options.failOn !== "fail",
        failOn: options.failOn,
      },
      jobs,
      baseline,
      clock: systemClock,
      workers: 1,
      interrupted: stop,
    };
    for await (const event of runSubjects(run)) {
      const hidden = hiddenRunEvent(event, secrets);
      if (hidden.type === "finding") findings.push({ ...hidden.finding, server: hidden.subjectId, repro: hidden.repro });
      if (hidden.type === "subject.finished" && hidden.error !== null)
        errors.push({ server: hidden.subjectId, error: hidden.error });
      if (hidden.type === "run.finished" && only === undefined) stale = hidden.stale.length;
    }
  } finally {
    guard.killAll();
  }
  return { findings, errors, ms: performance.now() - began, stale };
}

const lists = Object.keys(listMethods) as readonly ListName[];

/** What a first look asks: one handshake, and all lists. */
const firstLook: ReadonlySet<string> = new Set(registry.filter(isUnprompted).map(({ id }) => id));

/** A look at a server that is up, and the end of what was started for it, which comes later. */
export type FirstLook = { readonly look: Look; readonly revision?: Revision; readonly ended: Promise<unknown> };

/**
 * What a server shows of itself as soon as it is up: the handshake and its lists, judged by what nobody has to provoke. A server that
 * does not come up is told as early. `spoken` is the revision it spoke last, so that it is asked for no other.
 * @throws McpcheckError `usage` for what cannot be
 */
export async function lookFirst(
  watched: Watched,
  entry: ServerEntry,
  spoken: Revision | undefined,
  stop: AbortSignal,
): Promise<FirstLook> {
  const began = performance.now();
  const io = { ...watched.io, interrupted: stop, stderr: () => undefined };
  const { options, cwd, sandbox, baseline, demanded } = watched;
  const visit = { ...options, wanted: spoken === undefined ? options.wanted : [spoken], cwd, sandbox };
  const checks = watched.checks.filter((check) => firstLook.has(check.id) || demanded.includes(check));
  const lookOf = (findings: readonly Finding[], errors: Look["errors"]): Look => ({
    findings: findings
      .map((finding) => asDemanded(finding, demanded))
      .filter(({ verdict }) => verdict === "fail" || verdict === "warn" || verdict === "pass")
      .map((finding) => ({ ...baseline.mark(finding), server: entry.name, repro: "" })),
    errors,
    ms: performance.now() - began,
    stale: 0,
  });
  return await new Promise<FirstLook>((resolve, reject) => {
    // Told before the server is ended again: that takes its time.
    const ended: Promise<unknown> = visitServer(entry, visit, io, async (negotiated, run) => {
      const spoke = negotiated.flatMap((one) => one.spoken ?? []);
      await Promise.all(spoke.map(async (one) => await listAll(one, run.stop)));
      const revision = spoke
        .map((one) => one.revision)
        .toSorted()
        .at(-1);
      const look = lookOf(judge(run.recorder.trace(), verifiable(checks), new Map()), []);
      resolve({ look, ended, ...(revision === undefined ? {} : { revision }) });
    }).catch((error: unknown) => {
      if (error instanceof McpcheckError && error.code === "usage") reject(error);
      else resolve({ look: lookOf([], [{ server: entry.name, error: blame(error) }]), ended: Promise.resolve() });
    });
  });
}

/** Asks for every list a server offers. */
async function listAll({ main, announced }: Spoken, stop: AbortSignal): Promise<void> {
  const declared = asObject(announced["capabilities"]);
  const offered = lists.filter((list) => declared[list === "resourceTemplates" ? "resources" : list] !== undefined);
  await Promise.all(offered.map(async (list) => await walkList(main.session, list, stop)));
}

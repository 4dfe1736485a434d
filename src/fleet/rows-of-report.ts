import type { Report } from "../report/report.ts";
import { type FleetServer, nameOf } from "./fleet-server.ts";
import type { JudgedWith } from "./result-key.ts";
import type { CheckRow, ResultRow, RunRow } from "./result-rows.ts";

/** What is known of an attempt before it was made. */
export type Attempt = JudgedWith & {
  readonly attempt: string;
  readonly key: string;
  readonly server: Pick<FleetServer, "id" | "version">;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
};

/** What an attempt took, in ms. */
export type Took = { readonly ms: number; readonly installMs?: number };

/** Longest message that is kept, in UTF-16 units: its start tells what it is. */
const mostMessage = 400;

/** The rows of a server that was judged: what does not apply is counted and not written, which is most of it. */
export function rowsOfReport({ findings, ...report }: Report, attempt: Attempt, took: Took): ResultRow[] {
  const server = nameOf(attempt.server);
  const checks = findings.flatMap(({ verdict, ...finding }): CheckRow[] => {
    if (verdict === "not-applicable") return [];
    const { check, revision, level, because, inheritedFrom, message } = finding;
    return [
      {
        row: "check",
        attempt: attempt.attempt,
        server,
        revision,
        check,
        level,
        verdict,
        ...(because === undefined ? {} : { because }),
        ...(inheritedFrom === undefined ? {} : { inheritedFrom }),
        ...(verdict === "pass" ? {} : { message: message.slice(0, mostMessage) }),
      },
    ];
  });
  const { exitCode, error, revisions, summary, startMs } = report;
  return [
    ...checks,
    {
      ...runOf(attempt, took),
      ...(startMs === undefined ? {} : { startMs }),
      exitCode,
      error: errorOf(error),
      revisions: [...revisions],
      summary: { ...summary },
    },
  ];
}

/** The row of a server that could not be judged: a result like any other. */
export function rowOfFailure(message: string, attempt: Attempt, took: Took): RunRow {
  const error = { kind: "subject", message: message.slice(0, mostMessage) };
  return { ...runOf(attempt, took), exitCode: 3, error, revisions: [], summary: {} };
}

function runOf({ attempt, key, server, mcpcheck, suites, startedAt }: Attempt, { ms, installMs }: Took) {
  return {
    row: "run" as const,
    attempt,
    key,
    server: nameOf(server),
    mcpcheck,
    suites,
    startedAt,
    ms: Math.round(ms),
    ...(installMs === undefined ? {} : { installMs: Math.round(installMs) }),
  };
}

const errorOf = (error: Report["error"]): RunRow["error"] =>
  error === null ? null : { kind: error.kind, message: error.message.slice(0, mostMessage) };

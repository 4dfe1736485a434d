import type { CheckRow, RunRow } from "../../src/fleet/result-rows.ts";

/** What a fleet keeps of a check of a server: `more` of what it has to say, over a usual one. */
export const checkRow = (server: string, verdict: CheckRow["verdict"], more: Partial<CheckRow> = {}): CheckRow => ({
  row: "check",
  attempt: server,
  server,
  revision: "2025-11-25",
  check: "tools.unknown-name",
  level: "MUST",
  verdict,
  ...more,
});

/** What a fleet keeps of a run of a server, that ended with this exit code: from 2 on there was an error. */
export const runRow = (server: string, exitCode: number, more: Partial<RunRow> = {}): RunRow => ({
  row: "run",
  attempt: server,
  key: server,
  server,
  mcpcheck: "1.0.0",
  suites: "s",
  startedAt: "2026-01-01T00:00:00.000Z",
  ms: 1000,
  exitCode,
  error: exitCode > 1 ? { kind: "subject", message: "it ended" } : null,
  revisions: ["2025-11-25"],
  summary: {},
  ...more,
});

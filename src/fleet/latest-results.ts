import type { CheckRow, ResultRow, RunRow } from "./result-rows.ts";

/** The latest result of each server, with its checks. */
export type Latest = ReadonlyMap<string, { readonly run: RunRow; readonly checks: readonly CheckRow[] }>;

/** Of every server what was seen last; rows whose run was never finished count for nothing, and one delivered twice counts once. */
export function latestOf(rows: Iterable<ResultRow>): Latest {
  const latest = new Map<string, { run: RunRow; checks: readonly CheckRow[] }>();
  const open = new Map<string, CheckRow[]>();
  for (const row of rows) {
    if (row.row === "check") {
      const own = open.get(row.attempt);
      if (own === undefined) open.set(row.attempt, [row]);
      else own.push(row);
      continue;
    }
    const checks = open.get(row.attempt) ?? [];
    open.delete(row.attempt);
    const before = latest.get(row.server);
    if (before === undefined || before.run.startedAt < row.startedAt) latest.set(row.server, { run: row, checks });
  }
  return latest;
}

import { globMatcher } from "../base/glob/glob-matcher.ts";
import type { Latest } from "./latest-results.ts";
import type { CheckRow, RunRow } from "./result-rows.ts";

/** Which rows are wanted: those that fit all that is said. */
export type RowSelection = {
  /** Globs, comma-separated. */
  readonly check?: string | undefined;
  readonly server?: string | undefined;
  readonly revision?: string | undefined;
  readonly verdicts?: ReadonlySet<string> | undefined;
};

/** A check at a server and a revision, with what its run was judged by. */
export type SelectedRow = Omit<CheckRow, "row" | "attempt"> & Pick<RunRow, "mcpcheck" | "startedAt">;

/** What a row has, in the order of columns; where a row has nothing to say, it is null. */
export const rowColumns = [
  "server",
  "revision",
  "check",
  "level",
  "verdict",
  "because",
  "inheritedFrom",
  "message",
  "mcpcheck",
  "startedAt",
] as const satisfies readonly (keyof SelectedRow)[];

/** The wanted rows of the latest results, by server, check and revision. */
export function* selectRows(latest: Latest, { check, server, revision, verdicts }: RowSelection): Generator<SelectedRow> {
  const [wantsCheck, wantsServer, wantsRevision] = [globMatcher(check), globMatcher(server), globMatcher(revision)];
  const isWanted = (row: CheckRow): boolean =>
    wantsCheck(row.check) && wantsRevision(row.revision) && (verdicts === undefined || verdicts.has(row.verdict));
  for (const [name, { run, checks }] of [...latest].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (wantsServer(name))
      for (const row of checks.filter(isWanted).toSorted(byCheck)) {
        const { row: _kind, attempt: _attempt, ...rest } = row;
        yield { ...rest, mcpcheck: run.mcpcheck, startedAt: run.startedAt };
      }
}

const byCheck = (one: CheckRow, other: CheckRow): number =>
  one.check === other.check ? (one.revision < other.revision ? -1 : 1) : one.check < other.check ? -1 : 1;

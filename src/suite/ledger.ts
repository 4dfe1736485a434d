import { isRevision, type Revision } from "../spec/revision.ts";

/**
 * What becomes of one normative statement of the specification: checks show it; or no peer can see it, for a reason; or
 * it could be shown and is not yet, for want of something. The reasons are keys of the ledger's table.
 */
export type Disposition =
  | { readonly checks: readonly string[] }
  | { readonly notObservable: string }
  | { readonly pending: string };

/** The ledger of one revision: every row of the index of its statements, by id, with what becomes of it. */
export type Ledger = {
  readonly revision: Revision;
  /** The texts that `notObservable` and `pending` refer to. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly rows: Readonly<Record<string, Disposition>>;
};

/** A check as far as the ledger is concerned; `appliesTo` are the revisions it cites a place in. */
export type LedgerCheck = { readonly id: string; readonly level: string; readonly appliesTo: readonly Revision[] };

/** A row of the index of statements: how strongly it binds, who is addressed, and by what it could be shown. */
export type IndexRow = {
  readonly id: string;
  readonly level: string;
  readonly actor: string;
  readonly testable: string;
};

/** Shortest reason that can be taken for one, in characters. */
const shortestReason = 30;

/** What is wrong with a ledger, one line each; empty when it holds. Pure; reads the value as it comes from a file. */
export function ledgerDefects(ledger: Ledger, checks: readonly LedgerCheck[]): string[] {
  if (!isRevision(ledger.revision)) return [`unknown revision ${String(ledger.revision)}`];
  const byId = new Map(checks.map((check) => [check.id, check]));
  const used = new Set<string>();
  const defects = Object.entries(ledger.rows).flatMap(([id, row]) => [
    ...(new RegExp(`^${ledger.revision}-\\d{4}$`).test(id) ? [] : [`${id}: no id of this revision`]),
    ...rowDefects(ledger, row, byId, used).map((defect) => `${id}: ${defect}`),
  ]);
  const thin = Object.entries(ledger.reasons).filter(([, text]) => text.length < shortestReason);
  const unused = Object.keys(ledger.reasons).filter((key) => !used.has(key));
  return [
    ...defects,
    ...thin.map(([key]) => `reason ${key}: too short to be one`),
    ...unused.map((key) => `reason ${key}: used by no row`),
  ];
}

function rowDefects(ledger: Ledger, row: Disposition, checks: ReadonlyMap<string, LedgerCheck>, used: Set<string>): string[] {
  if (Object.keys(row).length !== 1) return ["expected exactly one of checks, notObservable, pending"];
  if ("checks" in row) return namedCheckDefects(ledger.revision, row.checks, checks);
  const reason = "pending" in row ? row.pending : row.notObservable;
  used.add(reason);
  return Object.hasOwn(ledger.reasons, reason) ? [] : [`reason ${reason} is not in the table`];
}

function namedCheckDefects(revision: Revision, ids: readonly string[], checks: ReadonlyMap<string, LedgerCheck>): string[] {
  if (ids.length === 0) return ["names no check"];
  return ids.flatMap((id) => {
    const check = checks.get(id);
    if (check === undefined) return [`there is no check ${id}`];
    return check.appliesTo.includes(revision) ? [] : [`${id} does not apply to ${revision}`];
  });
}

/** Where a ledger and the index of statements disagree: rows missing or invented, and duties that rest on less than duties. */
export function indexDefects(ledger: Ledger, index: readonly IndexRow[], checks: readonly LedgerCheck[]): string[] {
  const levels = new Map(checks.map((check) => [check.id, check.level]));
  const known = new Set(index.map((row) => row.id));
  return [
    ...Object.keys(ledger.rows)
      .filter((id) => !known.has(id))
      .map((id) => `${id}: not in the index`),
    ...index.flatMap((row) => {
      const disposition = ledger.rows[row.id];
      if (disposition === undefined) return [`${row.id}: missing`];
      if (!("checks" in disposition) || !isDuty(row.level)) return [];
      const strong = disposition.checks.some((id) => isDuty(levels.get(id) ?? ""));
      return strong
        ? []
        : [`${row.id}: a ${row.level} that rests only on ${disposition.checks.join(", ")}, none of which can fail`];
    }),
  ];
}

/** Whether a keyword makes a statement a duty, so that breaking it is a failure. */
export function isDuty(level: string): boolean {
  return level.startsWith("MUST") || level.startsWith("SHALL") || level === "REQUIRED";
}

/**
 * The checks of servers that no row names, each with the reason why it is there all the same: what it rests on has no
 * keyword, or stands in the schema. Checks of the level PRACTICE claim no statement and need no reason.
 */
export type Beyond = { readonly reasons: Readonly<Record<string, string>>; readonly checks: Readonly<Record<string, string>> };

/** Checks that neither a row nor `beyond` accounts for, and entries of `beyond` that are out of date. */
export function beyondDefects(beyond: Beyond, ledgers: readonly Ledger[], checks: readonly LedgerCheck[]): string[] {
  const named = new Set(
    ledgers.flatMap((ledger) => Object.values(ledger.rows)).flatMap((row) => ("checks" in row ? row.checks : [])),
  );
  const ids = new Set(checks.map((check) => check.id));
  const unaccounted = checks.filter(
    (check) => check.level !== "PRACTICE" && !named.has(check.id) && !Object.hasOwn(beyond.checks, check.id),
  );
  return [
    ...unaccounted.map((check) => `${check.id}: named by no row, and no reason given`),
    ...Object.entries(beyond.checks).flatMap(([id, reason]) => [
      ...(ids.has(id) ? [] : [`${id}: there is no such check`]),
      ...(named.has(id) ? [`${id}: named by a row, so it needs no reason`] : []),
      ...(Object.hasOwn(beyond.reasons, reason) ? [] : [`${id}: reason ${reason} is not in the table`]),
    ]),
  ];
}

/** The ids of the statements that a check shows, in the order of the ledgers. */
export function statementsOf(ledgers: readonly Ledger[], check: string): string[] {
  return ledgers.flatMap((ledger) =>
    Object.entries(ledger.rows).flatMap(([id, row]) => ("checks" in row && row.checks.includes(check) ? [id] : [])),
  );
}

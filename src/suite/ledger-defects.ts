import { isRevision, type Revision } from "../spec/revision.ts";
import {
  type Beyond,
  dispositions,
  holdersOf,
  type Holders,
  kindOf,
  type Ledger,
  type Disposition,
  reasonOf,
  type Reasons,
} from "./ledger.ts";
import { dispositionOf, type ExtensionLedger } from "./extension-ledger.ts";
import { isDuty, type Requirement } from "./requirement.ts";

/** A check as far as the ledger is concerned; `appliesTo` are the revisions it cites a place in. */
export type LedgerCheck = { readonly id: string; readonly level: string; readonly appliesTo: readonly Revision[] };

/** What rows may name: checks of servers and clients, and those host cases that any host is judged by, with the level of their ring. */
export type Named = {
  readonly checks: readonly LedgerCheck[];
  readonly hostCases: readonly { readonly id: string; readonly level: string }[];
};

/** The rows of a ledger, of a revision or of an extension. */
type Rows = Pick<Ledger, "rows">;

/** Shortest reason that can be taken for one, in characters. */
const shortestReason = 30;

/** What is wrong with a ledger, one line each; empty when it holds. Pure; reads the value as it comes from a file. */
export function ledgerDefects(ledger: Ledger, reasons: Reasons, named: Named): string[] {
  if (!isRevision(ledger.revision)) return [`unknown revision ${String(ledger.revision)}`];
  const checks = new Map(named.checks.map((check) => [check.id, check]));
  const cases = new Set(named.hostCases.map(({ id }) => id));
  return Object.entries(ledger.rows).flatMap(([id, row]) =>
    [
      ...(new RegExp(`^${ledger.revision}-\\d{4}$`).test(id) ? [] : ["not an id of this revision"]),
      ...formDefects(row, reasons),
      ...((row as Holders).checks?.flatMap((check) => checkDefects(ledger.revision, check, checks.get(check))) ?? []),
      ...((row as Holders).hostCases?.flatMap((one) => (cases.has(one) ? [] : [`there is no host case ${one} for any host`])) ??
        []),
    ].map((defect) => `${id}: ${defect}`),
  );
}

/** What is wrong with the ledger of an extension, one line each: its rows, their numbers, and duties that rest on less than duties. */
export function extensionDefects(ledger: ExtensionLedger, key: string, reasons: Reasons, named: Named): string[] {
  const checks = new Map(named.checks.map((check) => [check.id, check]));
  return Object.entries(ledger.rows).flatMap(([id, row], index) => {
    const disposition = dispositionOf(row);
    const { checks: holders = [] } = disposition as Holders;
    const rests = kindOf(disposition) === "held" && isDuty(row.level);
    return [
      ...(id === `${key}-${String(index + 1).padStart(3, "0")}` ? [] : ["not numbered in the order of the page"]),
      ...formDefects(disposition, reasons),
      ...holders.flatMap((check) => checkDefects(ledger.since, check, checks.get(check))),
      ...(rests && !holders.some((check) => isDuty(checks.get(check)?.level ?? ""))
        ? [`a ${row.level} that rests only on ${holders.join(", ")}, none of which can fail`]
        : []),
    ].map((defect) => `${id}: ${defect}`);
  });
}

function formDefects(row: Disposition, reasons: Reasons): string[] {
  const kind = kindOf(row);
  const words = Object.keys(row).filter((key) => key !== "checks" && key !== "hostCases");
  if (words.length > 1) return [`expected at most one of ${dispositions.slice(1).join(", ")}`];
  const names = holdersOf(row).length;
  if ((kind === "held" || kind === "partial") && names === 0) return ["names no check and no host case"];
  if (kind !== "held" && kind !== "partial" && names > 0) return [`names what holds it although it is ${kind}`];
  const reason = reasonOf(row);
  if (kind === "held" || reason === undefined) return [];
  return Object.hasOwn(reasons[kind], reason) ? [] : [`${reason} is not among the reasons for ${kind}`];
}

function checkDefects(revision: Revision, id: string, check: LedgerCheck | undefined): string[] {
  if (check === undefined) return [`there is no check ${id}`];
  return check.appliesTo.includes(revision) ? [] : [`${id} does not apply to ${revision}`];
}

/** Reasons that are too short to be one, or that no row of any ledger gives; a pending row has to say what it needs. */
export function reasonDefects(reasons: Reasons, ledgers: readonly Rows[]): string[] {
  const used = new Set(
    ledgers.flatMap(({ rows }) => Object.values(rows).map((row) => `${kindOf(row)} ${String(reasonOf(row))}`)),
  );
  return Object.entries(reasons).flatMap(([kind, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => [
      ...(text.length < shortestReason ? [`${kind} ${key}: too short to be a reason`] : []),
      ...(used.has(`${kind} ${key}`) ? [] : [`${kind} ${key}: used by no row`]),
      ...(kind === "pending" && !text.startsWith("Needs ") ? [`${kind} ${key}: does not say what it needs`] : []),
    ]),
  );
}

/** Where a ledger and the index of statements disagree: rows missing or invented, and duties that rest on less than duties. */
export function indexDefects(ledger: Ledger, index: readonly Requirement[], named: Named): string[] {
  const levels = new Map([...named.checks, ...named.hostCases].map(({ id, level }) => [id, level]));
  const known = new Set(index.map((row) => row.id));
  return [
    ...Object.keys(ledger.rows)
      .filter((id) => !known.has(id))
      .map((id) => `${id}: not in the index`),
    ...index.flatMap((row) => {
      const disposition = ledger.rows[row.id];
      if (disposition === undefined) return [`${row.id}: missing`];
      if (kindOf(disposition) !== "held" || !isDuty(row.level)) return [];
      const holders = holdersOf(disposition);
      return holders.some((id) => isDuty(levels.get(id) ?? ""))
        ? []
        : [`${row.id}: a ${row.level} that rests only on ${holders.join(", ")}, none of which can fail`];
    }),
  ];
}

/** Checks that neither a row nor `beyond` accounts for, and entries of `beyond` that are out of date. */
export function beyondDefects(beyond: Beyond, ledgers: readonly Rows[], checks: readonly LedgerCheck[]): string[] {
  const named = new Set(ledgers.flatMap((ledger) => Object.values(ledger.rows)).flatMap(holdersOf));
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

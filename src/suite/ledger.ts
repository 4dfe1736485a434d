import type { Revision } from "../spec/revision.ts";

/**
 * What holds a statement: checks of servers and of clients, and cases of the host suites. A statement addressed to both sides counts as held
 * when one of them is held to it; host cases name the clients' side.
 */
export type Holders = { readonly checks?: readonly string[]; readonly hostCases?: readonly string[] };

/**
 * What becomes of one normative statement of the specification:
 * it is held; or held in part, with what is left (`partial`); or it could be held and is not yet, for want of something (`pending`);
 * or it is addressed to a party that is not a subject here (`outOfScope`); or nobody outside can see it (`notObservable`).
 * Each of the last four names a text of the table of reasons.
 */
export type Disposition =
  | Holders
  | (Holders & { readonly partial: string })
  | { readonly pending: string }
  | { readonly outOfScope: string }
  | { readonly notObservable: string };

/** The words for what becomes of a statement, best first. */
export const dispositions = ["held", "partial", "pending", "outOfScope", "notObservable"] as const;
/** What becomes of a statement, in a word. */
export type DispositionKind = (typeof dispositions)[number];

/** Texts by key: what is left, what is wanting, which party, why nobody sees it. */
export type Reasons = Readonly<Record<Exclude<DispositionKind, "held">, Readonly<Record<string, string>>>>;

/** The ledger of one revision: every row of the index of its statements, by id, with what becomes of it. */
export type Ledger = { readonly revision: Revision; readonly rows: Readonly<Record<string, Disposition>> };

/** What becomes of a statement, in a word. */
export function kindOf(row: Disposition): DispositionKind {
  return dispositions.find((kind) => kind !== "held" && kind in row) ?? "held";
}

/** The key of the reason a row gives; undefined for what is held. */
export function reasonOf(row: Disposition): string | undefined {
  const kind = kindOf(row);
  return kind === "held" ? undefined : (row as Readonly<Record<string, string>>)[kind];
}

/** The checks and cases a row names, wholly or in part. */
export function holdersOf(row: Disposition): readonly string[] {
  const { checks = [], hostCases = [] } = row as Holders;
  return [...checks, ...hostCases];
}

/**
 * The checks of servers and clients that no row names, each with the reason why it is there all the same: what it rests on has no
 * keyword, or is in the schema. Checks of the level PRACTICE claim no statement and need no reason.
 */
export type Beyond = { readonly reasons: Readonly<Record<string, string>>; readonly checks: Readonly<Record<string, string>> };

import { loadIndex, loadLedgers } from "../../run/suites/load-ledger.ts";
import { dispositions, kindOf } from "../../suite/ledger.ts";
import { isDuty } from "../../suite/requirement.ts";
import type { Listing } from "./listing.ts";

/** The ledgers in figures: of each revision how many statements are held, and what becomes of the others; `duties` counts MUSTs alone. */
export function listRequirements(): Listing {
  const items = loadLedgers().map(({ revision, rows }) => {
    const duties = new Set(loadIndex(revision).flatMap(({ id, level }) => (isDuty(level) ? [id] : [])));
    const kinds = Object.entries(rows).map(([id, row]) => ({ id, kind: kindOf(row) }));
    return {
      id: revision,
      statements: kinds.length,
      ...countsOf(kinds.map(({ kind }) => kind)),
      duties: { statements: duties.size, ...countsOf(kinds.filter(({ id }) => duties.has(id)).map(({ kind }) => kind)) },
    };
  });
  return { items, columns: ["statements", ...dispositions], headed: true };
}

function countsOf(kinds: readonly string[]): Record<(typeof dispositions)[number], number> {
  const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  return {
    held: count("held"),
    partial: count("partial"),
    pending: count("pending"),
    outOfScope: count("outOfScope"),
    notObservable: count("notObservable"),
  };
}

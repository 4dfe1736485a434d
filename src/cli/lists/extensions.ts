import { loadExtensionLedgers } from "../../run/suites/load-ledger.ts";
import { dispositionOf } from "../../suite/extension-ledger.ts";
import { dispositions, kindOf } from "../../suite/ledger.ts";
import type { Listing } from "./listing.ts";

/** The extensions whose statements are held, in figures: of each how many are, and what becomes of the others. */
export function listExtensions(): Listing {
  const items = [...loadExtensionLedgers()].map(([id, { extension, title, edition, page, rows }]) => {
    const kinds = Object.values(rows).map((row) => kindOf(dispositionOf(row)));
    const counts = dispositions.map((kind) => [kind, kinds.filter((one) => one === kind).length] as const);
    return { id, title, extension, edition, page, statements: kinds.length, ...Object.fromEntries(counts) };
  });
  return { items, columns: ["edition", "statements", ...dispositions, "extension"], headed: true };
}

import { loadExtensionLedgers, loadReasons } from "../../run/suites/load-ledger.ts";
import { dispositionOf, type ExtensionLedger, type ExtensionStatement } from "../../suite/extension-ledger.ts";
import { holdersOf, kindOf, reasonOf } from "../../suite/ledger.ts";
import { catalog } from "../catalog.ts";
import { type Explainable, labelled } from "./explained.ts";
import { outcomes } from "./requirement.ts";

const addressees: Readonly<Record<ExtensionStatement["actor"], string>> = {
  server: "servers",
  client: "clients",
  host: "hosts",
  both: "both sides",
  view: "views",
  sandbox: "sandboxes of views",
};

function find(id: string): { readonly ledger: ExtensionLedger; readonly row: ExtensionStatement } | undefined {
  for (const ledger of loadExtensionLedgers().values()) {
    const row = Object.hasOwn(ledger.rows, id) ? ledger.rows[id] : undefined;
    if (row !== undefined) return { ledger, row };
  }
  return undefined;
}

/** Normative statements of extensions, such as apps-016. */
export const extensionStatements: Explainable = {
  noun: "statement of an extension",
  listedBy: "list extensions",
  ids: () => [...loadExtensionLedgers().values()].flatMap(({ rows }) => Object.keys(rows)),
  explain: (id) => {
    const found = find(id);
    if (found === undefined) return undefined;
    const { ledger, row } = found;
    const disposition = dispositionOf(row);
    const kind = kindOf(disposition);
    const key = reasonOf(disposition);
    const text = kind === "held" || key === undefined ? undefined : loadReasons()[kind][key];
    const [word, because] = outcomes[kind];
    const url = `${ledger.page}#${row.at}`;
    const holders = holdersOf(disposition);
    const titles = new Map(catalog().map((entry) => [entry.id, entry.title]));
    const lines = labelled([
      ["says", [row.says]],
      ["extension", [`${ledger.title} (${ledger.extension}), edition ${ledger.edition}`]],
      ["its words", [url]],
      ["held by", holders.map((holder) => `${holder}  ${titles.get(holder) ?? ""}`.trimEnd())],
      [because, text === undefined ? [] : [text]],
    ]);
    return {
      json: {
        id,
        extension: ledger.extension,
        edition: ledger.edition,
        level: row.level,
        actor: row.actor,
        says: row.says,
        url,
        disposition: kind,
        holders,
        reason: text === undefined ? undefined : { key, text },
      },
      text: `${id}\n  ${row.level} for ${addressees[row.actor]}: ${word}\n\n${lines}`,
    };
  },
};

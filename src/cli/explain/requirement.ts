import { specificationRoot } from "../../check/citation.ts";
import { loadIndex, loadLedgers, loadReasons } from "../../run/suites/load-ledger.ts";
import { type Disposition, type DispositionKind, holdersOf, kindOf, reasonOf, type Reasons } from "../../suite/ledger.ts";
import type { Requirement } from "../../suite/requirement.ts";
import { catalog } from "../catalog.ts";
import { type Explainable, labelled } from "./explained.ts";

const addressees: Readonly<Record<Requirement["actor"], string>> = {
  server: "servers",
  client: "clients and hosts",
  both: "both sides",
  authserver: "authorization servers",
  other: "others: intermediaries, bindings, extensions",
};

/** What becomes of a statement, in words, and what the reason that comes with it is. */
export const outcomes: Readonly<Record<DispositionKind, readonly [word: string, reason: string]>> = {
  held: ["held", ""],
  partial: ["held in part", "left open"],
  pending: ["not held yet", "wanting"],
  outOfScope: ["out of scope", "is for"],
  notObservable: ["not to be seen from outside", "because"],
};

/** Where a statement is: its page on the site of the specification, at the innermost heading that has an anchor. */
export function placeOf({ revision, page, section }: Requirement): string {
  const anchor = anchorOf(section.split(" > ").at(-1) ?? "");
  if (page === "schema.ts") return `${specificationRoot}/${revision}/schema`;
  if (page.startsWith("(docs)"))
    return `https://modelcontextprotocol.io/docs/${revision}/tutorials/security/${page.slice("(docs)".length)}#${anchor}`;
  const path = page === "index" ? "" : `/${page.replace(/\/index$/, "")}`;
  return `${specificationRoot}/${revision}${path}${anchor === "" ? "" : `#${anchor}`}`;
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(/ +/g, "-");
}

/** A statement for a person: where it is, whom it binds and how, and what holds it or why nothing does. */
function requirementText(requirement: Requirement, row: Disposition, reasons: Reasons, titles: Titles): string {
  const { id, level, actor, area, page, section } = requirement;
  const kind = kindOf(row);
  const reason = reasonOf(row);
  const [word, because] = outcomes[kind];
  const parts: [string, string[]][] = [
    ["level", [level]],
    ["binds", [addressees[actor]]],
    ["area", [area]],
    ["page", [page]],
    ["section", section === "" ? [] : [section]],
    ["its words", [placeOf(requirement)]],
    ["held by", holdersOf(row).map((holder) => `${holder}  ${titles.get(holder) ?? ""}`.trimEnd())],
  ];
  const text = kind === "held" || reason === undefined ? undefined : reasons[kind][reason];
  return `${id}\n  ${level} for ${addressees[actor]}: ${word}\n\n${labelled([...parts, [because, text === undefined ? [] : [text]]])}`;
}

/** Titles of checks and host cases, by id. */
export type Titles = ReadonlyMap<string, string>;

/** Normative statements of the specification, such as 2025-11-25-0214. */
export const requirements: Explainable = {
  noun: "requirement",
  listedBy: "list requirements",
  ids: () => loadLedgers().flatMap(({ rows }) => Object.keys(rows)),
  explain: (id) => {
    const ledger = loadLedgers().find(({ rows }) => Object.hasOwn(rows, id));
    const row = ledger?.rows[id];
    const requirement = ledger && loadIndex(ledger.revision).find((one) => one.id === id);
    if (row === undefined || requirement === undefined) return undefined;
    const reasons = loadReasons();
    const kind = kindOf(row);
    const reason = reasonOf(row);
    const titles = new Map(catalog().map((entry) => [entry.id, entry.title]));
    return {
      json: {
        ...requirement,
        url: placeOf(requirement),
        disposition: kind,
        holders: holdersOf(row),
        reason: kind === "held" || reason === undefined ? undefined : { key: reason, text: reasons[kind][reason] },
      },
      text: requirementText(requirement, row, reasons, titles),
    };
  },
};

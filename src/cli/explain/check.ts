import { ownFuzzChecks } from "../../fuzz/server/fuzz-checks.ts";
import type { Behaviour } from "../../run/host/behaviour/behaviour.ts";
import { loadBehaviours } from "../../run/host/behaviour/load-behaviours.ts";
import { providerCheckId } from "../../check/provider/provider-check.ts";
import { providers } from "../../provider/providers.ts";
import { capabilityWords } from "../../spec/capability-path.ts";
import { type CatalogEntry, catalog } from "../catalog.ts";
import type { Sighting } from "./example.ts";
import { type ExplainedCheck, explainedCheck } from "./explained-check.ts";
import { type Explainable, labelled } from "./explained.ts";
import { checkSections } from "./check-sections.ts";

/** What a violation of each level means for a run. */
export const consequences: Readonly<Record<CatalogEntry["level"], string>> = {
  MUST: "a violation fails the run",
  "MUST NOT": "a violation fails the run",
  SHOULD: "a violation is a warning; it fails the run with --strict",
  "SHOULD NOT": "a violation is a warning; it fails the run with --strict",
  PRACTICE: "asked for by users beyond the specification's letter; a violation is a warning",
};

/** Everything about a check, for a person; `behaviours` are those its ids are looked up in. */
export function checkText(entry: ExplainedCheck, behaviours = loadBehaviours()): string {
  const { transports, capability, tolerance, onRequest } = entry;
  return `${entry.id}\n  ${entry.title}\n\n${labelled([
    ["level", [`${entry.level} (${consequences[entry.level]})`]],
    ["judges", [entry.subject]],
    ["transports", transports === undefined ? [] : [transports.join(", ")]],
    ["capability", capability === undefined ? [] : [`only servers that declare ${capabilityWords(capability)}`]],
    ["specified", Object.entries(entry.urls).map(([revision, url]) => (revision === "any" ? url : `${revision}  ${url}`))],
    ["accepted", tolerance === undefined ? [] : [tolerance]],
    ["on request", onRequest === undefined ? [] : [`judged only where --check chooses it: ${onRequest}`]],
    ["why", [entry.why]],
    ["concerns", [entry.concerns]],
    ["clients", entry.suffered.map(({ check, ...met }) => `${sightingText(met)} (${check})`)],
    ["seen in", entry.seen === undefined ? [] : [sightingText(entry.seen)]],
    ["inherited", entry.inherited.map(({ sdk, note, source }) => `from ${sdk}: ${note} (${source})`)],
    ["to fix it", [entry.advice]],
    ["mends", mendsOf(entry.id)],
    ["covers", [...byRevision(entry.requirements), ...named(entry.extensions)]],
    ["in part", [...byRevision(entry.requirementsInPart), ...named(entry.extensionsInPart)]],
    ["behaviours", sentencesOf(entry.behaviours, behaviours)],
    ["rests on", entry.beyond === undefined ? [] : [entry.beyond]],
    ["shown by", entry.scenarios.length === 0 ? [] : [entry.scenarios.join(", ")]],
    ["to see it", [commandFor(entry)]],
  ])}${checkSections(entry)}`;
}

/** The command that judges by this check alone. */
export function commandFor({ id, subject }: Pick<CatalogEntry, "id" | "subject">): string {
  const kind = ownFuzzChecks.some((check) => check.id === id) ? "fuzz" : "run";
  return `mcpcheck ${kind} ${subject} --check ${id}${subject === "server" || subject === "client" ? " -- <command>" : ""}`;
}

const sightingText = ({ subjects, why }: Sighting): string => `${subjects.join(", ")}: ${why}`;

/** The rules of the provider a check is about, each with the smallest mend and where it is known from. */
function mendsOf(id: string): string[] {
  const provider = providers.find((one) => providerCheckId(one.id) === id);
  return (provider?.rules ?? []).flatMap(({ says, mend, source }) => [`${says}: ${mend}`, `  ${source}`]);
}

const named = (ids: readonly string[]): string[] => (ids.length === 0 ? [] : [ids.join(", ")]);

const byRevision = (ids: CatalogEntry["requirements"]): string[] =>
  Object.entries(ids).map(([revision, all]) => `${revision}  ${all.join(", ")}`);

function sentencesOf(ids: readonly string[], behaviours: readonly Behaviour[]): string[] {
  return behaviours.filter(({ id }) => ids.includes(id)).map(({ id, says }) => `${id}  ${says}`);
}

/** Checks of every subject, such as tools.list-shape. */
export const checks: Explainable = {
  noun: "check",
  listedBy: "list checks",
  ids: () => catalog().map(({ id }) => id),
  explain: (id) => {
    const found = explainedCheck(id);
    return found && { json: found, text: checkText(found) };
  },
};

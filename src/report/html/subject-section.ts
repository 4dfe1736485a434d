import { groupBy } from "../../base/group-by.ts";
import type { SubjectDescribed } from "../../run/run-event.ts";
import type { CollectedRun, Reported } from "../collect-run.ts";
import { type Merged, merged } from "../merged.ts";
import { htmlText } from "../text/html-text.ts";
import { rolesLine } from "../text/roles-line.ts";
import { subjectLine } from "../text/subject-line.ts";
import { duration } from "../text/words.ts";
import { connectionsChart } from "./connections-chart.ts";
import { findingBlock, findingItem } from "./finding-block.ts";
import { latencyChart } from "./latency-chart.ts";

/** Where findings of a page are, and where the reference site is. */
type Links = { readonly address: (finding: Merged) => string; readonly docsUrl: string | undefined };

/** One subject: what it is, its findings, those of its own apart from those it inherits, and what happened when. */
export function subjectSection(
  described: SubjectDescribed,
  run: CollectedRun,
  findings: readonly Reported[],
  links: Links,
): string {
  const { subjectId, subject, revisions } = described;
  const mine = findings.filter((finding) => finding.subjectId === subjectId);
  const timing = run.ended.find((end) => end.subjectId === subjectId);
  const connections = run.timelines.find((timeline) => timeline.subjectId === subjectId)?.connections ?? [];
  const roles = run.roles.find((one) => one.subjectId === subjectId)?.roles ?? [];
  const about = [
    revisions.length === 0 ? "judged at no revision" : `judged at ${revisions.join(", ")}`,
    ...(timing === undefined ? [] : [`in ${duration(timing.ms)}`]),
    ...(roles.length === 0 ? [] : [`roles of tools: ${rolesLine(roles)}`]),
  ];
  const blocks = (list: readonly Reported[]): string[] =>
    ordered(list).map((one) => findingBlock(one, links.address(one), { findings, subject, docsUrl: links.docsUrl }));
  return [
    `<section><h2>${htmlText(subjectLine(subject))}</h2>\n<p class="dim">${htmlText(about.join("; "))}</p>`,
    ...groupsOf(mine).flatMap(({ title, list }) => group(title, blocks(list))),
    ...folded("Passed", "pass", mine, blocks),
    ...notApplicable(mine, links),
    connectionsChart(connections, subject.kind),
    latencyChart(connections),
    "</section>",
  ].join("\n");
}

/** What a person has to act on first. What was not done by the subject itself, or is known, stands apart. */
function groupsOf(findings: readonly Reported[]): { readonly title: string; readonly list: readonly Reported[] }[] {
  const told = findings.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
  const titleOf = (finding: Reported): string => {
    if (finding.known === true) return "Known";
    if (finding.because !== undefined) return "Following from others";
    if (finding.verdict === "untested") return finding.promised ? "To act on" : "Untested";
    return finding.inheritedFrom === undefined ? "To act on" : `Inherited from ${finding.inheritedFrom}`;
  };
  const groups = groupBy(told, titleOf);
  const rank = (title: string): number =>
    ["To act on", "Inherited", "Known", "Following", "Untested"].findIndex((one) => title.startsWith(one));
  return [...groups].map(([title, list]) => ({ title, list })).toSorted((one, other) => rank(one.title) - rank(other.title));
}

function group(title: string, blocks: readonly string[]): string[] {
  return [`<div class="group-of"><h3>${htmlText(title)} <span class="dim">${blocks.length}</span></h3>`, ...blocks, "</div>"];
}

function folded(
  title: string,
  verdict: Reported["verdict"],
  findings: readonly Reported[],
  blocks: (list: readonly Reported[]) => readonly string[],
): string[] {
  const inside = blocks(findings.filter((finding) => finding.verdict === verdict));
  if (inside.length === 0) return [];
  const summary = `<summary><h3 style="display:inline">${title} <span class="dim">${inside.length}</span></h3></summary>`;
  return [`<details class="group group-of">${summary}`, ...inside, "</details>"];
}

/** Most of a report does not apply, for few reasons: a list under each. */
function notApplicable(findings: readonly Reported[], { address, docsUrl }: Links): string[] {
  const all = merged(findings.filter(({ verdict }) => verdict === "not-applicable"));
  if (all.length === 0) return [];
  return [
    `<details class="group group-of"><summary><h3 style="display:inline">Not applicable <span class="dim">${all.length}</span></h3></summary>`,
    ...[...groupBy(all, ({ first }) => first.message)].map(
      ([reason, list]) =>
        `<p>${htmlText(reason)}</p>\n<ul class="plain">\n${list.map((one) => findingItem(one, address(one), docsUrl)).join("\n")}\n</ul>`,
    ),
    "</details>",
  ];
}

/** The gravest first; within a verdict as it was judged. */
function ordered(findings: readonly Reported[]): Merged[] {
  const verdicts = ["fail", "error", "warn", "untested", "pass", "not-applicable"] as const;
  return verdicts.flatMap((verdict) => merged(findings.filter((finding) => finding.verdict === verdict)));
}

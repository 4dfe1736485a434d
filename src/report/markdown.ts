import { summarise } from "../run/summary.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "./collect-run.ts";
import { consequencesLine, standing } from "./consequences.ts";
import { flakyNote } from "./text/flaky-note.ts";
import { markdownFence, markdownText } from "./text/markdown-text.ts";
import { type Merged, merged } from "./merged.ts";
import type { Reporter } from "./reporter.ts";
import { rolesLine } from "./text/roles-line.ts";
import { subjectLine } from "./text/subject-line.ts";
import { summaryLine } from "./text/summary-line.ts";
import { wireLine } from "./text/wire-line.ts";
import { groupBy } from "../base/group-by.ts";
import { areaOf } from "./text/words.ts";

/** A page for a pull request, an issue or a step summary. */
export function markdownReporter(): Reporter {
  return async function* (events) {
    yield markdownReport(await collectRun(events));
  };
}

/** A whole run as one Markdown page, of at most so many characters where there is a limit. */
export function markdownReport(run: CollectedRun, most = Number.POSITIVE_INFINITY): string {
  return fitting(markdownSections(run), most);
}

/** As many of the sections as fit, whole, and how many do not. */
export function fitting(sections: readonly string[], most: number): string {
  const page = (shown: readonly string[]): string => {
    const more = sections.length - shown.length;
    const note = more === 0 ? [] : [`${more} more parts of this report do not fit here; the other reports have them.`];
    return `${[...shown, ...note].join("\n\n")}\n`;
  };
  if (page(sections).length <= most) return page(sections);
  const noteLength = page(sections.slice(0, 1)).length - (sections[0]?.length ?? 0) + 10;
  let left = most - noteLength;
  return page(sections.filter((section) => (left -= section.length + 2) >= 0));
}

/** A whole run as the parts of a Markdown page: the summary first, then what counts most. */
export function markdownSections(run: CollectedRun): string[] {
  const findings = reported(run);
  const { finished } = run;
  return [
    `# mcpcheck: ${markdownText(summaryLine(finished?.summary ?? summarise(findings), findings, finished))}`,
    ...run.subjects.map(
      ({ subject, revisions }) =>
        `Subject: ${markdownText(subjectLine(subject))}, judged at ${revisions.join(", ") || "no revision"}.`,
    ),
    ...(finished?.error
      ? [
          `**Could not judge:** ${markdownText(finished.error.message)}`,
          ...(finished.error.stderrTail === "" ? [] : [markdownFence(finished.error.stderrTail)]),
        ]
      : []),
    ...badSections(findings),
    ...tables(findings),
    ...(finished?.stale ?? []).map(
      ({ entry, why }) =>
        `**Stale baseline entry** ${markdownText(entry.check)}${entry.revision === undefined ? "" : ` at ${markdownText(entry.revision)}`}: ${markdownText(why)}`,
    ),
    ...run.roles.map(({ roles }) => `Roles of tools: ${markdownText(rolesLine(roles))}`),
    ...run.notices.map((notice) => `Note: ${markdownText(notice)}`),
  ];
}

function badSections(findings: readonly Reported[]): string[] {
  const bad = (verdict: Reported["verdict"]): Merged[] =>
    merged(
      standing(findings).filter(
        (finding) =>
          finding.verdict === verdict && finding.known !== true && (verdict === "fail" || finding.inheritedFrom === undefined),
      ),
    );
  return [...bad("fail"), ...bad("warn")].map((one) => {
    const { first, revisions } = one;
    const consequences = consequencesLine(one, findings);
    const flaky = flakyNote(first);
    return [
      `## ${first.flaky === undefined ? first.verdict : "flaky"}: \`${first.check}\` (${first.level}, ${revisions.join(", ")})`,
      `${markdownText(first.title)} ([specification](${first.spec}))`,
      `Seen: ${markdownText(first.message)}`,
      ...(flaky === undefined ? [] : [`${markdownText(flaky)}.`]),
      ...(first.wire.length === 0 ? [] : [markdownFence(first.wire.map(wireLine).join("\n"))]),
      ...(first.inheritedFrom === undefined ? [] : [`Inherited from ${markdownText(first.inheritedFrom)}.`]),
      ...(consequences === undefined ? [] : [markdownText(`${consequences}.`)]),
      ...(first.tolerance === undefined ? [] : [`Note: ${markdownText(first.tolerance)}`]),
      `To fix it: ${markdownText(first.advice)}`,
      `To see it again:\n\n${markdownFence(first.repro)}`,
    ].join("\n\n");
  });
}

function tables(findings: readonly Reported[]): string[] {
  const inherited = standing(findings).filter(
    (finding) => finding.inheritedFrom !== undefined && finding.known !== true && finding.verdict === "warn",
  );
  return [
    ...[...groupBy(inherited, (finding) => finding.inheritedFrom ?? "")].flatMap(([sdk, group]) =>
      findingTable(`Inherited from ${markdownText(sdk)}`, group),
    ),
    ...findingTable(
      "Known (baseline)",
      standing(findings).filter((finding) => finding.known === true),
    ),
    ...findingTable(
      "Untested",
      findings.filter((finding) => finding.verdict === "untested" && finding.known !== true),
    ),
    ...table("By area", ["area", "pass", "fail", "warn", "untested", "not applicable"], areaRows(findings)),
  ];
}

function findingTable(title: string, findings: readonly Reported[]): string[] {
  const rows = merged(findings).map(({ first, revisions }) => [
    `\`${first.check}\``,
    first.verdict === "untested" && first.promised ? "untested (promised)" : first.verdict,
    revisions.join(", "),
    markdownText(first.message),
  ]);
  return table(title, ["check", "verdict", "revisions", "reason"], rows);
}

function areaRows(findings: readonly Reported[]): string[][] {
  return [...groupBy(findings, (finding) => areaOf(finding.check))].map(([area, group]) => {
    const { pass, fail, warn, untested, notApplicable } = summarise(group);
    return [area, ...[pass, fail, warn, untested, notApplicable].map(String)];
  });
}

/** A section with a table, or nothing for no rows. */
function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  return [`## ${title}\n\n${[head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`];
}

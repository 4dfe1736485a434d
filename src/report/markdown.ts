import { counted } from "../base/counted.ts";
import { summarise } from "../run/summary.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "./collect-run.ts";
import { consequencesLine, standing } from "./consequences.ts";
import { flakyNote } from "./text/flaky-note.ts";
import { markdownFence, markdownText } from "./text/markdown-text.ts";
import { type Merged, merged } from "./merged.ts";
import { docsLink, docsWords } from "./docs-link.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { rolesLine } from "./text/roles-line.ts";
import { subjectLine } from "./text/subject-line.ts";
import { summaryLine } from "./text/summary-line.ts";
import { wireLine } from "./text/wire-line.ts";
import { groupBy } from "../base/group-by.ts";
import { areaOf } from "./text/words.ts";

/** A page for a pull request, an issue or a step summary. */
export function markdownReporter({ docsUrl }: Partial<ReporterOptions> = {}): Reporter {
  return async function* (events) {
    yield markdownReport(await collectRun(events), { docsUrl });
  };
}

/** A whole run as one Markdown page, of at most so many characters where there is a limit. */
export function markdownReport(
  run: CollectedRun,
  { most = Number.POSITIVE_INFINITY, docsUrl }: { readonly most?: number; readonly docsUrl?: string | undefined } = {},
): string {
  return fitting(markdownSections(run, docsUrl), most);
}

/** As many of the sections as fit, whole, and how many do not. */
export function fitting(sections: readonly string[], most: number): string {
  const page = (shown: readonly string[]): string => {
    const more = sections.length - shown.length;
    const note = counted(
      more,
      "more part of this report does not fit here; the other reports have it.",
      "more parts of this report do not fit here; the other reports have them.",
    );
    return `${[...shown, ...(more === 0 ? [] : [note])].join("\n\n")}\n`;
  };
  if (page(sections).length <= most) return page(sections);
  const noteLength = page(sections.slice(0, 1)).length - (sections[0]?.length ?? 0) + 10;
  let left = most - noteLength;
  return page(
    sections.filter((section) => {
      const fits = section.length + 2 <= left;
      if (fits) left -= section.length + 2;
      return fits;
    }),
  );
}

/** A whole run as the parts of a Markdown page: the summary first, then what counts most. `docsUrl` is where the reference site is. */
export function markdownSections(run: CollectedRun, docsUrl?: string): string[] {
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
    ...badSections(findings, docsUrl),
    ...tables(findings, docsUrl),
    ...(finished?.stale ?? []).map(
      ({ entry, why }) =>
        `**Stale baseline entry** ${markdownText(entry.check)}${entry.revision === undefined ? "" : ` at ${markdownText(entry.revision)}`}: ${markdownText(why)}`,
    ),
    ...run.roles.map(({ roles }) => `Roles of tools: ${markdownText(rolesLine(roles))}`),
    ...run.notices.map((notice) => `Note: ${markdownText(notice)}`),
  ];
}

function badSections(findings: readonly Reported[], docsUrl: string | undefined): string[] {
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
    const more = docsUrl === undefined ? `\`${docsWords(docsUrl, first.check)}\`` : checkName(first.check, docsUrl);
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
      `More: ${more}`,
      `To see it again:\n\n${markdownFence(first.repro)}`,
    ].join("\n\n");
  });
}

function tables(findings: readonly Reported[], docsUrl: string | undefined): string[] {
  const inherited = standing(findings).filter(
    (finding) => finding.inheritedFrom !== undefined && finding.known !== true && finding.verdict === "warn",
  );
  return [
    ...[...groupBy(inherited, (finding) => finding.inheritedFrom ?? "")].flatMap(([sdk, group]) =>
      findingTable(`Inherited from ${markdownText(sdk)}`, group, docsUrl),
    ),
    ...findingTable(
      "Known (baseline)",
      standing(findings).filter((finding) => finding.known === true),
      docsUrl,
    ),
    ...findingTable(
      "Untested",
      findings.filter((finding) => finding.verdict === "untested" && finding.known !== true),
      docsUrl,
    ),
    ...table("By area", ["area", "pass", "fail", "warn", "untested", "not applicable"], areaRows(findings)),
  ];
}

function findingTable(title: string, findings: readonly Reported[], docsUrl: string | undefined): string[] {
  const rows = merged(findings).map(({ first, revisions }) => [
    checkName(first.check, docsUrl),
    first.verdict === "untested" && first.promised ? "untested (promised)" : first.verdict,
    revisions.join(", "),
    markdownText(first.message),
  ]);
  return table(title, ["check", "verdict", "revisions", "reason"], rows);
}

/** The id of a check, as a link to its page where there is one. */
function checkName(check: string, docsUrl: string | undefined): string {
  const page = docsLink(docsUrl, check);
  return page === undefined ? `\`${check}\`` : `[\`${check}\`](${page})`;
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

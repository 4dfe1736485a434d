import { counted } from "../../base/counted.ts";
import type { FleetChanges } from "../../fleet/fleet-changes.ts";
import type { FleetReport } from "../../fleet/fleet-report.ts";
import { markdownText } from "../../report/text/markdown-text.ts";
import { changesLine, changeSections, fleetTitle, reportSections, type Section, timesLine } from "./fleet-sections.ts";

/** Most rows of a table; who wants all asks for JSON. */
const mostRows = 40;

/** The report of a fleet as a Markdown page. */
export function fleetPage(report: FleetReport, changes: FleetChanges | undefined): string {
  return pageOf([
    `# ${fleetTitle(report)}`,
    timesLine(report),
    ...(changes === undefined ? [] : [changesLine(changes), ...changeSections(changes).flatMap(table)]),
    ...reportSections(report).flatMap(table),
  ]);
}

/** What two folders of results differ in, as a Markdown page. */
export const changesPage = (changes: FleetChanges): string =>
  pageOf(["# What changed", changesLine(changes), ...changeSections(changes).flatMap(table)]);

const pageOf = (parts: readonly string[]): string => `${parts.join("\n\n")}\n`;

function table({ title, head, rows }: Section): string[] {
  const row = (words: readonly string[]): string =>
    `| ${words.map((word) => markdownText(word).replaceAll("|", "\\|")).join(" | ")} |`;
  const rest = rows.length - mostRows;
  return [
    `## ${title}`,
    [row(head), row(head.map(() => "---")), ...rows.slice(0, mostRows).map(row)].join("\n"),
    ...(rest > 0 ? [`${counted(rest, "more row")}: --json has all.`] : []),
  ];
}

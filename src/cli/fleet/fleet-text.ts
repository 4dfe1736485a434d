import { counted } from "../../base/counted.ts";
import type { FleetChanges } from "../../fleet/fleet-changes.ts";
import type { FleetReport } from "../../fleet/fleet-report.ts";
import { markdownText } from "../../report/text/markdown-text.ts";

/** Most rows of a table; who wants all asks for JSON. */
const mostRows = 40;

/** The report of a fleet as a Markdown page. */
export function fleetPage(report: FleetReport, changes: FleetChanges | undefined): string {
  const { servers, conform, withFindings, notJudged, reasons, checks, ms } = report;
  const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;
  return `${[
    `# ${counted(servers, "server")}: ${conform} conform, ${withFindings} with findings, ${notJudged} could not be judged`,
    `Judging one took ${seconds(ms.median)} (median), ${seconds(ms.p95)} (19 of 20), at most ${seconds(ms.most)}.`,
    ...(changes === undefined ? [] : changeSections(changes)),
    ...table(
      "What was found, by check",
      ["check", "level", "servers it applied to", "fail", "warn", "inherited from"],
      checks,
      (line) => [
        line.check,
        line.level,
        String(line.servers),
        String(line.fail),
        String(line.warn),
        Object.entries(line.inheritedFrom)
          .map(([library, count]) => `${library} (${count})`)
          .join(", "),
      ],
    ),
    ...table("Why servers could not be judged", ["servers", "reason", "such as"], reasons, (one) => [
      String(one.servers.length),
      one.reason,
      one.servers.slice(0, 3).join(", "),
    ]),
  ].join("\n\n")}\n`;
}

/** What two folders of results differ in, as a Markdown page. */
export const changesPage = (changes: FleetChanges): string => `${["# What changed", ...changeSections(changes)].join("\n\n")}\n`;

function changeSections(changes: FleetChanges): string[] {
  const { broken, fixed, warned, warnedNoMore, added, gone, noLongerJudged, judgedAgain } = changes;
  const line = `Since then: ${counted(broken.length, "verdict")} broken, ${fixed.length} fixed, ${warned.length} warned of anew, ${warnedNoMore.length} no more; ${counted(added.length, "server")} new, ${gone.length} gone, ${noLongerJudged.length} cannot be judged any more, ${judgedAgain.length} can be again.`;
  const changed = ["server", "check", "revision", "what was seen"];
  const cells = (one: FleetChanges["broken"][number]): string[] => [one.server, one.check, one.revision, one.message];
  return [
    line,
    ...table("Broken", changed, broken, cells),
    ...table("Fixed", changed, fixed, cells),
    ...table("Warned of anew", changed, warned, cells),
    ...table("Warned of no more", changed, warnedNoMore, cells),
    ...table("New servers", ["server"], added, (server) => [server]),
    ...table("Gone servers", ["server"], gone, (server) => [server]),
    ...table("Cannot be judged any more", ["server", "reason"], noLongerJudged, ({ server, reason }) => [server, reason]),
    ...table("Can be judged again", ["server"], judgedAgain, (server) => [server]),
  ];
}

function table<T>(title: string, head: readonly string[], items: readonly T[], cells: (item: T) => readonly string[]): string[] {
  if (items.length === 0) return [];
  const row = (words: readonly string[]): string =>
    `| ${words.map((word) => markdownText(word).replaceAll("|", "\\|")).join(" | ")} |`;
  const rest = items.length - mostRows;
  return [
    `## ${title}`,
    [row(head), row(head.map(() => "---")), ...items.slice(0, mostRows).map((item) => row(cells(item)))].join("\n"),
    ...(rest > 0 ? [`${counted(rest, "more row")}: --json has all.`] : []),
  ];
}

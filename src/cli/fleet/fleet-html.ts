import { counted } from "../../base/counted.ts";
import type { FleetChanges } from "../../fleet/fleet-changes.ts";
import type { FleetReport } from "../../fleet/fleet-report.ts";
import type { Latest } from "../../fleet/latest-results.ts";
import type { CheckRow, RunRow } from "../../fleet/result-rows.ts";
import { pageFrame } from "../../report/html/page-frame.ts";
import { toolbar } from "../../report/html/toolbar.ts";
import { htmlText } from "../../report/text/html-text.ts";
import { changesLine, changeSections, fleetTitle, reportSections, type Section, timesLine } from "./fleet-sections.ts";

/** Most rows of a table besides the one of the servers, which has them all. */
const mostRows = 100;

/** How a server ended, under the verdict that pages are filtered by. */
const standings = {
  fail: "with findings",
  error: "could not be judged",
  warn: "conforms, with warnings",
  pass: "conforms",
} as const;

type Standing = keyof typeof standings;

/** The gravest first. */
const order: readonly Standing[] = ["fail", "error", "warn", "pass"];

/** The report of a fleet as one page that can be opened from a file, with every server to search and filter. */
export function fleetHtml(report: FleetReport, changes: FleetChanges | undefined, latest: Latest): string {
  const title = fleetTitle(report);
  return pageFrame({
    title: `mcpcheck: ${title}`,
    head: [
      `<h1>${htmlText(title)}</h1>`,
      `<p class="dim">${htmlText(timesLine(report))}</p>`,
      ...(changes === undefined ? [] : [`<p>${htmlText(changesLine(changes))}</p>`]),
    ],
    main: [
      ...(changes === undefined ? [] : changeSections(changes)).map(section),
      ...reportSections(report).map(section),
      ...serversOf(latest),
    ],
  });
}

function section({ title, head, rows }: Section, position: number): string {
  const id = `${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}-${position + 1}`;
  const isNumber = head.map((_, column) => rows.every((cells) => /^[\d.]+(?: s)?$/.test(cells[column] ?? "")));
  const style = (column: number): string => (isNumber[column] === true ? ' class="number"' : "");
  const rest = rows.length - mostRows;
  return [
    `<section><h2 id="${id}">${htmlText(title)}</h2>`,
    `<div class="table" tabindex="0" role="group" aria-labelledby="${id}"><table><thead><tr>`,
    ...head.map((word, column) => `<th scope="col"${style(column)}>${htmlText(word)}</th>`),
    "</tr></thead><tbody>",
    ...rows
      .slice(0, mostRows)
      .map((cells) => `<tr>${cells.map((cell, column) => `<td${style(column)}>${htmlText(cell)}</td>`).join("")}</tr>`),
    "</tbody></table></div>",
    ...(rest > 0 ? [`<p class="dim">${counted(rest, "more row")}: --json has all.</p>`] : []),
    "</section>",
  ].join("\n");
}

type Row = { readonly run: RunRow; readonly checks: readonly CheckRow[]; readonly standing: Standing; readonly library: string };

function serversOf(latest: Latest): string[] {
  const rows = [...latest.values()]
    .map(({ run, checks }): Row => ({
      run,
      checks: checks.filter(({ because }) => because === undefined),
      standing: standingOf(run),
      library: checks.find(({ inheritedFrom }) => inheritedFrom !== undefined)?.inheritedFrom ?? "",
    }))
    .toSorted(
      (one, other) => order.indexOf(one.standing) - order.indexOf(other.standing) || (one.run.server < other.run.server ? -1 : 1),
    );
  return [
    '<section id="findings" tabindex="-1"><h2 id="servers">Servers</h2>',
    toolbar({
      about: "servers",
      verdicts: rows.map(({ standing }) => standing),
      labels: standings,
      area: { label: "library", values: rows.flatMap(({ library }) => (library === "" ? [] : [library])) },
      revisions: rows.flatMap(({ run }) => run.revisions),
      opens: false,
    }),
    '<div class="table" tabindex="0" role="group" aria-labelledby="servers"><table class="subjects"><thead><tr>',
    '<th scope="col">server</th><th scope="col">how it ended</th><th scope="col">fails and warnings</th><th scope="col" class="number">first answer</th><th scope="col" class="number">judged in</th>',
    "</tr></thead><tbody>",
    ...rows.map(row),
    "</tbody></table></div></section>",
  ];
}

function standingOf({ exitCode, summary }: RunRow): Standing {
  if (exitCode > 1) return "error";
  if (exitCode === 1) return "fail";
  return (summary["warn"] ?? 0) > 0 ? "warn" : "pass";
}

function row({ run, checks, standing, library }: Row): string {
  const found = (verdict: CheckRow["verdict"]): string[] => [
    ...new Set(checks.filter((one) => one.verdict === verdict).map(({ check }) => check)),
  ];
  const words = [
    ...found("fail").map((check) => `<code class="bad">${htmlText(check)}</code>`),
    ...found("warn").map((check) => `<code>${htmlText(check)}</code>`),
    ...(run.error === null ? [] : [htmlText(run.error.message)]),
  ];
  const about = [run.revisions.join(", "), library].filter((word) => word !== "");
  return [
    `<tr class="finding ${standing}" data-verdict="${standing}" data-area="${htmlText(library)}" data-revisions="${htmlText(run.revisions.join(" "))}">`,
    `<th scope="row">${htmlText(run.server)}<br><span class="dim">${about.map(htmlText).join(" · ")}</span></th>`,
    `<td><span class="verdict">${standings[standing]}</span></td><td>${words.join(", ")}</td>`,
    `<td class="number">${run.startMs === undefined ? "" : `${(run.startMs / 1000).toFixed(1)} s`}</td>`,
    `<td class="number">${(run.ms / 1000).toFixed(1)} s</td>`,
    "</tr>",
  ].join("");
}

import { summarise } from "../../run/summary.ts";
import type { RunError } from "../../run/run-event.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "../collect-run.ts";
import { consequencesLine, standing } from "../consequences.ts";
import { merged } from "../merged.ts";
import { type Paint, painter } from "../text/paint.ts";
import { prettyFinding } from "./pretty-finding.ts";
import { countBlocks, inheritedBlocks, knownBlock, untestedBlock } from "./pretty-groups.ts";
import type { Reporter, ReporterOptions } from "../reporter.ts";
import { wrapped } from "./wrapped.ts";
import { rolesLine } from "../text/roles-line.ts";
import { subjectLine } from "../text/subject-line.ts";
import { summaryLine } from "../text/summary-line.ts";
import { visible } from "../../base/visible.ts";

/**
 * For people: how it ended, what failed first and in full, then warnings, then what was not tested and why; passes only counted; and
 * how it ended again, for whoever reads from the prompt upwards.
 */
export function prettyReporter({ color, columns, besideErrors = false, verbose = false, docsUrl }: ReporterOptions): Reporter {
  return async function* (events) {
    const page = { paint: painter(color), verbose, docsUrl };
    const run = await collectRun(events);
    if (besideErrors && run.finished?.error?.kind === "usage" && run.subjects.length === 0) return;
    const end = endLine(run, page.paint);
    if (run.findings.length > 0) yield `${wrapped(end, columns)}\n\n`;
    for (const block of blocksOf(run, page)) yield `${wrapped(block, columns)}\n`;
    yield `${wrapped(end, columns)}\n`;
  };
}

/** How findings are put on the page. */
type Page = { readonly paint: Paint; readonly verbose: boolean; readonly docsUrl: string | undefined };

function blocksOf(run: CollectedRun, page: Page): string[] {
  const { paint } = page;
  const all = reported(run);
  const subjects = run.subjects.flatMap(({ subjectId, subject, revisions }) => [
    `${paint("bold", visible(subjectLine(subject)))}${revisions.length === 0 ? "" : ` · ${revisions.join(", ")}`}\n`,
    ...findingBlocks(
      all.filter((finding) => finding.subjectId === subjectId),
      page,
    ),
    ...run.roles
      .filter((one) => one.subjectId === subjectId)
      .map(({ roles }) => `${paint("bold", "roles")} of tools\n    ${visible(rolesLine(roles))}\n`),
    ...run.ended.flatMap((end) => (end.subjectId === subjectId && end.error !== null ? [errorBlock(end.error, paint)] : [])),
  ]);
  const { started, finished } = run;
  if (subjects.length === 0 && started?.subject) subjects.push(`${paint("bold", visible(subjectLine(started.subject)))}\n`);
  const described = new Set(run.subjects.map(({ subjectId }) => subjectId));
  const told = run.ended.some(({ subjectId, error }) => described.has(subjectId) && error?.message === finished?.error?.message);
  return [
    ...subjects,
    ...(finished?.error && !told ? [errorBlock(finished.error, paint)] : []),
    ...staleBlock(run, paint),
    ...run.notices.map((notice) => `${paint("bold", "note")}: ${visible(notice)}\n`),
  ];
}

function findingBlocks(findings: readonly Reported[], page: Page): string[] {
  const { paint } = page;
  const bad = standing(findings).filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  const inFull = bad.filter(
    ({ known, verdict, inheritedFrom }) => known !== true && (verdict === "fail" || inheritedFrom === undefined),
  );
  const inherited = bad.filter(
    ({ known, verdict, inheritedFrom }) => known !== true && verdict === "warn" && inheritedFrom !== undefined,
  );
  const told = (wanted: (finding: Reported) => boolean): string[] =>
    merged(inFull.filter(wanted)).map((one) => prettyFinding(one, consequencesLine(one, findings), page));
  return [
    ...findings
      .filter(({ verdict }) => verdict === "error")
      .map((finding) => `${paint(["bold", "red"], "ERROR")}  ${finding.check}: ${visible(finding.message)}\n`),
    ...told(({ verdict, flaky }) => verdict === "fail" && flaky === undefined),
    ...told(({ flaky }) => flaky !== undefined),
    ...told(({ verdict }) => verdict === "warn"),
    ...inheritedBlocks(inherited, paint),
    ...knownBlock(
      standing(findings).filter((finding) => finding.known === true),
      paint,
    ),
    ...untestedBlock(
      findings.filter((finding) => finding.known !== true),
      paint,
    ),
    ...countBlocks(findings, paint),
  ];
}

function errorBlock(error: RunError, paint: Paint): string {
  const tail = error.stderrTail.trimEnd();
  const lines =
    tail === ""
      ? []
      : [
          "  stderr:",
          ...visible(tail, { multiline: true })
            .split("\n")
            .map((line) => `  | ${line}`),
        ];
  return `${[`${paint(["bold", "red"], error.kind === "usage" ? "usage error" : "could not judge")}: ${visible(error.message)}`, ...lines].join("\n")}\n`;
}

function staleBlock({ finished }: CollectedRun, paint: Paint): string[] {
  if (finished === undefined || finished.stale.length === 0) return [];
  const lines = finished.stale.map(
    ({ entry, why }) =>
      `  ${visible(entry.check)}${entry.revision === undefined ? "" : ` at ${visible(entry.revision)}`}: ${visible(why)}`,
  );
  return [`${paint(["bold", "red"], "stale")} (the baseline lists what no longer fails; take it out)\n${lines.join("\n")}\n`];
}

function endLine(run: CollectedRun, paint: Paint): string {
  const findings = reported(run);
  const exitCode = run.finished?.exitCode ?? 3;
  const line = summaryLine(run.finished?.summary ?? summarise(findings), findings, run.finished);
  return paint(exitCode === 0 ? ["bold", "green"] : ["bold", "red"], line);
}

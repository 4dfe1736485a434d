import { summarise } from "../../run/summary.ts";
import type { RunError } from "../../run/run-event.ts";
import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "../collect-run.ts";
import { consequencesLine } from "../consequences.ts";
import { filters, htmlStyle } from "./html-style.ts";
import { htmlBlock, htmlText } from "../text/html-text.ts";
import { type Merged, merged } from "../merged.ts";
import type { Reporter } from "../reporter.ts";
import { rolesLine } from "../text/roles-line.ts";
import { subjectLine } from "../text/subject-line.ts";
import { summaryLine } from "../text/summary-line.ts";
import { alikeNote } from "../text/wire-line.ts";
import { duration } from "../text/words.ts";

/**
 * One page that a colleague can open from a file: no script, nothing loaded from anywhere, and a policy that forbids both. What
 * a server wrote is only ever text.
 */
export function htmlReporter(): Reporter {
  return async function* (events) {
    yield htmlPage(await collectRun(events));
  };
}

/** A whole run as one page. */
function htmlPage(run: CollectedRun): string {
  const { started, finished } = run;
  const findings = reported(run);
  const line = htmlText(summaryLine(finished?.summary ?? summarise(findings), findings, finished));
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>mcpcheck: ${line}</title>\n<style>${htmlStyle}</style>\n</head>\n<body>`,
    `<h1 class="${finished?.exitCode === 0 ? "good" : "bad"}">mcpcheck: ${line}</h1>`,
    `<p class="dim">mcpcheck ${htmlText(started?.tool.version ?? "")}, ${htmlText(started?.startedAt ?? "")}, exit code ${finished?.exitCode ?? 3}</p>`,
    ...errorBlock(errorOf(run)),
    filterLine(findings),
    ...run.subjects.map(({ subjectId, subject, revisions }) => {
      const timing = run.ended.find((end) => end.subjectId === subjectId);
      const about = [
        revisions.length === 0 ? "judged at no revision" : `judged at ${revisions.join(", ")}`,
        ...(timing === undefined ? [] : [`in ${duration(timing.ms)}`]),
      ];
      return [
        `<h2>${htmlText(subjectLine(subject))} <span class="dim">${htmlText(about.join(" "))}</span></h2>`,
        ...ordered(findings.filter((finding) => finding.subjectId === subjectId)).map((one) =>
          findingBlock(one, consequencesLine(one, findings)),
        ),
      ].join("\n");
    }),
    ...staleBlock(run),
    ...run.roles.map(({ roles }) => `<p>Roles of tools: ${htmlText(rolesLine(roles))}</p>`),
    ...run.notices.map((notice) => `<p>Note: ${htmlText(notice)}</p>`),
    "</body>\n</html>\n",
  ].join("\n");
}

function errorOf({ finished }: CollectedRun): RunError | null {
  return finished === undefined
    ? { kind: "harness", message: "the run broke off before its end", stderrTail: "" }
    : finished.error;
}

function errorBlock(error: RunError | null): string[] {
  if (error === null) return [];
  const tail =
    error.stderrTail === "" ? [] : [`<p class="dim">The last lines on stderr:</p>\n<pre>${htmlBlock(error.stderrTail)}</pre>`];
  return [`<p class="bad"><strong>Could not judge:</strong> ${htmlText(error.message)}</p>`, ...tail];
}

function filterLine(findings: readonly Reported[]): string {
  const boxes = filters.flatMap(({ verdict, label, shown }) => {
    const count = findings.filter((finding) => finding.verdict === verdict).length;
    if (count === 0) return [];
    return [`<label><input type="checkbox" id="show-${verdict}"${shown ? " checked" : ""}> ${label} ${count}</label>`];
  });
  return `<form>${boxes.join("\n")}</form>`;
}

/** What a person has to act on first; within a verdict as it was judged. */
function ordered(findings: readonly Reported[]): Merged[] {
  return filters.flatMap(({ verdict }) => merged(findings.filter((finding) => finding.verdict === verdict)));
}

function findingBlock({ first: finding, revisions }: Merged, consequences: string | undefined): string {
  const { check, verdict, level, title, message, advice, tolerance, repro, subjectId, wire } = finding;
  const id = htmlText(`${subjectId} ${check} ${revisions[0] ?? ""}`.replace(/[^\w.-]+/g, "-"));
  const marks = [
    ...(finding.known === true ? ["known (baseline)"] : []),
    ...(finding.because === undefined ? [] : [`follows from ${finding.because}`]),
    ...(finding.inheritedFrom === undefined ? [] : [`inherited from ${finding.inheritedFrom}`]),
    ...(verdict === "untested" && finding.promised ? ["promised"] : []),
  ];
  const rows = [
    row("Seen", htmlText(message)),
    ...(consequences === undefined ? [] : [row("So", htmlText(consequences))]),
    row(
      "Specification",
      finding.spec.startsWith("https://")
        ? `<a href="${htmlText(finding.spec)}">${htmlText(finding.spec)}</a>`
        : htmlText(finding.spec),
    ),
    ...(tolerance === undefined ? [] : [row("Note", htmlText(tolerance))]),
    ...(verdict === "pass" || verdict === "not-applicable" ? [] : [row("To fix it", htmlText(advice))]),
    ...(wire.length === 0 ? [] : [row("On the wire", wire.map(wireBlock).join("\n"))]),
    row("Again", `<pre class="again">${htmlText(repro)}</pre>`),
  ];
  const open = finding.because === undefined && (verdict === "fail" || verdict === "error") ? " open" : "";
  return [
    `<details id="${id}" class="${verdict}"${open}>`,
    `<summary><span class="verdict">${verdict}</span> <code>${htmlText(check)}</code> ${htmlText(title)}`,
    `<span class="dim">${htmlText([level, revisions.join(", "), ...marks].join(" · "))}</span> <a class="dim" href="#${id}">#</a></summary>`,
    `<dl>\n${rows.join("\n")}\n</dl>\n</details>`,
  ].join("\n");
}

function row(name: string, html: string): string {
  return `<dt>${name}</dt><dd>${html}</dd>`;
}

function wireBlock(excerpt: WireExcerpt): string {
  const { seq, at, direction, text, cut, evidence } = excerpt;
  const alike = alikeNote(excerpt);
  const place = `#${seq} ${direction === "harness" ? "mcpcheck" : direction}, ${at.toFixed(1)} ms`;
  return `<span class="dim">${place}</span>\n<pre${evidence ? ' class="evidence"' : ""}>${htmlBlock(text)}${cut === true ? " … cut" : ""}</pre>${alike === undefined ? "" : `\n<span class="dim">${alike}</span>`}`;
}

function staleBlock({ finished }: CollectedRun): string[] {
  return (finished?.stale ?? []).map(
    ({ entry, why }) =>
      `<p class="bad">Stale baseline entry <code>${htmlText(entry.check)}</code>${entry.revision === undefined ? "" : ` at ${htmlText(entry.revision)}`}: ${htmlText(why)}</p>`,
  );
}

import { summarise } from "../../run/summary.ts";
import type { RunError } from "../../run/run-event.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "../collect-run.ts";
import type { Reporter, ReporterOptions } from "../reporter.ts";
import { htmlBlock, htmlText } from "../text/html-text.ts";
import { subjectLine } from "../text/subject-line.ts";
import { summaryLine } from "../text/summary-line.ts";
import { areaOf } from "../text/words.ts";
import { areaBars } from "./area-bars.ts";
import { addresses } from "./finding-block.ts";
import { htmlScript, scriptHash } from "./html-script.ts";
import { htmlStyle } from "./html-style.ts";
import { subjectSection } from "./subject-section.ts";

/** The verdicts a page can be filtered by, in the order they are listed, and whether they are shown at first. */
const filters = [
  { verdict: "fail", label: "failed", shown: true },
  { verdict: "error", label: "harness errors", shown: true },
  { verdict: "warn", label: "warned", shown: true },
  { verdict: "untested", label: "untested", shown: true },
  { verdict: "pass", label: "passed", shown: true },
  { verdict: "not-applicable", label: "not applicable", shown: true },
] as const satisfies readonly { readonly verdict: Reported["verdict"]; readonly label: string; readonly shown: boolean }[];

/**
 * One page that a colleague can open from a file: nothing is loaded from anywhere, one script of our own filters and copies, and a policy
 * forbids any other. What a server wrote is only ever text.
 */
export function htmlReporter({ docsUrl }: Partial<ReporterOptions> = {}): Reporter {
  return async function* (events) {
    yield htmlPage(await collectRun(events), docsUrl);
  };
}

/** A whole run as one page. */
function htmlPage(run: CollectedRun, docsUrl: string | undefined): string {
  const { started, finished } = run;
  const findings = reported(run);
  const line = summaryLine(finished?.summary ?? summarise(findings), findings, finished);
  const [word = line, ...counts] = line.replace(/^([^:]*) in [\d.]+ m?s$/, "$1").split(": ");
  const address = addresses();
  const [only, ...more] = run.subjects;
  const name = only === undefined || more.length > 0 ? "" : `${subjectLine(only.subject)}: `;
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>mcpcheck: ${htmlText(name)}${htmlText(line)}</title>\n<style>${htmlStyle(filters.map(({ verdict }) => verdict))}</style>\n</head>\n<body>`,
    '<a class="skip" href="#findings">to the findings</a>',
    `<header><h1>mcpcheck: <span class="${finished?.exitCode === 0 ? "good" : "bad"}">${htmlText(word)}</span></h1>`,
    ...(counts.length === 0 ? [] : [`<p>${htmlText(counts.join(": "))}</p>`]),
    `<p class="dim">mcpcheck ${htmlText(started?.tool.version ?? "")}, ${htmlText(started?.startedAt ?? "")}, exit code ${finished?.exitCode ?? 3}${started === undefined ? "" : `, seed ${started.seed}`}</p></header>`,
    "<main>",
    ...errorBlock(errorOf(run)),
    areaBars(findings),
    toolbar(findings),
    '<div id="findings" tabindex="-1">',
    ...run.subjects.map((subject) => subjectSection(subject, run, findings, { address, docsUrl })),
    "</div>",
    ...staleBlock(run),
    ...run.notices.map((notice) => `<p>Note: ${htmlText(notice)}</p>`),
    ...(started === undefined
      ? []
      : [`<h2>The run</h2>\n<pre tabindex="0" aria-label="command line">${htmlText(started.argv.join(" "))}</pre>`]),
    "</main>",
    `<script>${htmlScript}</script>\n</body>\n</html>\n`,
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
    error.stderrTail === ""
      ? []
      : [
          `<p class="dim">The last lines on stderr:</p>\n<pre tabindex="0" aria-label="stderr">${htmlBlock(error.stderrTail)}</pre>`,
        ];
  return [`<p class="bad"><strong>Could not judge:</strong> ${htmlText(error.message)}</p>`, ...tail];
}

/** Search, and filters by area, revision and verdict; the boxes work without script. */
function toolbar(findings: readonly Reported[]): string {
  const boxes = filters.flatMap(({ verdict, label, shown }) => {
    const count = findings.filter((finding) => finding.verdict === verdict).length;
    if (count === 0) return [];
    return [`<label><input type="checkbox" id="show-${verdict}"${shown ? " checked" : ""}> ${label} ${count}</label>`];
  });
  const choice = (id: string, label: string, values: readonly string[]): string =>
    `<label class="js-only">${label} <select id="${id}"><option value="">all</option>${values.map((value) => `<option>${htmlText(value)}</option>`).join("")}</select></label>`;
  return [
    '<div class="tools" role="search" aria-label="findings">',
    '<label class="js-only">search <input type="search" id="search" autocomplete="off" spellcheck="false"></label>',
    choice("area", "area", [...new Set(findings.map(({ check }) => areaOf(check)))].toSorted()),
    choice("revision", "revision", [...new Set(findings.map(({ revision }) => revision))].toSorted()),
    `<fieldset><legend class="dim">show</legend>${boxes.join("\n")}</fieldset>`,
    '<button type="button" id="open-all" class="js-only">open all</button><button type="button" id="close-all" class="js-only">close all</button>',
    '<span id="shown" class="dim js-only" role="status"></span>',
    "</div>",
  ].join("\n");
}

function staleBlock({ finished }: CollectedRun): string[] {
  return (finished?.stale ?? []).map(
    ({ entry, why }) =>
      `<p class="bad">Stale baseline entry <code>${htmlText(entry.check)}</code>${entry.revision === undefined ? "" : ` at ${htmlText(entry.revision)}`}: ${htmlText(why)}</p>`,
  );
}

import { summarise } from "../../run/summary.ts";
import type { RunError } from "../../run/run-event.ts";
import type { CollectedRun, Reported } from "../collect-run.ts";
import { htmlBlock, htmlText } from "../text/html-text.ts";
import { summaryLine } from "../text/summary-line.ts";

/** How a run ended, as one line. */
export function endOf({ finished }: CollectedRun, findings: readonly Reported[]): string {
  return summaryLine(finished?.summary ?? summarise(findings), findings, finished);
}

/** The head of a page: how the run ended, and which run it was. */
export function runHead({ started, finished }: CollectedRun, line: string): string[] {
  const [word = line, ...counts] = line.replace(/^([^:]*) in [\d.]+ m?s$/, "$1").split(": ");
  return [
    `<h1>mcpcheck: <span class="${finished?.exitCode === 0 ? "good" : "bad"}">${htmlText(word)}</span></h1>`,
    ...(counts.length === 0 ? [] : [`<p>${htmlText(counts.join(": "))}</p>`]),
    `<p class="dim">mcpcheck ${htmlText(started?.tool.version ?? "")}, ${htmlText(started?.startedAt ?? "")}, exit code ${finished?.exitCode ?? 3}${started === undefined ? "" : `, seed ${started.seed}`}</p>`,
  ];
}

/** Why a run came to no verdict, or broke off. */
export function errorOf({ finished }: CollectedRun): RunError | null {
  return finished === undefined
    ? { kind: "harness", message: "the run broke off before its end", stderrTail: "" }
    : finished.error;
}

/** An error, with the end of what was written to standard error. */
export function errorBlock(error: RunError | null): string[] {
  if (error === null) return [];
  const tail =
    error.stderrTail === ""
      ? []
      : [
          `<p class="dim">The last lines on stderr:</p>\n<pre tabindex="0" aria-label="stderr">${htmlBlock(error.stderrTail)}</pre>`,
        ];
  return [`<p class="bad"><strong>Could not judge:</strong> ${htmlText(error.message)}</p>`, ...tail];
}

/** What is told of the whole run below its findings: entries of the baseline that no longer hold, notes, the command line. */
export function runFoot({ started, finished, notices }: CollectedRun): string[] {
  return [
    ...(finished?.stale ?? []).map(
      ({ entry, why }) =>
        `<p class="bad">Stale baseline entry <code>${htmlText(entry.check)}</code>${entry.revision === undefined ? "" : ` at ${htmlText(entry.revision)}`}: ${htmlText(why)}</p>`,
    ),
    ...notices.map((notice) => `<p>Note: ${htmlText(notice)}</p>`),
    ...(started === undefined
      ? []
      : [`<h2>The run</h2>\n<pre tabindex="0" aria-label="command line">${htmlText(started.argv.join(" "))}</pre>`]),
  ];
}

import { countsAgainst } from "../run/exit-code.ts";
import { summarise } from "../run/summary.ts";
import { type CollectedRun, collectRun, reported } from "./collect-run.ts";
import { consequencesLine, standing } from "./consequences.ts";
import { merged } from "./merged.ts";
import type { Reporter } from "./reporter.ts";
import { summaryLine } from "./text/summary-line.ts";
import { visible } from "../base/visible.ts";

/** Most annotations of a kind that GitHub shows for one step; more would be dropped there without a word. */
const annotationLimit = 10;

/**
 * GitHub Actions annotations
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions): an error for whatever counts
 * against the run, a warning for the rest. The step summary is `markdownReport`; writing its file is up to the caller.
 */
export function githubReporter(): Reporter {
  return async function* (events) {
    const run = await collectRun(events);
    const { errors, warnings } = annotationsOf(run);
    yield [...limited("error", errors), ...limited("warning", warnings)].join("");
    const findings = reported(run);
    yield `mcpcheck: ${visible(summaryLine(run.finished?.summary ?? summarise(findings), findings, run.finished))}\n`;
  };
}

type Annotation = { readonly title: string; readonly message: string };

function annotationsOf(run: CollectedRun): { errors: Annotation[]; warnings: Annotation[] } {
  const { finished, started } = run;
  const findings = reported(run);
  const told = standing(findings).filter(
    (finding) =>
      finding.known !== true &&
      (finding.verdict === "fail" || finding.verdict === "warn" || (finding.verdict === "untested" && finding.promised)),
  );
  const isError = (finding: (typeof told)[number]): boolean => countsAgainst(finding, started?.strict ?? false);
  const annotate = (list: typeof told): Annotation[] =>
    merged(list).map((one) => {
      const { first, revisions } = one;
      const consequences = consequencesLine(one, findings);
      const lines = [
        first.title,
        `saw: ${first.message}`,
        ...(consequences === undefined ? [] : [consequences]),
        first.spec,
        first.repro,
      ];
      return { title: `${first.check} (${first.verdict}, ${first.level}, ${revisions.join(" ")})`, message: lines.join("\n") };
    });
  return {
    errors: [
      ...(finished?.error ? [{ title: "could not judge", message: finished.error.message }] : []),
      ...(finished === undefined ? [{ title: "could not judge", message: "the run broke off before its end" }] : []),
      ...(finished?.stale ?? []).map(({ entry, why }) => ({ title: `stale baseline entry ${entry.check}`, message: why })),
      ...annotate(told.filter(isError)),
    ],
    warnings: [
      ...annotate(told.filter((finding) => !isError(finding))),
      ...run.notices.map((notice) => ({ title: "note", message: notice })),
    ],
  };
}

function limited(command: "error" | "warning", annotations: readonly Annotation[]): string[] {
  const rest = annotations.length - annotationLimit;
  const shown = rest > 0 ? annotations.slice(0, annotationLimit - 1) : annotations;
  const more = { title: "and more", message: `${rest + 1} more in the step summary and the other reports` };
  return [...shown, ...(rest > 0 ? [more] : [])].map(
    ({ title, message }) => `::${command} title=${property(`mcpcheck: ${title}`)}::${data(message)}\n`,
  );
}

function data(text: string): string {
  return visible(text, { multiline: true }).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

import { countsAgainst, countsUnlessKnown } from "../run/exit-code.ts";
import { failOnOf } from "../run/fail-on.ts";
import { summarise } from "../run/summary.ts";
import { type CollectedRun, collectRun, reported } from "./collect-run.ts";
import { consequencesLine, standing } from "./consequences.ts";
import { docsWords } from "./docs-link.ts";
import { merged } from "./merged.ts";
import { type Place, placeByName, type PlaceOf } from "./place.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { flakyNote } from "./text/flaky-note.ts";
import { summaryLine } from "./text/summary-line.ts";
import { visible } from "../base/visible.ts";

/** Most annotations of a kind that GitHub shows for one step; more would be dropped there without a word. */
const annotationLimit = 10;

/**
 * GitHub Actions annotations, each at the line of the repository that stands for its subject
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions): an error for whatever counts
 * against the run, a warning for the rest. The step summary is `markdownReport`; writing its file is up to the caller.
 */
export function githubReporter({ placeOf = placeByName, accompanied = false, docsUrl }: Partial<ReporterOptions> = {}): Reporter {
  return async function* (events) {
    const run = await collectRun(events);
    const { errors, warnings } = annotationsOf(run, placeOf, docsUrl);
    yield [...limited("error", errors), ...limited("warning", warnings)].join("");
    const findings = reported(run);
    if (!accompanied)
      yield `mcpcheck: ${visible(summaryLine(run.finished?.summary ?? summarise(findings), findings, run.finished))}\n`;
  };
}

type Annotation = { readonly title: string; readonly message: string; readonly place: Place };

function annotationsOf(
  run: CollectedRun,
  placeOf: PlaceOf,
  docsUrl: string | undefined,
): { errors: Annotation[]; warnings: Annotation[] } {
  const { finished, started } = run;
  const findings = reported(run);
  const told = standing(findings).filter(
    (finding) =>
      finding.known !== true &&
      (finding.verdict === "fail" || finding.verdict === "warn" || countsUnlessKnown(finding, failOnOf(started))),
  );
  const isError = (finding: (typeof told)[number]): boolean => countsAgainst(finding, failOnOf(started));
  const place = placeOf(run.subjects[0]?.subject, run.subjects[0]?.subjectId ?? "");
  const subjects = new Map(run.subjects.map(({ subjectId, subject }) => [subjectId, subject]));
  const annotate = (list: typeof told): Annotation[] =>
    merged(list).map((one) => {
      const { first, revisions } = one;
      const consequences = consequencesLine(one, findings);
      const flaky = flakyNote(first);
      const lines = [
        first.title,
        `saw: ${first.message}`,
        ...(flaky === undefined ? [] : [flaky]),
        ...(consequences === undefined ? [] : [consequences]),
        first.spec,
        docsWords(docsUrl, first.check),
        first.repro,
      ];
      return {
        title: `${first.check} (${flaky === undefined ? first.verdict : "flaky"}, ${first.level}, ${revisions.join(" ")})`,
        message: lines.join("\n"),
        place: placeOf(subjects.get(first.subjectId), first.subjectId),
      };
    });
  return {
    errors: [
      ...(finished?.error ? [{ title: "could not judge", message: finished.error.message, place }] : []),
      ...(finished === undefined ? [{ title: "could not judge", message: "the run broke off before its end", place }] : []),
      ...(finished?.stale ?? []).map(({ entry, why }) => ({ title: `stale baseline entry ${entry.check}`, message: why, place })),
      ...annotate(told.filter(isError)),
    ],
    warnings: [
      ...annotate(told.filter((finding) => !isError(finding))),
      ...run.notices.map((notice) => ({ title: "note", message: notice, place })),
    ],
  };
}

function limited(command: "error" | "warning", annotations: readonly Annotation[]): string[] {
  const rest = annotations.length - annotationLimit;
  const [first] = annotations;
  const shown = rest > 0 ? annotations.slice(0, annotationLimit - 1) : annotations;
  const more = { title: "and more", message: `${rest + 1} more in the step summary and the other reports` };
  return [...shown, ...(rest > 0 && first !== undefined ? [{ ...more, place: first.place }] : [])].map(
    ({ title, message, place }) =>
      `::${command} title=${property(`mcpcheck: ${title}`)},file=${property(place.path)},line=${place.line}::${data(message)}\n`,
  );
}

function data(text: string): string {
  return visible(text, { multiline: true }).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

import { failOnOf } from "../run/fail-on.ts";
import { jsonText } from "../base/json-text.ts";
import { sha256 } from "../base/sha256.ts";
import { visible } from "../base/visible.ts";
import { type CollectedRun, collectRun, reported } from "./collect-run.ts";
import { placeByName, type PlaceOf } from "./place.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { seen, toldResults } from "./told-results.ts";

/**
 * The code quality report of GitLab (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format): what merge
 * requests show. What the baseline lists is left out, for GitLab has no mark for it.
 */
export function gitlabReporter({ placeOf = placeByName }: Partial<ReporterOptions> = {}): Reporter {
  return async function* (events) {
    yield `${jsonText(issuesOf(await collectRun(events), placeOf), 2)}\n`;
  };
}

type Issue = {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: "info" | "minor" | "major" | "critical" | "blocker";
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
};

const severities: Readonly<Record<string, Issue["severity"]>> = {
  fail: "major",
  untested: "minor",
  warn: "minor",
  error: "blocker",
};

function issuesOf(run: CollectedRun, placeOf: PlaceOf): Issue[] {
  const subjects = new Map(run.subjects.map(({ subjectId, subject }) => [subjectId, subject]));
  const { finished } = run;
  const error = finished === undefined ? "the run broke off before its end" : finished.error?.message;
  const issue = (check: string, subjectId: string, description: string, severity: Issue["severity"], part = ""): Issue => {
    const { path, line } = placeOf(subjects.get(subjectId), subjectId);
    return {
      description: visible(description),
      check_name: check,
      fingerprint: sha256(new TextEncoder().encode(`${subjectId}\n${check}${part}`)),
      severity,
      location: { path, lines: { begin: line } },
    };
  };
  const whole = run.subjects[0]?.subjectId ?? "";
  return [
    ...(error === undefined ? [] : [issue("mcpcheck.could-not-judge", whole, error, "blocker")]),
    ...(finished?.stale ?? []).map(({ entry, why }) =>
      issue("mcpcheck.stale-baseline", whole, `${entry.check}: ${why}`, "major", `\n${entry.check} ${entry.revision ?? ""}`),
    ),
    ...toldResults(reported(run), failOnOf(run.started)).flatMap((result) => {
      const [first] = result.findings;
      if (result.findings.every(({ known }) => known === true)) return [];
      const severity =
        first.level === "PRACTICE" && first.verdict === "warn"
          ? "info"
          : (severities[first.flaky === undefined ? first.verdict : "warn"] ?? "info");
      return [issue(first.check, first.subjectId, `${first.title}: ${seen(result).join("; ")}`, severity)];
    }),
  ];
}

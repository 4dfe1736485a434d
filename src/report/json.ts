import { jsonText } from "../base/json-text.ts";
import { schemaAddress } from "../base/published-address.ts";
import { runSchemaVersion } from "../run/run-event.ts";
import { summarise } from "../run/summary.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "./collect-run.ts";
import type { Report, ReportFinding } from "./report.ts";
import type { Reporter } from "./reporter.ts";

/** One JSON document in the shape of the command-line contract, "JSON report". */
export function jsonReporter(): Reporter {
  return async function* (events) {
    yield `${jsonText(jsonReport(await collectRun(events)), 2)}\n`;
  };
}

/** The JSON report as a value. A run that broke off before its last event is a harness error, never a good run. */
export function jsonReport(run: CollectedRun): Report {
  const { started, subjects, finished } = run;
  const findings = reported(run);
  const several = subjects.length > 1;
  const startMs = several ? undefined : subjects[0]?.startMs;
  return {
    $schema: schemaAddress("report"),
    schemaVersion: runSchemaVersion,
    tool: started?.tool ?? null,
    startedAt: started?.startedAt ?? null,
    seed: started?.seed ?? null,
    subject: subjects[0]?.subject ?? started?.subject ?? null,
    ...(several
      ? { subjects: subjects.map(({ subjectId, subject, revisions }) => ({ id: subjectId, ...subject, revisions })) }
      : {}),
    revisions: revisionsOf(run),
    summary: finished?.summary ?? summarise(findings),
    exitCode: finished?.exitCode ?? 3,
    findings: findings.map((finding) => jsonFinding(finding, several)),
    skipped: run.scenarios
      .filter((scenario) => scenario.skipped !== null)
      .map(({ subjectId, scenario, revision, skipped }) => ({
        ...(several ? { subject: subjectId } : {}),
        scenario,
        revision,
        reason: skipped,
      })),
    ...rolesOf(run, several),
    stale: finished?.stale ?? [],
    notices: run.notices,
    interrupted: finished?.interrupted ?? null,
    ...(startMs === undefined ? {} : { startMs }),
    ms: finished?.ms ?? null,
    error:
      finished === undefined ? { kind: "harness", message: "the run broke off before its end", stderrTail: "" } : finished.error,
  };
}

/** The roles of tools, where any was asked for and filled. */
function rolesOf(run: CollectedRun, several: boolean): Pick<Report, "roles"> {
  const roles = run.roles.flatMap((one) =>
    one.roles.map((role) => ({ ...(several ? { subject: one.subjectId } : {}), ...role })),
  );
  return roles.length === 0 ? {} : { roles };
}

function revisionsOf({ started, subjects }: CollectedRun): readonly string[] {
  if (subjects.length > 0) return [...new Set(subjects.flatMap((subject) => subject.revisions))].toSorted();
  return started !== undefined && typeof started.revisions !== "string" ? started.revisions : [];
}

/** Passes carry the numbers of their evidence only; the bytes of every other verdict stand beside it. */
function jsonFinding(finding: Reported, several: boolean): ReportFinding {
  const { wire, subjectId, ...rest } = finding;
  return { ...(several ? { subject: subjectId } : {}), ...rest, ...(finding.verdict === "pass" ? {} : { wire }) };
}

import { jsonText } from "../base/json-text.ts";
import type { Subject } from "../trace/trace.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "./collect-run.ts";
import { consequencesLine, standing } from "./consequences.ts";
import type { Reporter } from "./reporter.ts";
import { sarifText } from "./text/sarif-text.ts";
import { subjectLine } from "./text/subject-line.ts";

/**
 * SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html) for code-scanning services: failures as
 * errors, warnings as warnings, promises that were not kept as open; what the baseline lists is there, suppressed.
 */
export function sarifReporter(): Reporter {
  return async function* (events) {
    yield `${jsonText(sarifLog(await collectRun(events)), 2)}\n`;
  };
}

function sarifLog(run: CollectedRun): object {
  const findings = reported(run);
  const told = standing(findings).filter(
    ({ verdict, promised }) =>
      verdict === "fail" || verdict === "warn" || verdict === "error" || (verdict === "untested" && promised),
  );
  const rules = [...new Map(told.map((finding) => [finding.check, finding])).values()];
  const indexOf = new Map(rules.map((finding, index) => [finding.check, index]));
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "mcpcheck", version: run.started?.tool.version ?? "0.0.0", rules: rules.map(ruleOf) } },
        invocations: [invocationOf(run)],
        results: told.map((finding) => resultOf(finding, findings, indexOf.get(finding.check) ?? 0, run)),
      },
    ],
  };
}

function ruleOf({ check, title, level, advice, spec }: Reported): object {
  return {
    id: check,
    shortDescription: { text: sarifText(title) },
    help: { text: sarifText(advice) },
    ...(spec.startsWith("https:") ? { helpUri: spec } : {}),
    defaultConfiguration: { level: level === "MUST" || level === "MUST NOT" ? "error" : "warning" },
  };
}

function invocationOf({ started, finished, notices }: CollectedRun): object {
  const error = finished === undefined ? "the run broke off before its end" : finished.error?.message;
  const stale = (finished?.stale ?? []).map(({ entry, why }) => `stale baseline entry ${entry.check}: ${why}`);
  return {
    executionSuccessful: error === undefined,
    exitCode: finished?.exitCode ?? 3,
    ...(started === undefined ? {} : { startTimeUtc: started.startedAt }),
    toolExecutionNotifications: [
      ...(error === undefined ? [] : [{ level: "error", message: { text: sarifText(error) } }]),
      ...stale.map((text) => ({ level: "error", message: { text: sarifText(text) } })),
      ...notices.map((text) => ({ level: "note", message: { text: sarifText(text) } })),
    ],
  };
}

function resultOf(finding: Reported, findings: readonly Reported[], ruleIndex: number, run: CollectedRun): object {
  const { check, verdict, revision, subjectId } = finding;
  const subject = run.subjects.find((one) => one.subjectId === subjectId)?.subject;
  const follows = consequencesLine({ first: finding, revisions: [revision] }, findings);
  return {
    ruleId: check,
    ruleIndex,
    ...severityOf(verdict),
    message: {
      text: sarifText(
        [`${finding.message} (${revision}; again: ${finding.repro})`, ...(follows === undefined ? [] : [follows])].join("\n"),
      ),
    },
    locations: [locationOf(subject, subjectId)],
    partialFingerprints: { "mcpcheck/v1": `${subjectId} ${check} ${revision}` },
    ...(finding.known === true ? { suppressions: [{ kind: "external", justification: "listed in the baseline" }] } : {}),
    properties: {
      verdict,
      revision,
      ...(finding.inheritedFrom === undefined ? {} : { inheritedFrom: finding.inheritedFrom }),
      wire: finding.wire,
    },
  };
}

function severityOf(verdict: Reported["verdict"]): object {
  if (verdict === "untested") return { kind: "open", level: "none" };
  return { kind: "fail", level: verdict === "warn" ? "warning" : "error" };
}

/** The subject by name; and by file where its command line names one in the project, for services that show nothing else. */
function locationOf(subject: Subject | undefined, subjectId: string): object {
  const file = subject?.command?.find((word) => /^(\.\/)?\w[\w./@-]*\.\w+$/.test(word));
  return {
    ...(file === undefined
      ? {}
      : { physicalLocation: { artifactLocation: { uri: file.replace(/^\.\//, "") }, region: { startLine: 1 } } }),
    logicalLocations: [
      { kind: "module", name: subjectId, fullyQualifiedName: subject === undefined ? subjectId : subjectLine(subject) },
    ],
  };
}

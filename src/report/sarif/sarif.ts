import { failOnOf } from "../../run/fail-on.ts";
import { counted } from "../../base/counted.ts";
import { jsonText } from "../../base/json-text.ts";
import { homePage } from "../../base/published-address.ts";
import { sha256 } from "../../base/sha256.ts";
import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "../collect-run.ts";
import { consequencesLine } from "../consequences.ts";
import { placeByName, type PlaceOf } from "../place.ts";
import type { Reporter, ReporterOptions } from "../reporter.ts";
import { runCategory } from "../run-category.ts";
import { sarifText } from "../text/sarif-text.ts";
import { subjectLine } from "../text/subject-line.ts";
import { sarifLimits, within } from "./sarif-limits.ts";
import { sarifRule } from "./sarif-rule.ts";
import { seen, type ToldResult, toldResults } from "../told-results.ts";

/**
 * SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html) as code-scanning services take it: failures as
 * errors, warnings as warnings, promises that were not kept as open; what the baseline lists is there, suppressed. Every result
 * stands in a file of the repository, and what is more than GitHub keeps is left off by us, with a note.
 */
export function sarifReporter({ placeOf = placeByName, docsUrl }: Partial<ReporterOptions> = {}): Reporter {
  return async function* (events) {
    yield `${jsonText(sarifLog(await collectRun(events), placeOf, docsUrl), 2)}\n`;
  };
}

/** Most characters of bytes shown beside all results together: they compress badly, and the file has to stay small. */
const wireBudget = 3_000_000;

/** Most characters of what was seen, in one result. */
const messageLimit = 1000;

function sarifLog(run: CollectedRun, placeOf: PlaceOf, docsUrl: string | undefined): object {
  const findings = reported(run);
  const version = run.started?.tool.version ?? "0.0.0";
  const all = toldResults(findings, failOnOf(run.started));
  const told = all.slice(0, sarifLimits.results);
  const rules = [...new Map(told.map((result) => [result.findings[0].check, result.findings[0]])).values()];
  const indexOf = new Map(rules.map((finding, index) => [finding.check, index]));
  const takeWire = budgeted();
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "mcpcheck",
            version,
            informationUri: homePage,
            rules: rules.map((finding) => sarifRule(finding, { version, docsUrl })),
          },
        },
        automationDetails: { id: `${runCategory(run)}/` },
        columnKind: "utf16CodeUnits",
        invocations: [invocationOf(run, all.length - told.length)],
        results: told.map((result) =>
          resultOf({ result, findings, ruleIndex: indexOf.get(result.findings[0].check) ?? 0, run, placeOf, takeWire }),
        ),
      },
    ],
  };
}

function invocationOf({ started, finished, notices }: CollectedRun, leftOff: number): object {
  const error = finished === undefined ? "the run broke off before its end" : finished.error?.message;
  const stale = (finished?.stale ?? []).map(({ entry, why }) => `stale baseline entry ${entry.check}: ${why}`);
  const more = counted(
    leftOff,
    "more result, the least grave one, is in the other reports only",
    "more results, the least grave ones, are in the other reports only",
  );
  return {
    executionSuccessful: error === undefined,
    exitCode: finished?.exitCode ?? 3,
    ...(started === undefined ? {} : { startTimeUtc: started.startedAt }),
    toolExecutionNotifications: [
      ...(error === undefined ? [] : [{ level: "error", message: { text: sarifText(error) } }]),
      ...stale.map((text) => ({ level: "error", message: { text: sarifText(text) } })),
      ...[...(leftOff === 0 ? [] : [more]), ...notices].map((text) => ({ level: "note", message: { text: sarifText(text) } })),
    ],
  };
}

type ResultParts = {
  readonly result: ToldResult;
  readonly findings: readonly Reported[];
  readonly ruleIndex: number;
  readonly run: CollectedRun;
  readonly placeOf: PlaceOf;
  readonly takeWire: (wire: readonly WireExcerpt[]) => readonly WireExcerpt[];
};

function resultOf({ result, findings, ruleIndex, run, placeOf, takeWire }: ResultParts): object {
  const [first] = result.findings;
  const { check, verdict, subjectId } = first;
  const revisions = result.findings.map(({ revision }) => revision).toSorted();
  const subject = run.subjects.find((one) => one.subjectId === subjectId)?.subject;
  const follows = consequencesLine({ first, revisions }, findings);
  const { path, line, length } = placeOf(subject, subjectId);
  const lines = [
    within(messageLimit, seen(result).join("\n")),
    ...(follows === undefined ? [] : [follows]),
    `again: ${first.repro}`,
  ];
  return {
    ruleId: check,
    ruleIndex,
    ...severityOf(first.flaky === undefined ? verdict : "warn"),
    message: { text: sarifText(lines.join("\n")) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split("/").map(encodeURIComponent).join("/") },
          region: { startLine: line, startColumn: 1, endLine: line, endColumn: Math.max(length, 1) + 1 },
        },
        logicalLocations: [
          { kind: "module", name: subjectId, fullyQualifiedName: subject === undefined ? subjectId : subjectLine(subject) },
        ],
      },
    ],
    // The place stands for the subject, not for the fault: which alert this is does not depend on what the line says.
    partialFingerprints: {
      primaryLocationLineHash: `${sha256(new TextEncoder().encode(`${subjectId}\n${check}`)).slice(0, 16)}:1`,
    },
    ...(result.findings.every(({ known }) => known === true)
      ? { suppressions: [{ kind: "external", justification: "listed in the baseline" }] }
      : {}),
    properties: {
      verdict,
      revisions,
      ...(first.inheritedFrom === undefined ? {} : { inheritedFrom: first.inheritedFrom }),
      wire: takeWire(first.wire),
    },
  };
}

function severityOf(verdict: Reported["verdict"]): object {
  if (verdict === "untested") return { kind: "open", level: "none" };
  return { kind: "fail", level: verdict === "warn" ? "warning" : "error" };
}

/** Gives bytes for as long as there is room for them. */
function budgeted(): ResultParts["takeWire"] {
  let left = wireBudget;
  return (wire) => {
    left -= wire.reduce((sum, { text }) => sum + text.length, 0);
    return left < 0 ? [] : wire;
  };
}

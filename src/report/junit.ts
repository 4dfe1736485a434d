import { countsAgainst } from "../run/exit-code.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "./collect-run.ts";
import type { Reporter } from "./reporter.ts";
import { areaOf, groupBy } from "./text/words.ts";
import { wireLine } from "./text/wire-line.ts";
import { xmlText } from "./text/xml-text.ts";

/**
 * JUnit XML in the dialect that Jenkins, GitLab and GitHub actions read: one suite for each subject, revision and area,
 * one case for each check. Whatever counts against the run is a failure; what was not tested, does not apply or is
 * known is skipped with its reason, and so is what only follows from another failure; a warning passes and is reported in `system-out`.
 */
export function junitReporter(): Reporter {
  return async function* (events) {
    const run = await collectRun(events);
    const suites = suitesOf(run);
    const cases = suites.flatMap((suite) => suite.cases);
    yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    yield `<testsuites name="mcpcheck" ${counts(cases)} time="${seconds(run.finished?.ms ?? 0)}">\n`;
    for (const suite of suites) yield suiteXml(suite, run.started?.startedAt);
    yield "</testsuites>\n";
  };
}

type Case = {
  readonly area: string;
  readonly name: string;
  readonly kind: "passed" | "failure" | "error" | "skipped";
  readonly body: string;
};

type Suite = { readonly name: string; readonly cases: readonly Case[] };

function suitesOf(run: CollectedRun): Suite[] {
  const strict = run.started?.strict ?? false;
  const groups = groupBy(reported(run), ({ subjectId, revision, check }) => `${subjectId} ${revision} ${areaOf(check)}`);
  const suites = [...groups].map(([name, group]) => ({ name, cases: group.map((finding) => caseOf(finding, strict)) }));
  const extra = extraCases(run);
  return extra.length === 0 ? suites : [...suites, { name: "run", cases: extra }];
}

function caseOf(finding: Reported, strict: boolean): Case {
  const base = { area: areaOf(finding.check), name: `${finding.check}: ${finding.title}` };
  if (finding.verdict === "error") return { ...base, kind: "error", body: element("error", finding.message, details(finding)) };
  if (finding.because !== undefined)
    return { ...base, kind: "skipped", body: element("skipped", `follows from ${finding.because}: ${finding.message}`) };
  if (countsAgainst(finding, strict)) {
    return { ...base, kind: "failure", body: element("failure", finding.message, details(finding), finding.verdict) };
  }
  if (finding.known === true) return { ...base, kind: "skipped", body: element("skipped", `known: ${finding.message}`) };
  switch (finding.verdict) {
    case "untested":
    case "not-applicable":
      return { ...base, kind: "skipped", body: element("skipped", `${finding.verdict}: ${finding.message}`) };
    case "warn":
      return {
        ...base,
        kind: "passed",
        body: `      <system-out>${xmlText(`warning: ${finding.message}\n${details(finding)}`)}</system-out>\n`,
      };
    default:
      return { ...base, kind: "passed", body: "" };
  }
}

/** What makes a run fail without being a verdict: stale baseline entries, and why nothing could be judged. */
function extraCases({ finished }: CollectedRun): Case[] {
  const error = finished === undefined ? { message: "the run broke off before its end", stderrTail: "" } : finished.error;
  return [
    ...(finished?.stale ?? []).map(({ entry, why }): Case => ({
      area: "baseline",
      name: `stale entry ${entry.check}${entry.revision === undefined ? "" : ` at ${entry.revision}`}`,
      kind: "failure",
      body: element("failure", why),
    })),
    ...(error === null
      ? []
      : [{ area: "run", name: "could judge", kind: "error", body: element("error", error.message, error.stderrTail) } as const]),
  ];
}

function details(finding: Reported): string {
  const bytes = finding.wire.map(wireLine);
  return [`${finding.level} ${finding.spec}`, ...bytes, finding.advice, finding.repro].join("\n");
}

function element(name: "failure" | "error" | "skipped", message: string, text = "", type?: string): string {
  const attributes = `message="${xmlText(message)}"${type === undefined ? "" : ` type="${xmlText(type)}"`}`;
  return text === "" ? `      <${name} ${attributes}/>\n` : `      <${name} ${attributes}>${xmlText(text)}</${name}>\n`;
}

function suiteXml({ name, cases }: Suite, timestamp: string | undefined): string {
  const when = timestamp === undefined ? "" : ` timestamp="${xmlText(timestamp.replace(/\.\d+Z$/, ""))}"`;
  const body = cases.map(
    (one) =>
      `    <testcase classname="${xmlText(`mcpcheck.${one.area}`)}" name="${xmlText(one.name)}" time="0"${one.body === "" ? "/>\n" : `>\n${one.body}    </testcase>\n`}`,
  );
  return `  <testsuite name="${xmlText(name)}" ${counts(cases)} time="0"${when}>\n${body.join("")}  </testsuite>\n`;
}

function counts(cases: readonly Case[]): string {
  const of = (kind: Case["kind"]): number => cases.filter((one) => one.kind === kind).length;
  return `tests="${cases.length}" failures="${of("failure")}" errors="${of("error")}" skipped="${of("skipped")}"`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

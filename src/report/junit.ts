import { counted } from "../base/counted.ts";
import { countsAgainst } from "../run/exit-code.ts";
import { type FailOn, failOnOf } from "../run/fail-on.ts";
import { type CollectedRun, collectRun, type Reported, reported } from "./collect-run.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { groupBy } from "../base/group-by.ts";
import { areaOf } from "./text/words.ts";
import { flakyNote } from "./text/flaky-note.ts";
import { wireLine } from "./text/wire-line.ts";
import { xmlText } from "./text/xml-text.ts";

/**
 * JUnit XML in the dialect that Jenkins, GitLab and GitHub actions read: one suite for each subject, revision and area,
 * one case for each check. Whatever counts against the run is a failure; what is known is skipped, and so is what only follows from
 * another failure, and a failure that passed when it was played again; a warning passes and is reported in `system-out`. What was not tested or does not apply is counted, and skipped
 * with its reason where everything is wanted. A scenario's time is shared among the checks it decided.
 */
export function junitReporter({ verbose = false }: Partial<ReporterOptions> = {}): Reporter {
  return async function* (events) {
    const run = await collectRun(events);
    const suites = suitesOf(run, verbose);
    const cases = suites.flatMap((suite) => suite.cases);
    yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    yield `<testsuites name="mcpcheck" ${counts(cases)} time="${seconds(run.finished?.ms ?? 0)}">\n`;
    const unheard = run.findings.length - suites.reduce((sum, suite) => sum + suite.judged, 0);
    // Where nothing is heard of at all, that is heard.
    const told = suites.length === 0 && unheard > 0 ? [{ name: "run", cases: [], judged: 0 }] : suites;
    for (const [index, suite] of told.entries()) yield suiteXml(suite, run.started?.startedAt, index === 0 ? unheard : 0);
    yield "</testsuites>\n";
  };
}

type Case = {
  readonly area: string;
  readonly name: string;
  readonly kind: "passed" | "failure" | "error" | "skipped";
  readonly body: string;
  /** Milliseconds. */
  readonly ms: number;
};

/** `judged` counts the cases that are checks. */
type Suite = { readonly name: string; readonly cases: readonly Case[]; readonly judged: number };

function suitesOf(run: CollectedRun, everything: boolean): Suite[] {
  const failOn = failOnOf(run.started);
  const findings = reported(run);
  const msOf = times(run, findings);
  const heard = (finding: Reported): boolean =>
    everything || !["untested", "not-applicable"].includes(finding.verdict) || countsAgainst(finding, failOn);
  const groups = groupBy(findings, ({ subjectId, revision, check }) => `${subjectId} ${revision} ${areaOf(check)}`);
  const suites = [...groups].flatMap(([name, group]): Suite[] => {
    const cases = group.filter(heard).map((finding) => ({ ...caseOf(finding, failOn), ms: msOf(finding) }));
    return cases.length === 0 ? [] : [{ name, cases, judged: cases.length }];
  });
  const extra = extraCases(run).map((one) => ({ ...one, ms: 0 }));
  return extra.length === 0 ? suites : [...suites, { name: "run", cases: extra, judged: 0 }];
}

/** How long the scenario behind a finding took, shared among the findings it decided; 0 where none did. */
function times({ scenarios }: CollectedRun, findings: readonly Reported[]): (finding: Reported) => number {
  const keyOf = ({ subjectId, revision, scenario }: Pick<Reported, "subjectId" | "revision" | "scenario">): string =>
    `${subjectId}\n${revision}\n${scenario}`;
  const took = new Map(scenarios.map((scenario) => [keyOf(scenario), scenario.ms]));
  const decided = groupBy(
    findings.filter(({ evidence }) => evidence.length > 0),
    keyOf,
  );
  return (finding) =>
    finding.evidence.length === 0 ? 0 : (took.get(keyOf(finding)) ?? 0) / (decided.get(keyOf(finding))?.length ?? 1);
}

function caseOf(finding: Reported, failOn: FailOn): Omit<Case, "ms"> {
  const base = { area: areaOf(finding.check), name: `${finding.check}: ${finding.title}` };
  if (finding.verdict === "error") return { ...base, kind: "error", body: element("error", finding.message, details(finding)) };
  if (finding.because !== undefined)
    return { ...base, kind: "skipped", body: element("skipped", `follows from ${finding.because}: ${finding.message}`) };
  if (countsAgainst(finding, failOn)) {
    return { ...base, kind: "failure", body: element("failure", finding.message, details(finding), finding.verdict) };
  }
  if (finding.known === true) return { ...base, kind: "skipped", body: element("skipped", `known: ${finding.message}`) };
  const flaky = flakyNote(finding);
  if (flaky !== undefined)
    return { ...base, kind: "skipped", body: element("skipped", `${flaky}: ${finding.message}`, details(finding)) };
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
function extraCases({ finished }: CollectedRun): Omit<Case, "ms">[] {
  const error = finished === undefined ? { message: "the run broke off before its end", stderrTail: "" } : finished.error;
  return [
    ...(finished?.stale ?? []).map(({ entry, why }): Omit<Case, "ms"> => ({
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

function suiteXml({ name, cases }: Suite, timestamp: string | undefined, unheard: number): string {
  const when = timestamp === undefined ? "" : ` timestamp="${xmlText(timestamp.replace(/\.\d+Z$/, ""))}"`;
  const body = cases.map(
    (one) =>
      `    <testcase classname="${xmlText(`mcpcheck.${one.area}`)}" name="${xmlText(one.name)}" time="${seconds(one.ms)}"${one.body === "" ? "/>\n" : `>\n${one.body}    </testcase>\n`}`,
  );
  const note = `${counted(unheard, "check")} untested or not applicable; --verbose lists them`;
  const left = unheard === 0 ? "" : `    <properties><property name="mcpcheck.left-out" value="${note}"/></properties>\n`;
  const time = seconds(cases.reduce((sum, { ms }) => sum + ms, 0));
  return `  <testsuite name="${xmlText(name)}" ${counts(cases)} time="${time}"${when}>\n${left}${body.join("")}  </testsuite>\n`;
}

function counts(cases: readonly Case[]): string {
  const of = (kind: Case["kind"]): number => cases.filter((one) => one.kind === kind).length;
  return `tests="${cases.length}" failures="${of("failure")}" errors="${of("error")}" skipped="${of("skipped")}"`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

import type { Revision } from "../spec/revision.ts";
import { declares } from "../trace/server-facts.ts";
import { stepOf } from "../trace/step-index.ts";
import { eventsOf, revisionsIn, type Trace, traceOf } from "../trace/trace.ts";
import type { Check } from "./check.ts";
import { citationAt } from "./citation.ts";
import type { Finding } from "./finding.ts";
import { notApplicable, type Outcome } from "./outcome.ts";
import { verdictOf } from "./verdict.ts";

/** Which scenarios promise a conclusion on a check: check id to scenario ids. */
export type Promises = ReadonlyMap<string, readonly string[]>;

/**
 * Judges a trace: every check at every revision the trace was recorded for. Pure, so that a saved trace gets the same
 * findings as the run that recorded it. Order: by revision, then as the checks are given.
 */
export function judge(trace: Trace, checks: readonly Check[], promises: Promises): Finding[] {
  return [...judgeEach(trace, checks, promises)];
}

/** The same one by one, for a caller that has other things to do in between: a hostile trace takes its time. */
export function* judgeEach(trace: Trace, checks: readonly Check[], promises: Promises): Generator<Finding, void> {
  for (const revision of revisionsIn(trace)) {
    const part = traceOf(trace, revision);
    const ran = new Set(eventsOf(part, "step").map((step) => step.scenario));
    const skipped = new Map(eventsOf(part, "skip").map((skip) => [skip.scenario, skip.reason]));
    for (const check of checks)
      if (check.subject === trace.subject.kind) yield finding(part, check, revision, promises.get(check.id) ?? [], ran, skipped);
  }
}

function finding(
  trace: Trace,
  check: Check,
  revision: Revision,
  promisedBy: readonly string[],
  ran: ReadonlySet<string>,
  skipped: ReadonlyMap<string, string>,
): Finding {
  const outcome = outcomeOf(trace, check, revision);
  const promisedHere = promisedBy.filter((scenario) => ran.has(scenario));
  const evidence = outcome.kind === "satisfied" || outcome.kind === "violated" ? outcome.evidence : [];
  return {
    check: check.id,
    title: check.title,
    level: check.level,
    revision,
    verdict: verdictOf(check.level, outcome),
    message: messageOf(
      outcome,
      promisedBy.filter((scenario) => skipped.has(scenario)).map((scenario) => skipped.get(scenario) ?? ""),
    ),
    spec: citationAt(check.spec, revision) ?? citationAny(check),
    advice: check.advice,
    scenario: scenarioOf(trace, evidence[0]) ?? promisedHere[0] ?? promisedBy[0] ?? null,
    evidence,
    promised: promisedHere.length > 0,
    ...(check.tolerance === undefined ? {} : { tolerance: check.tolerance }),
  };
}

/** The outcome of one check on the trace of one revision, its declared limits (revision, transport, capability) first. */
export function outcomeOf(trace: Trace, check: Check, revision: Revision): Outcome {
  if (citationAt(check.spec, revision) === undefined) return notApplicable(`not part of revision ${revision}`);
  const { transport } = trace.subject;
  if (check.transports !== undefined && !check.transports.includes(transport))
    return notApplicable(`does not apply to the ${transport} transport`);
  if (check.capability !== undefined && declares(trace, check.capability) === false) {
    return notApplicable(`the server does not declare the capability ${check.capability}`);
  }
  return check.verify(trace);
}

function messageOf(outcome: Outcome, skipReasons: readonly string[]): string {
  switch (outcome.kind) {
    case "satisfied":
      return (
        outcome.note ?? `shown by ${outcome.evidence.length === 1 ? "one wire event" : `${outcome.evidence.length} wire events`}`
      );
    case "violated":
      return outcome.message;
    case "inconclusive":
      return [outcome.reason, ...new Set(skipReasons)].join("; ");
    case "not-applicable":
      return outcome.reason;
  }
}

function scenarioOf(trace: Trace, seq: number | undefined): string | undefined {
  const event = seq === undefined ? undefined : trace.events.find((candidate) => candidate.seq === seq);
  return event === undefined ? undefined : stepOf(trace, event)?.scenario;
}

function citationAny(check: Check): string {
  const last = Object.entries(check.spec).findLast(([, place]) => place !== "removed");
  return last === undefined ? "" : (citationAt({ [last[0]]: last[1] }, last[0] as Revision) ?? "");
}

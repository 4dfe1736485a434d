import { capabilityWords } from "../spec/capability-path.ts";
import type { Revision } from "../spec/revision.ts";
import { declares, listFailure, listsNothing } from "../trace/facts/server-facts.ts";
import { heard, heardInFull, whatWasThrottled } from "../trace/throttled.ts";
import { fullyRead, whatWasNotRead } from "../trace/facts/unread.ts";
import { stepOf } from "../trace/step-index.ts";
import { eventsAt, eventsOf, looksOf, revisionsIn, type Trace, traceOf } from "../trace/trace.ts";
import type { Check, Statement } from "./check.ts";
import { citationAt } from "./citation.ts";
import type { Finding } from "./finding.ts";
import { inconclusive, notApplicable, type Outcome, unreachable } from "./outcome.ts";
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
    const circumstances = { ...circumstancesOf(part), lost: [...whatWasNotRead(part), ...whatWasThrottled(part)] };
    for (const check of checks)
      if (check.subject === trace.subject.kind)
        yield findingOf(check, revision, outcomeOf(part, check, revision), promises.get(check.id) ?? [], circumstances);
  }
}

/** What is to be said of the checks that did not come to look at a trace, for `reason`; `judged` are those that did. */
export function unjudged(
  trace: Trace,
  { checks, promises }: { readonly checks: readonly Statement[]; readonly promises: Promises },
  judged: readonly Finding[],
  reason: string,
): Finding[] {
  const done = new Set(judged.map(({ revision, check }) => `${revision} ${check}`));
  return revisionsIn(trace).flatMap((revision) => {
    const circumstances = { ...circumstancesOf(traceOf(trace, revision)), lost: [] };
    return checks
      .filter(({ id, subject }) => subject === trace.subject.kind && !done.has(`${revision} ${id}`))
      .map((check) => findingOf(check, revision, inconclusive(reason), promises.get(check.id) ?? [], circumstances));
  });
}

/**
 * What else is known of the part of a trace that is judged: the scenarios that ran and keep what they promise, why others did
 * not, and what was lost: not read here, or turned away there.
 */
type Circumstances = {
  readonly trace: Trace;
  readonly ran: ReadonlySet<string>;
  readonly skipped: ReadonlyMap<string, string>;
  readonly lost: readonly string[];
};

function circumstancesOf(trace: Trace): Omit<Circumstances, "lost"> {
  const unsure = new Set(eventsOf(trace, "role").flatMap(({ by, scenario }) => (by === "seen" ? [scenario] : [])));
  const ran = new Set(eventsOf(trace, "step").flatMap(({ scenario }) => (unsure.has(scenario) ? [] : [scenario])));
  const skipped = new Map(eventsOf(trace, "skip").map((skip) => [skip.scenario, skip.reason]));
  return { trace, ran, skipped };
}

/** Most evidence a finding carries; a check over 10,000 messages does not list them all. */
const evidenceLimit = 20;

function findingOf(
  check: Statement,
  revision: Revision,
  seen: Outcome,
  promisedBy: readonly string[],
  { trace, ran, skipped, lost }: Circumstances,
): Finding {
  const promisedHere = promisedBy.filter((scenario) => ran.has(scenario) && !skipped.has(scenario));
  const outcome = promisedHere.length === 0 ? withoutOccasion(trace, check, seen) : withoutReach(trace, check, seen);
  const evidence = outcome.kind === "satisfied" || outcome.kind === "violated" ? outcome.evidence.slice(0, evidenceLimit) : [];
  return {
    check: check.id,
    title: check.title,
    level: check.level,
    revision,
    verdict: verdictOf(check.level, outcome),
    message: messageOf(outcome, [
      ...promisedBy.filter((scenario) => skipped.has(scenario)).map((scenario) => skipped.get(scenario) ?? ""),
      ...lost,
    ]),
    spec: citationAt(check.spec, revision) ?? citationAny(check),
    advice: check.advice,
    scenario: scenarioOf(trace, evidence[0]) ?? promisedHere[0] ?? promisedBy[0] ?? null,
    evidence,
    promised: promisedHere.length > 0 && !(outcome.kind === "inconclusive" && outcome.unreachable === true),
    ...(check.tolerance === undefined ? {} : { tolerance: check.tolerance }),
    ...(outcome.kind === "violated" && outcome.timing === true ? { once: true as const } : {}),
    ...(outcome.kind === "violated" && outcome.leftOut === true ? { leftOut: true as const } : {}),
  };
}

/**
 * Untested is what could have been tested: where the server lists nothing of what a check is about, or offers no completion, there was
 * no occasion, and the statement does not apply.
 */
function withoutOccasion(trace: Trace, { capability = "" }: Statement, outcome: Outcome): Outcome {
  if (outcome.kind !== "inconclusive") return outcome;
  const [family = ""] = capability.split(".");
  return listsNothing(trace, family) ? notApplicable(`the server lists no ${family}`) : outcome;
}

/** What a server lists of a family decides what can be asked of it: where that list fails inside the server, nothing was promised. */
function withoutReach(trace: Trace, { capability = "" }: Statement, outcome: Outcome): Outcome {
  if (outcome.kind !== "inconclusive" || outcome.unreachable === true) return outcome;
  const failure = listFailure(trace, capability.split(".")[0] ?? "");
  return failure === undefined
    ? outcome
    : unreachable(`${outcome.reason}; ${failure.request.frame.method} failed with an internal error`);
}

/** The outcome of one check on the trace of one revision, its declared limits (revision, transport, capability) first. */
export function outcomeOf(trace: Trace, check: Check, revision: Revision): Outcome {
  if (citationAt(check.spec, revision) === undefined) return notApplicable(`not part of revision ${revision}`);
  const { first, again } = looksOf(trace);
  const { transport } = trace.subject;
  if (check.transports !== undefined && !check.transports.includes(transport))
    return notApplicable(`does not apply to the ${transport} transport`);
  if (check.capability !== undefined && declares(first, check.capability) === false) {
    return notApplicable(`the server does not declare ${capabilityWords(check.capability)}`);
  }
  const outcome = judgedPart(first, check);
  if (again === undefined) return outcome;
  if (outcome.kind === "violated" && outcome.timing === true) return confirmed(outcome, judgedPart(again, check));
  if (outcome.kind !== "not-applicable" || outcome.timing !== true) return outcome;
  const later = judgedPart(again, check);
  return later.kind === "inconclusive" ? outcome : later;
}

function judgedPart(whole: Trace, check: Check): Outcome {
  const outcome = check.verify(heard(whole));
  return outcome.kind === "violated" ? accusable(whole, check, outcome) : outcome;
}

/** What rests on timing is said where it came twice: in the course of the run, and again when nothing else was going on. */
function confirmed(outcome: Outcome & { readonly kind: "violated" }, again: Outcome): Outcome {
  const { timing: _, ...certain } = outcome;
  if (again.kind === "violated") return certain;
  const told = `seen once and not again, when it was looked at alone: ${outcome.message}`;
  return again.kind === "satisfied" ? { ...again, note: told } : inconclusive(told);
}

/**
 * An accusation must not rest on what a message would have said that was too large to be read, nor on a request that the server
 * turned away because there were too many: so it has to stand without the connections on which there was the one, and without what
 * came after the other, or it is none.
 */
function accusable(whole: Trace, check: Check, outcome: Outcome): Outcome {
  const certain = heardInFull(whole);
  const rest = fullyRead(certain);
  if (rest === heard(whole)) return outcome;
  const without = check.verify(rest);
  if (without.kind === "violated") return without;
  return inconclusive(
    rest === certain
      ? "what was seen is against it, but only after a request that the server turned away because there were too many"
      : "what was seen is against it, but only on connections of which not every message was read",
  );
}

/** Longest message of a finding, in UTF-16 units: a peer's own words in it can be of any length. */
const longestMessage = 4000;

function messageOf(outcome: Outcome, reasons: readonly string[]): string {
  const whole = wholeMessageOf(outcome, reasons);
  return whole.length > longestMessage ? `${whole.slice(0, longestMessage)}…` : whole;
}

function wholeMessageOf(outcome: Outcome, reasons: readonly string[]): string {
  switch (outcome.kind) {
    case "satisfied":
      return (
        outcome.note ?? `shown by ${outcome.evidence.length === 1 ? "one wire event" : `${outcome.evidence.length} wire events`}`
      );
    case "violated":
      return outcome.message;
    case "inconclusive":
      return [outcome.reason, ...new Set(reasons)].join("; ");
    case "not-applicable":
      return outcome.reason;
  }
}

function scenarioOf(trace: Trace, seq: number | undefined): string | undefined {
  const [event] = seq === undefined ? [] : eventsAt(trace, [seq]);
  if (event === undefined) return undefined;
  return (event.kind === "step" ? event : stepOf(trace, event))?.scenario;
}

function citationAny(check: Statement): string {
  const last = Object.entries(check.spec).findLast(([, place]) => place !== "removed");
  return last === undefined ? "" : (citationAt({ [last[0]]: last[1] }, last[0] as Revision) ?? "");
}

import { matchesGlob } from "../base/glob/matches-glob.ts";
import { allCalls } from "../trace/call.ts";
import { type Trace, traceOf } from "../trace/trace.ts";
import type { Revision } from "../spec/revision.ts";
import type { Check } from "./check.ts";
import type { Explanation } from "./explanation.ts";
import type { Finding } from "./finding.ts";
import { outcomeOf } from "./judge.ts";
import { seqOf } from "./outcome.ts";
import { isAccusation } from "./verdict.ts";

/**
 * The check whose fault each finding follows from; undefined for a finding that stands for itself. Pure. A consequence rests on
 * nothing but what its cause rests on, and is never worse than it, so that no failure is hidden by a warning. Where a cause has
 * a cause itself, the first of them is named.
 */
export function causesOf(trace: Trace, checks: readonly Check[], findings: readonly Finding[]): (string | undefined)[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const named = new Map<Finding, string>();
  for (const revision of new Set(findings.map((finding) => finding.revision))) {
    const bad = findings.filter((finding) => finding.revision === revision && isAccusation(finding));
    if (bad.length < 2) continue;
    for (const [finding, cause] of rootsOf(bad, causesAmong(traceOf(trace, revision as Revision), byId, bad)))
      named.set(finding, cause.check);
  }
  return findings.map((finding) => named.get(finding));
}

/** A finding that may explain others, and where: the keys of the places its fault is at. */
type Cause = {
  readonly finding: Finding;
  readonly explanation: Explanation;
  readonly places: ReadonlySet<string>;
};

function causesAmong(trace: Trace, byId: ReadonlyMap<string, Check>, bad: readonly Finding[]): Map<Finding, Finding> {
  const keys = placesOf(trace);
  const causes = bad.flatMap((finding): Cause[] =>
    (byId.get(finding.check)?.explains ?? []).map((explanation) => ({
      finding,
      explanation,
      places: new Set(faultsOf(trace, byId, finding, explanation).map((seq) => keys(seq, explanation.within))),
    })),
  );
  const explains = (cause: Cause, finding: Finding, isMeant: (id: string, checks: readonly string[]) => boolean): boolean =>
    cause.finding !== finding &&
    (cause.finding.verdict === "fail" || finding.verdict === "warn") &&
    isMeant(finding.check, cause.explanation.checks) &&
    finding.evidence.every((seq) => cause.places.has(keys(seq, cause.explanation.within)));
  const found = new Map<Finding, Finding>();
  // What is named by its id first: there a cause is never taken for the consequence of what it explains.
  for (const isMeant of [isNamed, isMatched])
    for (const finding of bad) {
      if (found.has(finding)) continue;
      const cause = causes.find((one) => explains(one, finding, isMeant) && !leadsTo(found, one.finding, finding));
      if (cause !== undefined) found.set(finding, cause.finding);
    }
  return found;
}

const isNamed = (id: string, checks: readonly string[]): boolean => checks.includes(id);
const isMatched = (id: string, checks: readonly string[]): boolean => checks.some((glob) => matchesGlob(glob, id, true));

function faultsOf(trace: Trace, byId: ReadonlyMap<string, Check>, finding: Finding, { at }: Explanation): readonly number[] {
  if (at !== undefined) return at(trace).map(seqOf);
  const check = byId.get(finding.check);
  // The finding itself keeps only the first of its evidence.
  const outcome = check === undefined ? undefined : outcomeOf(trace, check, finding.revision as Revision);
  return outcome?.kind === "violated" ? outcome.evidence : finding.evidence;
}

/** Whether following the causes from one finding comes by another. */
function leadsTo(causes: ReadonlyMap<Finding, Finding>, from: Finding, to: Finding): boolean {
  for (let at: Finding | undefined = from; at !== undefined; at = causes.get(at)) if (at === to) return true;
  return false;
}

function rootsOf(bad: readonly Finding[], causes: ReadonlyMap<Finding, Finding>): [Finding, Finding][] {
  return bad.flatMap((finding): [Finding, Finding][] => {
    let root = causes.get(finding);
    if (root === undefined) return [];
    for (let next = causes.get(root); next !== undefined; next = causes.get(root)) root = next;
    return [[finding, root]];
  });
}

/** Names the place an event belongs to, as near as it is asked for. */
function placesOf(trace: Trace): (seq: number, within: Explanation["within"]) => string {
  const events = new Map(trace.events.map((event) => [event.seq, event]));
  const requests = new Map(
    allCalls(trace).flatMap(({ request, answer }) => (answer === undefined ? [] : [[answer.seq, request.seq] as const])),
  );
  return (seq, within) => {
    const event = events.get(seq);
    if (within === "message" || event === undefined) return `message ${seq}`;
    if (within === "revision") return "revision";
    if (within === "connection") return `connection ${event.connection}`;
    return "exchange" in event ? `exchange ${event.exchange}` : `request ${requests.get(seq) ?? seq}`;
  };
}

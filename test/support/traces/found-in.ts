import type { Check } from "../../../src/check/check.ts";
import { outcomeOf } from "../../../src/check/judge.ts";
import type { Outcome } from "../../../src/check/outcome.ts";
import type { Revision } from "../../../src/spec/revision.ts";
import { revisionsIn, type Trace } from "../../../src/trace/trace.ts";
import { groupBy } from "../../../src/base/group-by.ts";
import { loadRecorded } from "./load-recorded.ts";
import { sideBySide } from "./side-by-side.ts";

/** A recorded trace, and the check it was recorded for. */
type Kept = { readonly of: Check; readonly name: string; readonly trace: Trace };

/** A recorded trace after it was judged. */
type Judged = Kept & { readonly revision: Revision; readonly outcome: Outcome };

/**
 * What checks state, and say of each other's recorded traces, as text: for each check every trace of its own, in full, and all of them as one;
 * then what it finds fault with in those of others, and how much of theirs satisfies it.
 */
export function foundIn(checks: readonly Check[]): string {
  const kept = checks.flatMap((of) => [...loadRecorded(of).traces].map(([name, trace]): Kept => ({ of, name, trace })));
  return checks.map((check) => `== ${check.id}\n${[stated(check), ...foundBy(check, kept)].join("\n")}\n`).join("\n");
}

/** What a check states and where that stands, and whom it is about. */
function stated({ level, spec, transports, capability, onRequest, connections }: Check): string {
  return [
    level,
    ...Object.entries(spec).map(([revision, place]) => `${revision} ${place}`),
    ...(transports === undefined ? [] : [`over ${transports.join(", ")}`]),
    ...(capability === undefined ? [] : [`with ${capability}`]),
    ...(onRequest === undefined ? [] : ["on request"]),
    ...(connections === undefined ? [] : [`by ${connections} connections`]),
  ].join("; ");
}

function foundBy(check: Check, kept: readonly Kept[]): string[] {
  const judged = kept.flatMap(({ of, name, trace }) =>
    revisionsIn(trace).map((revision): Judged => ({ of, name, trace, revision, outcome: outcomeOf(trace, check, revision) })),
  );
  const own = judged.filter(({ of }) => of === check);
  const others = judged.filter(({ of }) => of !== check);
  const accused = others.filter(({ outcome }) => outcome.kind === "violated");
  const proved = others.flatMap(({ outcome }) => (outcome.kind === "satisfied" ? [outcome.evidence.length] : []));
  return [
    ...own.map(({ name, outcome }) => `${name}: ${said(outcome)}`),
    ...together(own).map(({ revision, trace }) => `all side by side at ${revision}: ${said(outcomeOf(trace, check, revision))}`),
    ...together(own.filter(({ outcome }) => outcome.kind !== "violated")).map(
      ({ revision, trace }) => `those not violated, side by side at ${revision}: ${said(outcomeOf(trace, check, revision))}`,
    ),
    ...accused.map(({ of, name, outcome }) => `${of.id}/${name}: ${said(outcome)}`),
    `satisfied by ${proved.reduce((sum, count) => sum + count, 0)} events of ${proved.length} traces of others`,
  ];
}

/** Those of the same subject and revision as one trace; one that is alone has nothing to be taken for. */
function together(judged: readonly Judged[]): Pick<Judged, "trace" | "revision">[] {
  const alike = groupBy(judged, ({ revision, trace }) => JSON.stringify([revision, trace.subject]));
  return [...alike.values()].flatMap(([first, ...more]) =>
    first === undefined || more.length === 0
      ? []
      : [{ revision: first.revision, trace: sideBySide([first.trace, ...more.map(({ trace }) => trace)]) }],
  );
}

/** An outcome on one line: its kind, the events it rests on, what is special about it, its words. */
function said(outcome: Outcome): string {
  const rests = "evidence" in outcome ? ` by ${outcome.evidence.join(" ")}` : "";
  const special = [
    ...("timing" in outcome ? ["timing"] : []),
    ...("leftOut" in outcome ? ["left out"] : []),
    ...("unreachable" in outcome ? ["unreachable"] : []),
  ].map((word) => `, ${word}`);
  return `${outcome.kind}${rests}${special.join("")}${words(outcome)}`;
}

function words(outcome: Outcome): string {
  const text = outcome.kind === "satisfied" ? outcome.note : outcome.kind === "violated" ? outcome.message : outcome.reason;
  return text === undefined ? "" : `: ${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}`;
}

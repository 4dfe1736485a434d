import { exitCodeOf } from "../../run/exit-code.ts";
import { failOnOf, failOns } from "../../run/fail-on.ts";
import type { RunEvent, RunError, RunStarted } from "../../run/run-event.ts";
import { summarise } from "../../run/summary.ts";
import type { SavedRun } from "./read-run.ts";

/** Said where a run that was saved has no end. */
const cutOff = (name: string): RunError => ({
  kind: "harness",
  message: `${name}: the run was cut off; what it had judged until then is in the report`,
  stderrTail: "",
});

/**
 * Several runs as one: the shards of one, or the same on other machines, at other revisions, under other versions of Node. Subject comes
 * after subject, in the order of the runs; a subject that several of them judged is told apart by the name of the run. The exit code is
 * what all findings come to, and never better than that of a run.
 */
export function mergedRun(runs: readonly SavedRun[], argv: readonly string[]): RunEvent[] {
  const owners = new Map<string, Set<string>>();
  for (const { name, events } of runs)
    for (const event of events)
      if ("subjectId" in event) owners.set(event.subjectId, (owners.get(event.subjectId) ?? new Set()).add(name));
  const events = runs.flatMap(({ name, events: own }) =>
    own.map((event) =>
      "subjectId" in event && (owners.get(event.subjectId)?.size ?? 0) > 1
        ? { ...event, subjectId: `${event.subjectId} (${name})` }
        : event,
    ),
  );
  const findings = events.flatMap((event) => (event.type === "finding" ? [event.finding] : []));
  const started = startOf(runs, argv);
  const error = runs
    .map(({ name, finished }) => (finished === undefined ? cutOff(name) : finished.error))
    .find((one) => one !== null);
  const stale = runs.flatMap(({ finished }) => finished?.stale ?? []);
  const interrupted = runs.map(({ finished }) => finished?.interrupted ?? null).find((one) => one !== null) ?? null;
  const own = exitCodeOf({ findings, error: error ?? null, stale, interrupted, failOn: failOnOf(started) });
  return [
    started,
    ...events,
    {
      type: "run.finished",
      summary: summarise(findings),
      exitCode: own === 0 ? Math.max(...runs.map(({ finished }) => finished?.exitCode ?? 3)) : own,
      error: error ?? null,
      stale,
      interrupted,
      ms: runs.reduce((sum, { finished }) => sum + (finished?.ms ?? 0), 0),
    },
  ];
}

function startOf(runs: readonly SavedRun[], argv: readonly string[]): RunStarted {
  const starts = runs.map(({ started }) => started);
  const [first] = starts.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt, "en"));
  if (first === undefined) throw new RangeError("no run to merge");
  const isShared = (member: "subject" | "revisions"): boolean =>
    new Set(starts.map((start) => JSON.stringify(start[member]))).size === 1;
  const said = failOns.findLast((one) => starts.some(({ failOn }) => failOn === one));
  return {
    ...first,
    argv,
    subject: isShared("subject") ? first.subject : null,
    revisions: isShared("revisions") ? first.revisions : "auto",
    strict: starts.some(({ strict }) => strict),
    ...(said === undefined ? {} : { failOn: said }),
  };
}

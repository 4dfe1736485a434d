import type { RunEvent, SubjectDescribed } from "../../src/run/run-event.ts";
import { sampleRun } from "./sample-run.ts";

const [described] = sampleRun.filter((event) => event.type === "subject.described");

/**
 * A run over so many servers: the first fails, the second could not be judged, the third has a warning, the others conform. Their names
 * begin with `prefix`.
 */
export function manySubjects(count: number, prefix = "server-"): RunEvent[] {
  const whole = sampleRun.filter(({ type }) => type === "run.started" || type === "run.finished");
  const subjects = Array.from({ length: count }, (_, index) => subjectEvents(`${prefix}${index + 1}`, index));
  return [...whole.slice(0, 1), ...subjects.flat(), ...whole.slice(1)];
}

function subjectEvents(subjectId: string, index: number): RunEvent[] {
  const verdict = ["fail", "none", "warn"][index] ?? "pass";
  const finding = sampleRun.find(
    (event) => event.type === "finding" && event.finding.verdict === verdict && event.finding.because === undefined,
  );
  const error = { kind: "subject", message: `${subjectId} said nothing`, stderrTail: "" } as const;
  const { subject, revisions } = described as SubjectDescribed;
  return [
    { type: "subject.described", subjectId, subject, revisions },
    ...(finding === undefined ? [] : [{ ...finding, subjectId } as RunEvent]),
    { type: "subject.finished", subjectId, error: verdict === "none" ? error : null, ms: 10 },
  ];
}

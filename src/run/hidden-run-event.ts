import type { Secrets } from "../base/secrets/secrets.ts";
import type { ConnectionTimeline } from "../trace/timeline/connection-timeline.ts";
import type { RunError, RunEvent } from "./run-event.ts";

/**
 * A run event without secrets, as it goes to reporters and to the baseline. Most of it was made from a trace that has none; but the
 * names of subjects, errors, reasons and notices come from elsewhere. What mcpcheck itself says (checks, titles, verdicts) stays.
 */
export function hiddenRunEvent(event: RunEvent, { hide, hideValue }: Pick<Secrets, "hide" | "hideValue">): RunEvent {
  const error = (told: RunError | null): RunError | null =>
    told === null ? null : { ...told, message: hide(told.message), stderrTail: hide(told.stderrTail) };
  switch (event.type) {
    case "run.started":
      return { ...event, argv: event.argv.map((word) => hide(word)), subject: hiddenSubject(event.subject, hideValue) };
    case "subject.described":
      return { ...event, subjectId: hide(event.subjectId), subject: hiddenSubject(event.subject, hideValue) };
    case "subject.planned":
      return { ...event, subjectId: hide(event.subjectId) };
    case "scenario.finished":
      return { ...event, subjectId: hide(event.subjectId), skipped: event.skipped === null ? null : hide(event.skipped) };
    case "finding":
      return {
        ...event,
        subjectId: hide(event.subjectId),
        finding: { ...event.finding, message: hide(event.finding.message) },
        wire: event.wire.map((excerpt) => ({ ...excerpt, text: hide(excerpt.text, excerpt.cut) })),
        repro: hide(event.repro),
      };
    case "subject.roles":
      return {
        ...event,
        subjectId: hide(event.subjectId),
        roles: event.roles.map((met) => ({ ...met, tool: hide(met.tool) })),
      };
    case "subject.timeline":
      return {
        ...event,
        subjectId: hide(event.subjectId),
        connections: event.connections.map((one) => hiddenConnection(one, hide)),
      };
    case "subject.finished":
      return { ...event, subjectId: hide(event.subjectId), error: error(event.error) };
    case "notice":
      return { ...event, message: hide(event.message) };
    case "run.finished":
      return { ...event, error: error(event.error), stale: hideValue(event.stale) };
  }
}

/** What the subject wrote stands in the methods of a client at most; other methods and ids are of our suites, reasons of the transport. */
function hiddenConnection(one: ConnectionTimeline, hide: Secrets["hide"]): ConnectionTimeline {
  const marks = one.marks.map((mark) => ({ ...mark, text: hide(mark.text) }));
  return { ...one, marks, calls: one.calls.map((call) => ({ ...call, method: hide(call.method) })) };
}

/** The kind of a subject and its transport are ours. */
function hiddenSubject<T extends { readonly kind: string; readonly transport: string } | null>(
  subject: T,
  hideValue: Secrets["hideValue"],
): T {
  return subject === null ? subject : { ...hideValue(subject), kind: subject.kind, transport: subject.transport };
}

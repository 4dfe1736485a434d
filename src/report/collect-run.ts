import type { Finding } from "../check/finding.ts";
import type {
  FindingEvent,
  RunEvent,
  RunFinished,
  RunStarted,
  ScenarioFinished,
  SubjectDescribed,
  SubjectFinished,
  SubjectRoles,
  SubjectTimeline,
} from "../run/run-event.ts";

/** A whole run, folded: for reports that need the end before they can write the beginning. */
export type CollectedRun = {
  readonly started: RunStarted | undefined;
  readonly subjects: readonly SubjectDescribed[];
  readonly scenarios: readonly ScenarioFinished[];
  readonly findings: readonly FindingEvent[];
  readonly roles: readonly SubjectRoles[];
  readonly timelines: readonly SubjectTimeline[];
  readonly ended: readonly SubjectFinished[];
  readonly notices: readonly string[];
  readonly finished: RunFinished | undefined;
};

/** Reads an event stream to its end. */
export async function collectRun(events: AsyncIterable<RunEvent>): Promise<CollectedRun> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return foldRun(all);
}

/** Sorts the events of a run by what they tell. */
function foldRun(events: readonly RunEvent[]): CollectedRun {
  const of = <T extends RunEvent["type"]>(type: T): Extract<RunEvent, { type: T }>[] =>
    events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
  return {
    started: of("run.started")[0],
    subjects: of("subject.described"),
    scenarios: of("scenario.finished"),
    findings: of("finding"),
    roles: of("subject.roles"),
    timelines: of("subject.timeline"),
    ended: of("subject.finished"),
    notices: [...new Set(of("notice").map((notice) => notice.message))],
    finished: of("run.finished").at(-1),
  };
}

/** A finding with everything its event carries beside it. */
export type Reported = Finding & Pick<FindingEvent, "wire" | "repro" | "subjectId">;

/** The findings of a run, each with its bytes and its repro. */
export function reported(run: CollectedRun): Reported[] {
  return run.findings.map(({ finding, wire, repro, subjectId }) => ({ ...finding, wire, repro, subjectId }));
}

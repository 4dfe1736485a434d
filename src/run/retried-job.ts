import { counted } from "../base/counted.ts";
import type { Finding } from "../check/finding.ts";
import type { FindingEvent } from "./run-event.ts";
import type { SubjectEvent, SubjectJob } from "./subject-job.ts";

/** What playing a subject again takes. */
export type Retrying = {
  /** Most times it is played again. */
  readonly times: number;
  /** The same subject, with nothing beside it, and judged by what failed alone; undefined where it cannot be had again. */
  readonly again: (failed: readonly Finding[]) => Promise<SubjectJob | undefined>;
  /** Whether a finding is in the baseline: what is known is not looked into. */
  readonly isKnown: (finding: Finding) => boolean;
};

/**
 * A job whose fails are played again. One that passes then is told apart as flaky; one that fails again, or of which nothing is seen any
 * more, stays what it was. What was never judged, or was interrupted, is not played again.
 */
export function retriedJob(job: SubjectJob, { times, again, isKnown }: Retrying): SubjectJob {
  return {
    ...job,
    async *events(stop) {
      const findings: FindingEvent[] = [];
      for await (const event of job.events(stop)) {
        if (event.type === "finding") findings.push(event);
        else if (event.type !== "subject.finished") yield event;
        else {
          const failed = findings.flatMap(({ finding }) => (finding.verdict === "fail" && !isKnown(finding) ? [finding] : []));
          const isOver = event.error !== null || failed.length === 0;
          const flaky = isOver ? new Map<string, Flaky>() : await playAgain(failed, { times, again }, stop);
          for (const one of findings) yield marked(one, flaky);
          if (!isOver) yield { type: "notice", message: told(job.id, failed, flaky, times) };
          yield event;
        }
      }
    },
  };
}

type Flaky = NonNullable<Finding["flaky"]>;

const keyOf = ({ check, revision }: Finding): string => `${revision}\n${check}`;

/** Which of the fails passed, and when. */
async function playAgain(
  failed: readonly Finding[],
  { times, again }: Pick<Retrying, "times" | "again">,
  stop: AbortSignal,
): Promise<ReadonlyMap<string, Flaky>> {
  const flaky = new Map<string, Flaky>();
  for (let round = 1; round <= times; round += 1) {
    const left = failed.filter((finding) => !flaky.has(keyOf(finding)));
    const job = left.length === 0 || stop.aborted ? undefined : await again(left);
    if (job === undefined) break;
    const passed = await passedIn(job, stop);
    for (const key of left.map(keyOf)) if (passed.has(key)) flaky.set(key, { failed: round, played: round + 1 });
  }
  return flaky;
}

/** What passed when a job was played; nothing where it was not judged to its end. */
async function passedIn(job: SubjectJob, stop: AbortSignal): Promise<ReadonlySet<string>> {
  const passed = new Set<string>();
  let isWhole = false;
  for await (const event of job.events(stop)) {
    if (event.type === "finding" && event.finding.verdict === "pass") passed.add(keyOf(event.finding));
    if (event.type === "subject.finished") isWhole = event.error === null && !stop.aborted;
  }
  return isWhole ? passed : new Set();
}

function marked(event: FindingEvent, flaky: ReadonlyMap<string, Flaky>): SubjectEvent {
  const found = event.finding.verdict === "fail" ? flaky.get(keyOf(event.finding)) : undefined;
  return found === undefined ? event : { ...event, finding: { ...event.finding, flaky: found } };
}

function told(id: string, failed: readonly Finding[], flaky: ReadonlyMap<string, Flaky>, times: number): string {
  const often = times === 1 ? "once" : `up to ${times} times`;
  const stayed = failed.length - flaky.size;
  return `${id}: ${counted(failed.length, "fail was", "fails were")} played again ${often}: ${stayed} came back, ${flaky.size} passed (flaky)`;
}

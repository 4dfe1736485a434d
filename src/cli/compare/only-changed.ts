import { counted } from "../../base/counted.ts";
import type { Finding } from "../../check/finding.ts";
import { exitCodeOf } from "../../run/exit-code.ts";
import { failOnOf } from "../../run/fail-on.ts";
import type { RunEvent, RunStarted } from "../../run/run-event.ts";
import { summarise } from "../../run/summary.ts";
import { compared, type ComparedFinding, type Difference } from "./compared.ts";

/** An earlier report, and what messages call it. */
export type EarlierReport = { readonly file: string; readonly findings: readonly ComparedFinding[] };

/**
 * A run of which only what differs from an earlier report is told, and decides how it ends: verdicts that are as they were are left out
 * and counted. What is fixed, and what the earlier report alone has, is said by name. `several` subjects go by their names, a single one
 * is the same one, however it is called.
 */
export async function* onlyChanged(
  events: AsyncIterable<RunEvent>,
  { file, findings: earlier }: EarlierReport,
  several: boolean,
): AsyncGenerator<RunEvent> {
  const before = new Map(earlier.map((one) => [keyOf(one), one.verdict]));
  const changed: Finding[] = [];
  const same: Finding[] = [];
  const seen: ComparedFinding[] = [];
  let started: RunStarted | undefined;
  for await (const event of events) {
    if (event.type === "run.started") started = event;
    if (event.type === "finding") {
      const one = { ...event.finding, ...(several ? { subject: event.subjectId } : {}) };
      seen.push(one);
      const isSame = before.get(keyOf(one)) === one.verdict;
      (isSame ? same : changed).push(event.finding);
      if (isSame) continue;
    }
    if (event.type !== "run.finished") {
      yield event;
      continue;
    }
    for (const message of told(file, same.length, compared(earlier, seen))) yield { type: "notice", message };
    // What is as it was has been judged, and does not count.
    const findings = [...changed, ...same.map((finding) => ({ ...finding, known: true as const }))];
    const { error, stale, interrupted } = event;
    yield {
      ...event,
      summary: { ...summarise(changed), ...(same.length === 0 ? {} : { unchanged: same.length }) },
      exitCode: exitCodeOf({ findings, error, stale, interrupted, failOn: failOnOf(started) }),
    };
  }
}

const keyOf = ({ subject = "", check, revision }: ComparedFinding): string => JSON.stringify([subject, revision, check]);

/** More of a kind than this are counted only. */
const mostNamed = 10;

function told(file: string, same: number, { fixed, gone }: ReturnType<typeof compared>): string[] {
  return [
    `${counted(same, "verdict is", "verdicts are")} as in ${file}, and left out`,
    ...named(`fixed since ${file}`, fixed),
    ...named(`in ${file} alone`, gone),
  ];
}

function named(what: string, list: readonly Difference[]): string[] {
  if (list.length === 0) return [];
  const names = list
    .slice(0, mostNamed)
    .map(({ subject, check, revision }) => `${subject === undefined ? "" : `${subject} `}${check} (${revision})`);
  const rest = list.length > mostNamed ? `, and ${list.length - mostNamed} more` : "";
  return [`${what}: ${names.join(", ")}${rest}`];
}

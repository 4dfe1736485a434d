import type { Verdict } from "../../../src/check/verdict.ts";
import { type CollectedRun, collectRun, type Reported } from "../../../src/report/collect-run.ts";
import { exitCodeOf } from "../../../src/run/exit-code.ts";
import { failOnOf } from "../../../src/run/fail-on.ts";
import type { RunEvent, RunFinished, RunStarted, SubjectDescribed } from "../../../src/run/run-event.ts";
import { summarise } from "../../../src/run/summary.ts";
import type { WireExcerpt } from "../../../src/run/wire/wire-excerpt.ts";
import type { Subject } from "../../../src/trace/trace.ts";

/** What most runs here judge. */
export const subject: Subject = { kind: "server", transport: "stdio", command: ["node", "s.js"], name: "echo", version: "2.1" };

/** A finding as reporters hold it: of a MUST, at 2025-11-25, on the subject `server`, without bytes. */
export function found(check: string, verdict: Verdict, more: Partial<Reported> = {}): Reported {
  return {
    check,
    title: `Statement of ${check}`,
    level: "MUST",
    revision: "2025-11-25",
    verdict,
    message: `${verdict} seen`,
    spec: `https://spec.example/${check}`,
    advice: "Mend it.",
    scenario: null,
    evidence: [],
    promised: false,
    subjectId: "server",
    wire: [],
    repro: `mcpcheck --check ${check}`,
    ...more,
  };
}

/** A wire event as reports show it, a millisecond after the one before. */
export function bytes(
  seq: number,
  direction: WireExcerpt["direction"],
  text: string,
  more: Partial<WireExcerpt> = {},
): WireExcerpt {
  return { seq, at: seq, direction, kind: "frame", text, evidence: false, ...more };
}

/** What a run is to hold, where it is not what most hold; null: the event is missing. */
export type RunParts = {
  readonly findings?: readonly Reported[];
  readonly started?: Partial<RunStarted> | null;
  readonly subjects?: readonly Partial<SubjectDescribed>[];
  /** Further events, before the last. */
  readonly others?: readonly RunEvent[];
  readonly finished?: Partial<RunFinished> | null;
};

/** The events of a run that ended as its findings make it end, unless `finished` says otherwise. */
export function eventsOf({ findings = [], started = {}, subjects = [{}], others = [], finished = {} }: RunParts): RunEvent[] {
  const first: RunStarted = {
    type: "run.started",
    schemaVersion: 1,
    startedAt: "2026-11-21T12:00:00.000Z",
    tool: { name: "mcpcheck", version: "0.1.0" },
    argv: ["mcpcheck", "run", "server", "--", "node", "s.js"],
    subject: null,
    revisions: "auto",
    seed: 1,
    strict: false,
    ...started,
  };
  const end = { error: null, stale: [], interrupted: null, ...finished };
  return [
    ...(started === null ? [] : [first]),
    ...subjects.map((more): RunEvent => ({
      type: "subject.described",
      subjectId: "server",
      subject,
      revisions: ["2025-11-25"],
      ...more,
    })),
    ...findings.map(({ subjectId, wire, repro, ...finding }): RunEvent => ({ type: "finding", subjectId, finding, wire, repro })),
    ...others,
    ...(finished === null
      ? []
      : [
          {
            type: "run.finished" as const,
            summary: summarise(findings),
            exitCode: exitCodeOf({ findings, failOn: failOnOf(first), ...end }),
            ms: 1500,
            ...end,
          },
        ]),
  ];
}

/** The same, read to its end. */
export async function runOf(parts: RunParts): Promise<CollectedRun> {
  async function* stream(): AsyncGenerator<RunEvent> {
    yield* eventsOf(parts);
  }
  return await collectRun(stream());
}

import type { Check } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import { judge, judgeEach, type Promises } from "../../check/judge.ts";
import { asObject } from "../../jsonrpc/json.ts";
import { envelopeKeys } from "../../session/envelope.ts";
import type { Suite } from "../../suite/scenario.ts";
import type { Subject, Trace } from "../../trace/trace.ts";
import { annotateTrace } from "../annotate/annotate-trace.ts";
import { type Oracle, startOracle } from "../annotate/oracle.ts";
import { createEventQueue } from "../event-queue.ts";
import { reproLine } from "../repro.ts";
import type { RunError } from "../run-event.ts";
import { sideBySide } from "../side-by-side.ts";
import type { SubjectEvent, SubjectJob } from "../subject-job.ts";
import { wireOf } from "../wire-excerpt.ts";
import { cutShort, tooMuchTraffic } from "./cut-short.ts";
import { driveSession } from "./drive-session.ts";
import { negotiate, type Spoken, type WantedRevisions } from "./negotiate.ts";
import { whyNoVerdict } from "./no-verdict.ts";
import { planSessions, type Selection } from "./plan.ts";
import type { ServerRun } from "./server-run.ts";
import { type ServerTarget, targetName } from "./server-target.ts";

/** What judging one server takes beyond the run itself. */
export type ServerJobSetup = {
  readonly id: string;
  readonly target: ServerTarget;
  readonly wanted: WantedRevisions;
  readonly suites: readonly Suite[];
  readonly checks: readonly Check[];
  readonly promises: Promises;
  readonly selection: Selection;
  readonly workers: number;
  readonly bail: boolean;
  /** Names where a behaviour is inherited from; never changes a verdict. */
  readonly attribute: (trace: Trace, findings: readonly Finding[]) => readonly Finding[];
  /** The command line for repro lines. */
  readonly argv: readonly string[];
  /** Gets the whole trace in the end, also when there is no verdict. */
  readonly keepTrace: (trace: Trace) => void;
  /** The last of what the subject wrote to stderr. */
  readonly stderrTail: () => string;
};

/**
 * A job that negotiates, runs the sessions, annotates and judges one server. `begin` makes its run around a stop signal; it may call
 * `tooMuch` to end it when the server has sent more than a run may bring.
 */
export function serverJob(setup: ServerJobSetup, begin: (stop: AbortSignal, tooMuch: () => void) => ServerRun): SubjectJob {
  return {
    id: setup.id,
    events(stop) {
      const bailing = new AbortController();
      const run = begin(AbortSignal.any([stop, bailing.signal]), () => bailing.abort(tooMuchTraffic));
      const queue = createEventQueue<SubjectEvent>();
      const began = run.clock.now();
      void judgeServer(setup, run, bailing, queue.push)
        .catch((error: unknown): RunError => harnessError(error))
        .then((error) => {
          if (error !== null) setup.keepTrace(run.recorder.trace());
          queue.push({ type: "subject.finished", subjectId: setup.id, error, ms: run.clock.now() - began });
          queue.close();
        });
      return queue.events();
    },
  };
}

async function judgeServer(
  setup: ServerJobSetup,
  run: ServerRun,
  bailing: AbortController,
  emit: (event: SubjectEvent) => void,
): Promise<RunError | null> {
  const negotiated = await negotiate(run, setup.wanted);
  const spoken = negotiated.flatMap((one) => one.spoken ?? []);
  if (spoken.length === 0) {
    emit({ type: "subject.described", subjectId: setup.id, subject: run.recorder.trace().subject, revisions: [] });
    return {
      kind: "subject",
      message: whyNoVerdict(run.recorder.trace(), setup.target, negotiated),
      stderrTail: setup.stderrTail(),
    };
  }
  run.recorder.describe(identityOf(spoken));
  const subject = run.recorder.trace().subject;
  emit({ type: "subject.described", subjectId: setup.id, subject, revisions: spoken.map(({ revision }) => revision) });
  if (Array.isArray(setup.wanted))
    for (const { wanted, reason } of negotiated.filter((one) => one.spoken === undefined))
      emit({ type: "notice", message: `${wanted} is not judged: ${reason}` });
  // The validators load in a thread while the sessions run.
  const oracle = startOracle();
  const stopAsking = whenInterrupted(run.stop, oracle);
  try {
    await runSessions(setup, run, spoken, bailing, emit);
    const error = cutShort(run.stop, targetName(setup.target), setup.stderrTail());
    await emitFindings(setup, await annotateTrace(run.recorder.trace(), oracle), emit);
    return error;
  } finally {
    stopAsking();
    await oracle.stop();
  }
}

/** Whoever interrupts a run does not wait for a hostile schema. Gives what takes that back. */
function whenInterrupted(stop: AbortSignal, oracle: Oracle): () => void {
  const end = (): void => {
    if (stop.reason === "SIGINT" || stop.reason === "SIGTERM") void oracle.stop();
  };
  stop.addEventListener("abort", end);
  return () => stop.removeEventListener("abort", end);
}

async function runSessions(
  setup: ServerJobSetup,
  run: ServerRun,
  spoken: readonly Spoken[],
  bailing: AbortController,
  emit: (event: SubjectEvent) => void,
): Promise<void> {
  const work = spoken.flatMap((one) =>
    planSessions(setup.suites, one.revision, setup.target.transport, setup.selection).map((plan) => ({ plan, one })),
  );
  await sideBySide(work, setup.workers, async ({ plan, one }) => {
    await driveSession(run, plan, one, ({ revision, scenario, skipped, ms }) =>
      emit({ type: "scenario.finished", subjectId: setup.id, revision, scenario, skipped, ms }),
    );
    if (setup.bail && judge(run.recorder.trace(), setup.checks, setup.promises).some((finding) => finding.verdict === "fail"))
      bailing.abort("bail");
  });
}

async function emitFindings(setup: ServerJobSetup, trace: Trace, emit: (event: SubjectEvent) => void): Promise<void> {
  setup.keepTrace(trace);
  const findings: Finding[] = [];
  for (const finding of judgeEach(trace, setup.checks, setup.promises)) {
    findings.push(finding);
    await breath();
  }
  for (const finding of setup.attribute(trace, findings)) {
    emit({
      type: "finding",
      subjectId: setup.id,
      finding,
      wire: wireOf(trace, finding),
      repro: reproLine(setup.argv, finding),
    });
  }
}

/** Lets signals and timers have their turn: judging what a hostile server wrote can take long. */
async function breath(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** What the server calls itself: `serverInfo` of the handshake, or that of the `_meta` of a stateless answer. */
function identityOf(spoken: readonly Spoken[]): Partial<Subject> {
  for (const { announced } of spoken) {
    const info = asObject(announced["serverInfo"] ?? asObject(announced["_meta"])[envelopeKeys.serverInfo]);
    const { name, version } = info;
    if (typeof name === "string") return { name, ...(typeof version === "string" ? { version } : {}) };
  }
  return {};
}

function harnessError(error: unknown): RunError {
  return { kind: "harness", message: error instanceof Error ? (error.stack ?? error.message) : String(error), stderrTail: "" };
}

import type { Statement } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import type { Promises } from "../../check/judge.ts";
import { isAccusation } from "../../check/verdict.ts";
import type { Suite } from "../../suite/scenario.ts";
import { connectionTimelines } from "../../trace/timeline/connection-timeline.ts";
import { rolesMet } from "../../trace/facts/roles-met.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Attribution } from "../attribution/attribution.ts";
import { createEventQueue } from "../event-queue.ts";
import type { RunError } from "../run-event.ts";
import type { Judged } from "../judging/judging.ts";
import type { SubjectEvent, SubjectJob } from "../subject-job.ts";
import { cutShort, notAllJudged, tooMuchTraffic } from "./cut-short.ts";
import { driveSession, type ScenarioProgress } from "./drive.ts";
import { type HoldingBack, holdingBack } from "./sessions/held-back.ts";
import { isHeavy } from "./sessions/is-heavy.ts";
import { isKilledBeside, killedBeside } from "./sessions/killed-beside.ts";
import { type Play, playSessions } from "./sessions/play-sessions.ts";
import { hintDefect } from "./roles/hints-fit.ts";
import { identityOf } from "./identity.ts";
import { lookAgain, type Played } from "./second-look/look-again.ts";
import { judgeAs, negotiate, negotiateAlone, type Negotiated, type Spoken, type WantedRevisions } from "./negotiate.ts";
import { whyNoVerdict } from "./no-verdict.ts";
import { planSessions, type Selection } from "./plan.ts";
import { createRunJudge, type RunJudge } from "./run-judge.ts";
import { type Learning, startLearning } from "./roles/learning.ts";
import type { ServerRun } from "./server-run.ts";
import { type ServerTarget, targetName } from "./server-target.ts";
import { toolsCalledNotice } from "./tools/tools-called.ts";
import { harnessError } from "../blame.ts";
import { anySignal } from "../../base/time/any-signal.ts";

/** What is sent to servers, and by what it is judged, as it is read from files. */
export type ServerData = {
  readonly suites: readonly Suite[];
  readonly promises: Promises;
  /** Names where a behaviour is inherited from; never changes a verdict. */
  readonly attributions: readonly Attribution[];
};

/** What judging one server takes beyond the run itself. */
export type ServerJobSetup = {
  readonly id: string;
  readonly target: ServerTarget;
  readonly wanted: WantedRevisions;
  /** Reads the data. It is called while the server starts, for that takes longer. */
  readonly load: () => Promise<ServerData>;
  readonly checks: readonly Statement[];
  readonly selection: Selection;
  /** How many sessions are played side by side, and whether it may be more where the server is slow. */
  readonly workers: number;
  readonly spreads: boolean;
  readonly bail: boolean;
  /** The command line for repro lines. */
  readonly argv: readonly string[];
  /** Gets the whole trace in the end, also when there is no verdict; absent where nobody wants it. */
  readonly keepTrace?: ((trace: Trace) => void) | undefined;
  /** Whether a hint that names a tool which is not there ends the run: so where hints are meant for this one server. */
  readonly hintsMustFit?: boolean;
  /** The last of what the subject wrote to stderr. */
  readonly stderrTail: () => string;
};

/**
 * A job that negotiates, runs the sessions, and judges one server. `begin` makes its run around a stop signal; it may call
 * `tooMuch` to end it when the server has sent more than a run may bring.
 */
export function serverJob(setup: ServerJobSetup, begin: (stop: AbortSignal, tooMuch: () => void) => ServerRun): SubjectJob {
  return {
    id: setup.id,
    events(stop) {
      const bailing = new AbortController();
      const run = begin(anySignal(stop, bailing.signal), () => bailing.abort(tooMuchTraffic));
      const queue = createEventQueue<SubjectEvent>();
      const began = run.clock.now();
      void judgeServer(setup, run, { stop, bailing }, queue.push)
        .catch((error: unknown) => ({ error: harnessError(error), trace: run.recorder.trace() }))
        .then(({ error, trace }) => {
          setup.keepTrace?.(trace);
          queue.push({ type: "subject.finished", subjectId: setup.id, error, ms: run.clock.now() - began });
          queue.close();
        });
      return queue.events();
    },
  };
}

/** What ends a run early: the signal from outside, its budget among them, and what the run finds out itself. */
type Stops = { readonly stop: AbortSignal; readonly bailing: AbortController };

async function judgeServer(
  given: ServerJobSetup,
  run: ServerRun,
  { stop, bailing }: Stops,
  emit: (event: SubjectEvent) => void,
): Promise<Ended> {
  const negotiating = negotiate(run, given.wanted);
  // It is awaited below, whatever comes of it: nothing is to be said of it before the data are there.
  negotiating.catch(() => undefined);
  // What takes its time begins while the server starts: the data are read.
  const setup = { ...given, ...(await given.load()) };
  const judge = createRunJudge(setup, run, stop);
  try {
    const negotiated = await negotiating;
    if (!isKilledBeside(run.recorder.trace())) return await judgeSpoken(setup, run, { judge, bailing }, negotiated, emit);
    await closed(
      run,
      negotiated.flatMap((one) => one.spoken ?? []),
    );
    const killed = killedBeside(run.recorder.trace());
    const again = await negotiateAlone(run, given.wanted);
    const [first] = again.flatMap((one) => one.spoken ?? []);
    if (first !== undefined) for (const connection of killed) judgeAs(run, connection, first.revision);
    const alone = { ...setup, workers: 1, spreads: false };
    return await judgeSpoken(alone, run, { judge, bailing }, again, emit);
  } finally {
    // Nobody waits for the end of a thread that has said all: the report is written meanwhile.
    void judge.stop();
  }
}

/** How the run on one server ended. */
type Ended = { readonly error: RunError | null; readonly trace: Trace };

type Judges = { readonly judge: RunJudge; readonly bailing: AbortController };

async function judgeSpoken(
  setup: ServerJobSetup & ServerData,
  run: ServerRun,
  { judge, bailing }: Judges,
  negotiated: readonly Negotiated[],
  emit: (event: SubjectEvent) => void,
): Promise<Ended> {
  const spoken = negotiated.flatMap((one) => one.spoken ?? []);
  if (spoken.length === 0) {
    emit({ type: "subject.described", subjectId: setup.id, subject: run.recorder.trace().subject, revisions: [] });
    const trace = run.recorder.trace();
    const message = whyNoVerdict(trace, setup.target, negotiated);
    return { error: { kind: "subject", message, stderrTail: setup.stderrTail() }, trace };
  }
  run.recorder.describe(
    identityOf(
      spoken.map(({ announced }) => announced),
      run.recorder.hide,
    ),
  );
  const subject = run.recorder.trace().subject;
  emit({
    type: "subject.described",
    subjectId: setup.id,
    subject,
    revisions: spoken.map(({ revision }) => revision),
    startMs: Math.min(...spoken.map(({ startMs }) => Math.round(startMs))),
  });
  if (Array.isArray(setup.wanted))
    for (const { wanted, reason } of negotiated.filter((one) => one.spoken === undefined))
      emit({ type: "notice", message: `${wanted} is not judged: ${reason}` });
  const misfit = setup.hintsMustFit === true ? await hintDefect(run.hints, spoken) : undefined;
  if (misfit !== undefined)
    return { error: { kind: "usage", message: misfit, stderrTail: "" }, trace: await closed(run, spoken) };
  const plans = await runSessions(setup, run, spoken, { judge, bailing }, emit);
  tellRoles(setup.id, run.recorder.trace(), emit);
  const notice = toolsCalledNotice(run.recorder.trace(), run.allowWrites);
  if (notice !== undefined && isWhole(setup.selection)) emit({ type: "notice", message: notice });
  const judging = judge.judged({ annotate: true });
  // Who judges is at work elsewhere: what nobody judges is told of meanwhile.
  const timelines = connectionTimelines(run.recorder.trace());
  const first = await judging;
  const played = { plans, checks: setup.checks, promises: setup.promises };
  const seen = first.findings.map(({ finding }) => finding);
  const again = first.unfinished === undefined && !run.stop.aborted && (await lookAgain(run, seen, played));
  const cut = cutShort(run.stop, targetName(setup.target), setup.stderrTail());
  const { annotations, findings, unfinished } = again ? await judge.judged({ annotate: true }) : first;
  for (const message of notSeenAgain(seen, findings)) emit({ type: "notice", message });
  for (const found of findings) emit({ type: "finding", subjectId: setup.id, ...found });
  const error = unfinished === undefined ? cut : notAllJudged(unfinished, targetName(setup.target), setup.stderrTail());
  const trace = run.recorder.trace();
  emit({ type: "subject.timeline", subjectId: setup.id, connections: again ? connectionTimelines(trace) : timelines });
  return { error, trace: { ...trace, events: [...trace.events, ...annotations] } };
}

/** What was seen once and did not come back, for whoever reads the run: it is no finding, and may still be worth to know. */
function notSeenAgain(seen: readonly Finding[], findings: Judged["findings"]): string[] {
  const accused = new Set(findings.flatMap(({ finding }) => (isAccusation(finding) ? [keyOf(finding)] : [])));
  return seen
    .filter((finding) => isAccusation(finding) && finding.once === true && !accused.has(keyOf(finding)))
    .map(
      ({ check, revision, message }) =>
        `${check} (${revision}): seen once, and not again when it was looked at alone: ${message}`,
    );
}

const keyOf = ({ check, revision }: Finding): string => `${revision} ${check}`;

/** The trace of a run that goes no further: its connections are closed. */
async function closed(run: ServerRun, spoken: readonly Spoken[]): Promise<Trace> {
  await Promise.all(spoken.map(({ main }) => main.session.transport.close("term")));
  return run.recorder.trace();
}

/** When no more than that share of the scenarios is left, they mostly wait for slow tools and for processes to start. */
const idleShare = 1 / 3;

async function runSessions(
  setup: ServerJobSetup & ServerData,
  run: ServerRun,
  spoken: readonly Spoken[],
  { judge, bailing }: Judges,
  emit: (event: SubjectEvent) => void,
): Promise<Played["plans"]> {
  const holds = new Map<Learning, HoldingBack>();
  const sessions = spoken.flatMap((one) => {
    const learning = startLearning(run, one.revision);
    void learning.over.then(() => judge.prepare());
    const plans = planSessions(setup.suites, one.revision, setup.target.transport, setup.selection);
    holds.set(learning, holdingBack(run, learning));
    return plans.map((plan) => ({ plan, one, learning }));
  });
  const scenarios = sessions.reduce((sum, { plan }) => sum + plan.scenarios.length, 0);
  emit({ type: "subject.planned", subjectId: setup.id, scenarios });
  const isAlone = setup.workers === 1;
  let left = scenarios;
  const isKilled = (): boolean => !isAlone && isKilledBeside(run.recorder.trace());
  const play: Play = async ({ plan, one, learning }, onScenario, mayBegin) => {
    const holding = isAlone ? undefined : holds.get(learning);
    const tell = (progress: ScenarioProgress): void => {
      holding?.started(plan);
      emit({ type: "scenario.finished", subjectId: setup.id, ...progress });
      onScenario(progress);
      left -= 1;
      if (left === Math.floor(scenarios * idleShare)) judge.prepare();
    };
    await holding?.hold(plan);
    await driveSession(run, plan, one, learning, tell, mayBegin);
    if (!setup.bail) return;
    const { findings } = await judge.judged({ annotate: false });
    if (findings.some(({ finding }) => finding.verdict === "fail" && finding.once !== true)) bailing.abort("bail");
  };
  // The main session of a revision comes before its others: these may wait for what it learns, and never the other way.
  const spreads = (): boolean => setup.spreads && !run.stop.aborted && !isHeavy(run.recorder.trace());
  const played = await playSessions(sessions, { workers: setup.workers, spreads }, async (session, onScenario, mayBegin) => {
    await play(session, onScenario, (scenario) => !isKilled() && mayBegin(scenario));
  });
  // Of instances that end each other nothing was seen: they are played again, one after the other.
  return isKilled() ? await playSessions(sessions, { workers: 1, spreads: () => false }, play) : played;
}

const isWhole = ({ suite, check }: Selection): boolean => suite === undefined && check === undefined;

function tellRoles(subjectId: string, trace: Trace, emit: (event: SubjectEvent) => void): void {
  const roles = rolesMet(trace);
  if (roles.length > 0) emit({ type: "subject.roles", subjectId, roles });
}

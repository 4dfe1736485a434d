import type { Finding } from "../../check/finding.ts";
import { isAccusation } from "../../check/verdict.ts";
import { connectionTimelines } from "../../trace/timeline/connection-timeline.ts";
import { rolesMet } from "../../trace/facts/roles-met.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Judged } from "../judging/judging.ts";
import type { SubjectEvent } from "../subject-job.ts";
import { cutShort, notAllJudged } from "./cut-short.ts";
import { driveSession, type ScenarioProgress } from "./drive.ts";
import { identityOf } from "./identity.ts";
import type { Ended, ServerData, ServerJobSetup, Stops } from "./job-setup.ts";
import { judgeAs, negotiateAlone, type Negotiated, type Spoken } from "./negotiate.ts";
import { whyNoVerdict } from "./no-verdict.ts";
import { planSessions, type Selection } from "./plan.ts";
import { hintDefect } from "./roles/hints-fit.ts";
import { type Learning, startLearning } from "./roles/learning.ts";
import { createRunJudge, type RunJudge } from "./run-judge.ts";
import { lookAgain, type Played } from "./second-look/look-again.ts";
import type { ServerRun } from "./server-run.ts";
import { targetName } from "./server-target.ts";
import { type HoldingBack, holdingBack } from "./sessions/held-back.ts";
import { isHeavy } from "./sessions/is-heavy.ts";
import { isKilledBeside, killedBeside } from "./sessions/killed-beside.ts";
import { type Play, playSessions } from "./sessions/play-sessions.ts";
import { toolsCalledNotice } from "./tools/tools-called.ts";

/**
 * Judges a server that was asked for its revisions. It is loaded while that starts: nothing of it is needed before.
 */
export async function judgeNegotiated(
  setup: ServerJobSetup & ServerData,
  run: ServerRun,
  { stop, bailing }: Stops,
  negotiating: Promise<readonly Negotiated[]>,
  emit: (event: SubjectEvent) => void,
): Promise<Ended> {
  const judge = createRunJudge(setup, run, stop);
  try {
    const negotiated = await negotiating;
    if (!isKilledBeside(run.recorder.trace())) return await judgeSpoken(setup, run, { judge, bailing }, negotiated, emit);
    await closed(
      run,
      negotiated.flatMap((one) => one.spoken ?? []),
    );
    const killed = killedBeside(run.recorder.trace());
    const again = await negotiateAlone(run, setup.wanted);
    const [first] = again.flatMap((one) => one.spoken ?? []);
    if (first !== undefined) for (const connection of killed) judgeAs(run, connection, first.revision);
    const alone = { ...setup, workers: 1, spreads: false };
    return await judgeSpoken(alone, run, { judge, bailing }, again, emit);
  } finally {
    // Nobody waits for the end of a thread that has said all: the report is written meanwhile.
    void judge.stop();
  }
}

/** Who judges the run, and what ends it early. */
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

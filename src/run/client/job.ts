import type { Statement } from "../../check/check.ts";
import { verifiable } from "../../check/verifiable.ts";
import { judge as judgeNow, type Promises } from "../../check/judge.ts";
import type { Revision } from "../../spec/revision.ts";
import type { Hiding } from "../../trace/hidden-event.ts";
import { connectionTimelines } from "../../trace/timeline/connection-timeline.ts";
import type { Subject, Trace } from "../../trace/trace.ts";
import { harnessError } from "../blame.ts";
import { createEventQueue } from "../event-queue.ts";
import { startJudging } from "../judging/judging-thread.ts";
import type { RunError } from "../run-event.ts";
import { cutShort, notAllJudged } from "../server/cut-short.ts";
import { sideBySide } from "../side-by-side.ts";
import type { SubjectEvent, SubjectJob } from "../subject-job.ts";
import type { ClientDriver } from "./driver/client-driver.ts";
import { identityIn } from "./identity-in.ts";
import type { OpenMock } from "./mock/mock-at-work.ts";
import { findOffers, type Offers, type ProbeScenario, type WantedOfClient } from "./offers.ts";
import { type Played, playScenario, triedNoAuthorization } from "./play-scenario.ts";
import type { ClientAbility, ClientSuite, ClientTransportName } from "./scenario/client-suite.ts";
import { keptPromises } from "./scenario/kept-promises.ts";
import { type ClientSelection, planScenarios } from "./scenario/plan.ts";
import { monotonicMs, type TimedEvent, traceOfRecords } from "./scenario-record.ts";
import { whyNothing, whyUnreached } from "./why-unreached.ts";
import { anySignal } from "../../base/time/any-signal.ts";

/** What judging one client over one transport takes. */
export type ClientJobSetup = {
  readonly id: string;
  readonly subject: Subject;
  readonly transport: ClientTransportName;
  readonly driver: ClientDriver;
  /** How mock servers are opened; recorded at their own end when absent. */
  readonly open?: OpenMock | undefined;
  readonly wanted: WantedOfClient;
  readonly probe?: ProbeScenario | undefined;
  readonly suites: readonly ClientSuite[];
  readonly checks: readonly Statement[];
  readonly promises: Promises;
  readonly selection: ClientSelection;
  /** What the client says it cannot do. */
  readonly cannot: ReadonlySet<ClientAbility>;
  readonly workers: number;
  readonly bail: boolean;
  readonly timeoutMs: number;
  /** The command line for repro lines. */
  readonly argv: readonly string[];
  /** Takes secrets out of what is shown. */
  readonly secrets: Hiding;
  readonly keepTrace?: ((trace: Trace) => void) | undefined;
  /** Told when the client did not come over this transport: gives the error of the run, or null where it came over another. */
  readonly unreached: (error: RunError) => RunError | null;
  /** Told when it did. */
  readonly reached: () => void;
};

/** A job that finds out what a client speaks, plays the scenarios to it, and judges what it did. */
export function clientJob(setup: ClientJobSetup): SubjectJob {
  return {
    id: setup.id,
    events(stop) {
      const queue = createEventQueue<SubjectEvent>();
      const began = monotonicMs();
      void judgeClient(setup, stop, began, queue.push)
        .catch((error: unknown) => harnessError(error))
        .then((error) => {
          queue.push({ type: "subject.finished", subjectId: setup.id, error, ms: monotonicMs() - began });
          queue.close();
        });
      return queue.events();
    },
  };
}

async function judgeClient(
  setup: ClientJobSetup,
  stop: AbortSignal,
  began: number,
  emit: (event: SubjectEvent) => void,
): Promise<RunError | null> {
  const found = await findOffers({ ...setup, stop });
  const spoken = found.offers.filter(({ speaks }) => speaks).map(({ revision }) => revision);
  const probes = found.probes.map(({ events }) => events);
  const subject = { ...setup.subject, ...identityIn(probes.flat()) };
  emit({ type: "subject.described", subjectId: setup.id, subject, revisions: spoken });
  if (spoken.length === 0) {
    setup.keepTrace?.(traceOfRecords(subject, probes, began, setup.secrets));
    if (stop.aborted) return cutShort(stop, setup.id, "");
    const error = whyUnreached(found, setup);
    return setup.unreached({ ...error, stderrTail: setup.secrets.hide(error.stderrTail, true) });
  }
  setup.reached();
  if (setup.wanted !== "auto") tellUnspoken(found, setup, emit);
  const records = await playAll(setup, { subject, spoken, stop, began }, emit);
  const trace = traceOfRecords(subject, records, began, setup.secrets);
  setup.keepTrace?.(trace);
  const judging = startJudging(setup.checks, stop);
  try {
    const { findings, unfinished } = await judging.judge(
      trace,
      { ...setup, promises: keptPromises(setup.promises, trace), attributions: [] },
      { annotate: false },
    );
    for (const one of findings) emit({ type: "finding", subjectId: setup.id, ...one });
    const isJudged = findings.some(({ finding: { verdict } }) => verdict !== "untested" && verdict !== "not-applicable");
    const why = isJudged ? undefined : whyNothing(trace, setup);
    if (why !== undefined) emit({ type: "notice", message: why });
    emit({ type: "subject.timeline", subjectId: setup.id, connections: connectionTimelines(trace) });
    return unfinished === undefined ? cutShort(stop, setup.id, "") : notAllJudged(unfinished, setup.id, "");
  } finally {
    await judging.stop();
  }
}

function tellUnspoken({ offers }: Offers, { wanted, transport }: ClientJobSetup, emit: (event: SubjectEvent) => void): void {
  for (const { revision, instead } of offers.filter(({ speaks }) => !speaks))
    if (Array.isArray(wanted)) emit({ type: "notice", message: `${revision} over ${transport} is not judged: ${instead}` });
}

type Playing = {
  readonly subject: Subject;
  readonly spoken: readonly Revision[];
  readonly stop: AbortSignal;
  readonly began: number;
};

/** Plays everything that is planned, some side by side, and gives the records in the order of the plan. */
async function playAll(
  setup: ClientJobSetup,
  { subject, spoken, stop, began }: Playing,
  emit: (event: SubjectEvent) => void,
): Promise<readonly (readonly TimedEvent[])[]> {
  const { suites, transport, selection, cannot, driver, timeoutMs, open } = setup;
  const plans = spoken.map((revision) => planScenarios(suites, revision, transport, selection, cannot));
  const left = plans.flatMap(({ leave }) => leave);
  emit({
    type: "subject.planned",
    subjectId: setup.id,
    scenarios: plans.reduce((sum, { play }) => sum + play.length, left.length),
  });
  for (const { name, revision, reason } of left)
    emit({ type: "scenario.finished", subjectId: setup.id, revision, scenario: name, skipped: reason, ms: 0 });
  const planned = plans.flatMap(({ play }) => play);
  const records = planned.map((): readonly TimedEvent[] => []);
  const bailing = new AbortController();
  const over = anySignal(stop, bailing.signal);
  const remark = mostRemarks((message) => emit({ type: "notice", message }));
  const firstOfAuth = new Map<Revision, Promise<Played>>();
  await sideBySide(
    planned.map((one, index) => ({ ...one, index })),
    setup.workers,
    async ({ name, scenario, revision, index }) => {
      if (over.aborted) return;
      const start = monotonicMs();
      const first = scenario.server?.auth === undefined ? undefined : firstOfAuth.get(revision);
      if (first !== undefined && (await first).skipped === triedNoAuthorization) {
        records[index] = leftOut(name, revision, triedNoAuthorization, setup);
        emit({ type: "scenario.finished", subjectId: setup.id, revision, scenario: name, skipped: triedNoAuthorization, ms: 0 });
        return;
      }
      const common = { name, scenario, revision, speaks: [revision], transport, driver, timeoutMs, stop: over, remark, open };
      const playing = playScenario(common);
      if (scenario.server?.auth !== undefined && first === undefined) firstOfAuth.set(revision, playing);
      const { events, skipped } = await playing;
      records[index] = events;
      emit({ type: "scenario.finished", subjectId: setup.id, revision, scenario: name, skipped, ms: monotonicMs() - start });
      if (setup.bail && fails(setup, traceOfRecords(subject, [events], began))) bailing.abort("bail");
    },
  );
  return [...records, ...left.map(({ name, revision, reason }) => leftOut(name, revision, reason, setup))];
}

/** How often one run tells of a driver, at most: what is wrong with it is wrong every time. */
const remarks = 3;

function mostRemarks(tell: (message: string) => void): (message: string) => void {
  let told = 0;
  return (message) => {
    if (told++ < remarks) tell(message);
  };
}

function fails({ checks }: ClientJobSetup, trace: Trace): boolean {
  return judgeNow(trace, verifiable(checks), new Map()).some(({ verdict }) => verdict === "fail");
}

/** The record of a scenario that was not played, so that checks can say why. */
function leftOut(name: string, revision: Revision, reason: string, { transport }: ClientJobSetup): readonly TimedEvent[] {
  const at = monotonicMs();
  const connect = { connection: 1, transport, revision, session: name, capabilities: {}, target: "the client" } as const;
  return [
    { at, event: { kind: "connect", ...connect } },
    { at, event: { kind: "skip", connection: 1, scenario: name, reason } },
  ];
}

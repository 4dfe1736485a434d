import type { Check } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import { counted } from "../../base/counted.ts";
import { startOracle } from "../../run/annotate/oracle.ts";
import { createEventQueue } from "../../run/event-queue.ts";
import { shellLine } from "../../run/repro.ts";
import type { RunError } from "../../run/run-event.ts";
import { negotiate, type Spoken, type WantedRevisions } from "../../run/server/negotiate.ts";
import { whyNoVerdict } from "../../run/server/no-verdict.ts";
import type { ServerRun } from "../../run/server/server-run.ts";
import type { ServerTarget } from "../../run/server/server-target.ts";
import type { SubjectEvent, SubjectJob } from "../../run/subject-job.ts";
import { wireOf } from "../../run/wire/wire-excerpt.ts";
import type { Trace } from "../../trace/trace.ts";
import { type Counterexample, explore } from "./explore.ts";
import { caseText } from "./fuzz-case.ts";
import { beginFuzzing } from "./fuzz-session.ts";
import { createTally } from "./tally.ts";
import { tryCase } from "./try-case.ts";

/** What fuzzing one server takes beyond the run itself. */
export type FuzzJobSetup = {
  readonly id: string;
  readonly target: ServerTarget;
  readonly wanted: WantedRevisions;
  readonly checks: readonly Check[];
  /** Inputs tried at each revision, and where randomness begins; `path` replays one counterexample. */
  readonly runs: number;
  readonly seed: number;
  readonly path: string | undefined;
  readonly budgetMs: number;
  /** The command line for repro lines, without seed and path. */
  readonly argv: readonly string[];
  readonly keepTrace: (trace: Trace) => void;
  readonly stderrTail: () => string;
};

/** A job that sends a server generated inputs, judges each exchange, and goes on after what it finds. */
export function fuzzJob(setup: FuzzJobSetup, begin: (stop: AbortSignal) => ServerRun): SubjectJob {
  return {
    id: setup.id,
    events(stop) {
      const run = begin(stop);
      const queue = createEventQueue<SubjectEvent>();
      const began = run.clock.now();
      void fuzzServer(setup, run, queue.push)
        .catch((error: unknown): RunError => ({
          kind: "harness",
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
          stderrTail: "",
        }))
        .then((error) => {
          setup.keepTrace(run.recorder.trace());
          queue.push({ type: "subject.finished", subjectId: setup.id, error, ms: run.clock.now() - began });
          queue.close();
        });
      return queue.events();
    },
  };
}

async function fuzzServer(setup: FuzzJobSetup, run: ServerRun, emit: (event: SubjectEvent) => void): Promise<RunError | null> {
  const negotiated = await negotiate(run, setup.wanted);
  const spoken = negotiated.flatMap((one) => one.spoken ?? []);
  const { subject } = run.recorder.trace();
  emit({ type: "subject.described", subjectId: setup.id, subject, revisions: spoken.map(({ revision }) => revision) });
  if (spoken.length === 0) {
    const message = whyNoVerdict(run.recorder.trace(), setup.target, negotiated);
    return { kind: "subject", message, stderrTail: setup.stderrTail() };
  }
  const share = setup.budgetMs / spoken.length;
  for (const one of spoken) await fuzzRevision(setup, run, one, share, emit);
  return null;
}

async function fuzzRevision(
  setup: FuzzJobSetup,
  run: ServerRun,
  spoken: Spoken,
  budgetMs: number,
  emit: (event: SubjectEvent) => void,
): Promise<void> {
  const { revision } = spoken;
  const began = run.clock.now();
  const session = await beginFuzzing(run, spoken);
  const oracle = startOracle();
  const tally = createTally(setup.checks);
  const over = (): boolean => run.stop.aborted || run.clock.now() - began > budgetMs;
  try {
    const { tried, lost, unconfirmed } = await explore(
      session.surface,
      { ...setup, over },
      async (input) => {
        const seen = await tryCase({ run, session, checks: setup.checks, oracle }, input);
        tally.count(seen);
        return seen;
      },
      (one) => emit(accusation(setup, tally.accuse(one.finding), one)),
    );
    for (const { finding, trace } of tally.rest())
      emit({
        type: "finding",
        subjectId: setup.id,
        finding,
        wire: wireOf(trace, finding),
        repro: replayLine(setup, revision, setup.seed),
      });
    const ms = run.clock.now() - began;
    emit({ type: "scenario.finished", subjectId: setup.id, revision, scenario: "fuzz", skipped: null, ms });
    emit({
      type: "notice",
      message: [
        `${revision}: ${counted(tried, "input")}, ${counted(session.surface.tools.length, "tool")} to call, connected again ${counted(session.reopenings(), "time")}, seed ${setup.seed}`,
        ...(unconfirmed > 0
          ? [`${counted(unconfirmed, "silence")} did not come again and ${unconfirmed === 1 ? "accuses" : "accuse"} nobody`]
          : []),
        ...(lost ? ["the server cannot be reached any more"] : over() ? ["the budget was used up"] : []),
      ].join("; "),
    });
  } finally {
    await session.spoil();
    await oracle.stop();
  }
}

function accusation(setup: FuzzJobSetup, finding: Finding, one: Counterexample): SubjectEvent {
  const message = `${finding.message}, after ${caseText(one.input)} (seed ${one.seed}, path ${one.path}${one.shrinks === 0 ? "" : `, made smaller in ${counted(one.shrinks, "step")}`})`;
  return {
    type: "finding",
    subjectId: setup.id,
    finding: { ...finding, message, scenario: "fuzz" },
    wire: wireOf(one.trace, finding),
    repro: replayLine(setup, finding.revision, one.seed, one.path),
  };
}

/** The command line that leads to the same inputs again, or straight to one. */
function replayLine({ argv, runs }: FuzzJobSetup, revision: string, seed: number, path?: string): string {
  const spec = argv.indexOf("--spec");
  const words = spec === -1 || (argv.includes("--") && spec > argv.indexOf("--")) ? argv : argv.toSpliced(spec, 2);
  const dashes = words.indexOf("--");
  const at = dashes === -1 ? words.length : dashes;
  const replay = [
    "--spec",
    revision,
    "--runs",
    String(runs),
    "--seed",
    String(seed),
    ...(path === undefined ? [] : ["--path", path]),
  ];
  return shellLine([...words.slice(0, at), ...replay, ...words.slice(at)]);
}

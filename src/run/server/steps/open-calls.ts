import type { Json } from "../../../jsonrpc/json.ts";
import type { Pending } from "../../../session/client-session.ts";
import type { OpenCall, SessionState } from "../session-state.ts";

/**
 * Even a tool that claims to be read-only may take its time. The first answer of a step may take `firstAnswerMs`; once one
 * has come, the others are given `patienceMs` from the latest answer on and are then cancelled: not a finding, just unseen.
 * Where calls may stay open, the scenarios go on after a lull without an answer, on a busy machine a longer one, and at once when all that is open are tools
 * of which earlier calls are open still.
 */
const firstAnswerMs = 5000;
const patienceMs = 500;
const lullMs = { least: 40, most: 120 };

/** So many times what a request that asks for nothing has taken at most, a tool is given in any case: a busy machine is no slow tool. */
const firstAnswerFactor = 20;
const patienceFactor = 4;

/** The same where a tool is looked at again, and so many times the slowest answer it is given in any case. */
const againMs = 1500;
const againFactor = 4;

type Run = SessionState["run"];

const patienceOf = ({ pace }: Run): number => Math.max(pace.stretch() * patienceMs, patienceFactor * pace.slowestPlainMs());

/**
 * A call that asks for progress is given as long on a busy machine as on a quiet one: a tool that waits for something else reports as
 * late on both, and whether its reports are seen must not depend on that. Only of a server that is far away everything comes later.
 * A tool that was quick before is held up by the machine alone, and would be called no more if it was given up for that.
 */
const patienceWith = ({ run, quickTools }: SessionState, { asksForProgress, tool }: OpenCall): number =>
  asksForProgress && !quickTools.has(tool) ? Math.max(patienceMs, patienceFactor * run.pace.quickestPlainMs()) : patienceOf(run);

const lullOf = ({ pace }: Run): number => Math.min(lullMs.most, pace.stretch() * lullMs.least);

/**
 * A second look may wait for less, though for several times the slowest answer so far: it confirms only what was silent for the whole
 * time before.
 */
const firstAnswerOf = ({ run: { pace }, again }: SessionState): number =>
  Math.max(
    pace.stretch() * (again ? againMs : firstAnswerMs),
    firstAnswerFactor * pace.slowestPlainMs(),
    again ? againFactor * pace.slowestAnswerMs() : 0,
  );

/** Follows the calls of a step. */
type OpenCalls = {
  /** Keeps a talk of one or more rounds with a tool among the open calls; `talk` tells of each round it begins, and in the end whether it was answered. */
  readonly during: (tool: Json | undefined, talk: (onBegin: (pending: Pending) => void) => Promise<boolean>) => Promise<void>;
  /** Waits for all, or until the rest is left open or given up. */
  readonly quiet: (all: Promise<unknown>) => Promise<void>;
};

/** The tools of which calls are open, or were so long that they were given up. */
export function toolsAtWork({ openCalls: open, slowTools }: SessionState): ReadonlySet<Json | undefined> {
  return new Set([...slowTools, ...[...open].map(({ tool }) => tool)]);
}

/** Follows the calls of a step; those that take their time are given up, or stay open for `settle`. */
export function openCalls(state: SessionState, leavesOpen: boolean, asksForProgress: boolean): OpenCalls {
  const { run, connection } = state;
  const own = new Set<OpenCall>();
  const slow = toolsAtWork(state);
  const laterMs = (): number => (leavesOpen ? lullOf(run) : patienceOf(run));
  let goOn = (): void => undefined;
  const ready = new Promise<void>((resolve) => (goOn = resolve));
  let waits = false;
  let cancel = (): void => undefined;

  function patience(ms: number): void {
    cancel();
    if (!waits) return;
    const wait = leavesOpen && [...own].every(({ tool }) => slow.has(tool)) ? 0 : Math.min(ms, run.timeoutMs);
    cancel = run.clock.setTimeout(wait, () => {
      if (!leavesOpen) for (const one of own) one.pending?.giveUp();
      else {
        for (const one of own) leaveOpen(one);
        goOn();
      }
    });
  }

  /**
   * However long the next steps take on a busy machine, a tool is left at work for so long and no longer, unless it reports progress: a
   * call that came while an earlier one was open ends with it, and has its own time where that one was answered.
   */
  function leaveOpen(one: OpenCall): void {
    const since = oldest(state.openCalls).get(workOf(one)) ?? one.since;
    const stop = run.clock.setTimeout(Math.max(0, since + patienceWith(state, one) - run.clock.now()), () => {
      if ((connection?.session.lastProgress() ?? -Infinity) > one.since) return;
      if (!state.slowTools.has(one.tool) && oldest(state.openCalls).get(workOf(one)) !== since) return leaveOpen(one);
      state.slowTools.add(one.tool);
      one.pending?.giveUp();
    });
    void one.done.then(stop);
  }

  return {
    async during(tool, talk) {
      const one: OpenCall = { tool, asksForProgress, pending: undefined, since: run.clock.now(), done: Promise.resolve() };
      own.add(one);
      state.openCalls.add(one);
      const talking = talk((pending) => {
        one.pending = pending;
        one.since = run.clock.now();
      });
      one.done = talking;
      const isAnswered = await talking;
      if (isAnswered && run.clock.now() - one.since < patienceMs) {
        state.quickTools.add(tool);
        // It was slow once, as all are of a server that does one thing after another.
        state.slowTools.delete(tool);
      }
      own.delete(one);
      state.openCalls.delete(one);
      if (connection?.isOver() !== true) patience(laterMs());
    },
    async quiet(all) {
      waits = true;
      patience(leavesOpen && slow.size > 0 ? laterMs() : firstAnswerOf(state));
      await Promise.race([all, ready]);
      waits = false;
      cancel();
    },
  };
}

/** A tool that goes on reporting progress is given so much longer in all, in ms, as long as no report takes much longer than a call may. */
const workingMs = 2000;

/** So many times what a call may take, the next report of progress may: no round number, for tools report every so many round ones. */
const reportFactor = 1.3;

/**
 * Waits for the calls that were left open until each of their tools has had `ms`, or longer where progress shows that it is about
 * to be done; what is open then is given up, which cancels it.
 */
export async function settle(state: SessionState, ms = patienceOf(state.run)): Promise<void> {
  const { run, openCalls: open } = state;
  let progressAt = state.connection?.session.lastProgress() ?? 0;
  const deaf = state.connection?.session.observe((frame) => {
    if (frame.kind === "notification" && frame.method === "notifications/progress") progressAt = run.clock.now();
  });
  const until = run.clock.now() + run.pace.stretch() * workingMs;
  while (open.size > 0 && !run.stop.aborted) {
    const latest = Math.max(...oldest(open).values());
    const due = Math.max(latest + ms, Math.min(progressAt + reportFactor * ms, until));
    const left = due - run.clock.now();
    if (left <= 0) break;
    await orAfter(state, Promise.race([...open].map(async ({ done }) => await done)), left);
  }
  deaf?.();
  const rest = [...open];
  for (const { pending } of rest) pending?.giveUp();
  await Promise.all(rest.map(async ({ done }) => await done));
}

/** What a call is at work with: its tool; one that asks for progress is by itself, for its reports come after its own beginning. */
const workOf = (one: OpenCall): unknown => (one.asksForProgress ? one : one.tool);

/** Since when each tool has been at work. */
function oldest(open: ReadonlySet<OpenCall>): ReadonlyMap<unknown, number> {
  const since = new Map<unknown, number>();
  for (const one of open) since.set(workOf(one), Math.min(one.since, since.get(workOf(one)) ?? Infinity));
  return since;
}

/** Waits for something that cannot fail, at most `ms` by the run's clock. */
export async function orAfter({ run }: SessionState, done: Promise<unknown>, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = run.clock.setTimeout(ms, resolve);
    void done.then(() => {
      stop();
      resolve();
    });
  });
}

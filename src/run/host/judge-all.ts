import type { HostTrace } from "../../check/host/host-event.ts";
import { inconclusive, notApplicable, type Outcome } from "../../check/outcome.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { resultsInOrder } from "../results-in-order.ts";
import { whyNot } from "./case/case-needs.ts";
import { hangsOnTime } from "./case/hangs-on-time.ts";
import type { HostCase, HostSuite } from "./case/host-case.ts";
import { type DriveCase, runCase } from "./drive.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { HostUnderTest } from "./host-under-test.ts";
import { judgeCase } from "./judge.ts";
import { anySignal } from "../../base/time/any-signal.ts";

/** A case where it stands. */
export type Placed = { readonly suite: HostSuite; readonly hostCase: HostCase };

/** What came of a case, and how long it took, in ms. */
export type Judged = Placed & { readonly trace: HostTrace; readonly outcome: Outcome; readonly ms: number };

/** What driving and judging all cases of a host takes: see `HostJobSetup`. */
export type JudgeAllSetup = {
  readonly host: HostUnderTest;
  /** How its cases are driven; in this process when absent. */
  readonly drive?: DriveCase;
  readonly suites: readonly HostSuite[];
  readonly bail: boolean;
  readonly clock: Clock;
  /** Cases driven side by side. */
  readonly workers: number;
  readonly budgetMs: number;
  /** Whether cases are driven in which a host's time has to be waited for. */
  readonly slow?: boolean;
};

/**
 * Judges all cases, some side by side, and gives them in the order of the suites; last those that went wrong and hang on time: they are
 * driven once more, alone, and what is seen then counts.
 */
export async function* judgeAll(setup: JudgeAllSetup, began: number, stop: AbortSignal): AsyncGenerator<Judged> {
  const placed = setup.suites.flatMap((suite) => suite.cases.map((hostCase): Placed => ({ suite, hostCase })));
  const judge = (one: Placed, unread: AbortSignal): Promise<Judged> => judgeOne(setup, one, began, anySignal(stop, unread));
  const doubtful: Judged[] = [];
  for await (const judged of resultsInOrder(placed, setup.workers, judge)) {
    if (stop.aborted) return;
    if (!setup.bail && judged.outcome.kind === "violated" && hangsOnTime(judged.hostCase, judged.trace, judged.ms))
      doubtful.push(judged);
    else yield judged;
  }
  for (const { suite, hostCase, ms } of doubtful) {
    if (stop.aborted) return;
    const again = await judgeOne(setup, { suite, hostCase }, began, stop);
    if (!stop.aborted) yield { ...again, ms: ms + again.ms };
  }
}

async function judgeOne(setup: JudgeAllSetup, placed: Placed, began: number, stop: AbortSignal): Promise<Judged> {
  const { clock, host, budgetMs, slow = false, drive = (hostCase, over) => runCase(host, hostCase, over) } = setup;
  const start = clock.now();
  const why = whyNot(placed.hostCase, host, slow);
  if (why !== undefined) return { ...placed, trace: [], outcome: notApplicable(why), ms: 0 };
  if (start - began > budgetMs)
    return {
      ...placed,
      trace: [],
      outcome: inconclusive(`the budget of ${budgetMs} ms was over; give more with --budget`),
      ms: 0,
    };
  try {
    const trace = await drive(placed.hostCase, stop);
    return { ...placed, trace, outcome: judgeCase(placed.hostCase, trace), ms: clock.now() - start };
  } catch (error) {
    if (!(error instanceof McpcheckError) || error.code !== "subject") throw error;
    return { ...placed, trace: [], outcome: inconclusive(error.message), ms: clock.now() - start };
  }
}

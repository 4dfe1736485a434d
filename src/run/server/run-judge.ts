import type { Trace } from "../../trace/trace.ts";
import type { Judged, Judging, JudgingSetup } from "../judging/judging.ts";
import { textIn } from "../../trace/excerpt.ts";
import { startJudging } from "../judging/judging-thread.ts";
import { collectGarbage } from "./collect-garbage.ts";
import type { ServerRun } from "./server-run.ts";

/** Judges what a run has recorded so far. */
export type RunJudge = {
  /** Much of what there is to judge was recorded: what takes its time may begin. */
  readonly prepare: () => void;
  readonly judged: (options: { readonly annotate: boolean }) => Promise<Judged>;
  readonly stop: () => Promise<void>;
};

/** How much text that was handed over may lie about here, in UTF-16 units. */
const mostGarbage = 8 * 1024 * 1024;

/**
 * Judges a run that is still being driven. Who judges is loaded when there is something to prepare: until then the first server starts and
 * is asked what the others wait for, which must not take longer for it. Long texts are kept only once: by who judges, or, where
 * `keepTrace` says that the trace is wanted in the end, by the recorder as well.
 */
export function createRunJudge(
  setup: JudgingSetup & { readonly keepTrace?: ((trace: Trace) => void) | undefined },
  run: ServerRun,
  stop: AbortSignal,
): RunJudge {
  let started: Judging | undefined;
  const judging = (): Judging => (started ??= startJudging(setup.checks, stop));
  let garbage = 0;
  let isHeavy = false;

  function handOver(keep = setup.keepTrace !== undefined): void {
    const { take } = judging();
    if (take === undefined) return;
    const events = run.recorder.handOver({ keep });
    take(run.recorder.trace().subject, events);
    garbage += textIn(events);
    if (garbage < mostGarbage) return;
    garbage = 0;
    isHeavy = true;
    collectGarbage();
  }

  run.whenHeavy?.(() => handOver());
  return {
    prepare() {
      const { askAhead } = judging();
      if (stop.aborted || askAhead === undefined) return;
      // Those who drive read in it what the tools were seen to do.
      handOver(true);
      askAhead();
    },
    async judged(options) {
      handOver();
      if (isHeavy) collectGarbage();
      return await judging().judge(run.recorder.trace(), setup, options);
    },
    async stop() {
      await started?.stop();
    },
  };
}

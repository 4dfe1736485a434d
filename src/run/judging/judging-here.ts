import { type Oracle, startOracle } from "../annotate/oracle.ts";
import { type DeadlineLimits, deadlineOf, whyStopped } from "./deadline.ts";
import { gatherer } from "./gather.ts";
import type { Judging } from "./judging.ts";
import { tellVerdicts } from "./tell-verdicts.ts";

/** Judges in this thread, for where there is no other one, or checks no other one knows. The deadline is looked at between two findings. */
export function judgingHere(stop: AbortSignal, limits: DeadlineLimits): Judging {
  let oracle: Oracle | undefined;
  let isOver = false;
  const deadline = deadlineOf(stop, limits, { hurry: () => void oracle?.stop(), end: () => (isOver = true) });
  return {
    async judge(trace, setup, { annotate }) {
      deadline.begin();
      const { take, gathered } = gatherer(trace, setup);
      // Where another thread judges, nobody here needs the code of all checks.
      const { verifiable } = await import("../../check/verifiable.ts");
      const checks = verifiable(setup.checks);
      for await (const told of tellVerdicts(trace, { ...setup, checks }, annotate ? (oracle ??= startOracle()) : undefined)) {
        take(told);
        await breath();
        if (isOver) return gathered(whyStopped(stop));
      }
      return gathered(undefined);
    },
    async stop() {
      deadline.cancel();
      await oracle?.stop();
    },
  };
}

/** Lets signals and timers have their turn: judging what a hostile server wrote can take long. */
async function breath(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

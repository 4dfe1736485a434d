import { aborted } from "../../../base/time/aborted.ts";
import { settlesWithin } from "../../../base/time/clock-waits.ts";
import { endsByItself, type SessionPlan } from "../plan.ts";
import type { Learning } from "../roles/learning.ts";
import type { ServerRun } from "../server-run.ts";

/** No session is held back longer, in ms, for either reason: of a server that is slow they have to go on side by side from the start. */
const longestMs = { untilAsked: 100, untilStarted: 400 };

/** Says when the sessions of a revision begin. */
export type HoldingBack = {
  /** Resolves when a session is to begin. */
  readonly hold: (plan: SessionPlan) => Promise<void>;
  /** A session has played its first scenario: its process is up. */
  readonly started: (plan: SessionPlan) => void;
};

/**
 * Holds sessions back that start a process, until the main session has called the tools: the whole run waits for what these do, so the
 * calls must not wait for the start of others. A session whose process is to end by itself begins at once, for it has to be waited for
 * as well; another is started when it is up, lest it comes up late.
 */
export function holdingBack(
  run: Pick<ServerRun, "recorder" | "clock" | "stop">,
  { asked }: Pick<Learning, "asked">,
): HoldingBack {
  let others = 0;
  let tell = (): void => undefined;
  const isUp = new Promise<void>((resolve) => (tell = resolve));
  return {
    async hold(plan) {
      if (plan.session === "main" || run.recorder.trace().subject.transport !== "stdio") return;
      others += 1;
      const isFirst = others === 1;
      if (endsByItself(plan)) return;
      const stopped = aborted(run.stop);
      await settlesWithin(run.clock, longestMs.untilAsked, Promise.race([asked, stopped]));
      if (!isFirst) await settlesWithin(run.clock, longestMs.untilStarted, Promise.race([isUp, stopped]));
    },
    started(plan) {
      if (plan.session !== "main") tell();
    },
  };
}

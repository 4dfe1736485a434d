import { pauseUnless } from "../../../base/time/clock-waits.ts";
import { endsByItself, type SessionPlan } from "../plan.ts";
import type { Learning } from "../roles/learning.ts";
import type { ServerRun } from "../server-run.ts";

/** No session is held back longer, in ms: of a server that is slow the sessions have to go on side by side from the start. */
const longestMs = 100;

/**
 * Holds a session back that starts a process, until the main session has called the tools: the whole run waits for what these do, so
 * the calls must not wait for the start of others. A session whose process is to end by itself begins at once, for it has to be waited
 * for as well.
 */
export async function heldBack(
  run: Pick<ServerRun, "recorder" | "clock" | "stop">,
  plan: SessionPlan,
  { asked }: Pick<Learning, "asked">,
): Promise<void> {
  if (plan.session === "main" || endsByItself(plan) || run.recorder.trace().subject.transport !== "stdio") return;
  await Promise.race([asked, pauseUnless(run.clock, longestMs, run.stop)]);
}

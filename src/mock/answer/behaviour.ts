import { type JsonObject, asObject } from "../../jsonrpc/json.ts";
import type { Answer } from "../conversation/answer.ts";
import { type Gathered, gather } from "./asks.ts";
import type { Call } from "./call.ts";
import { type LogLevel, logLevels } from "../script/log-levels.ts";
import type { MockPrompt, MockResource, ToolAnswers } from "../script/script.ts";

/** What tools, resources and prompts can do before they answer. */
export type Behaviour = Pick<
  ToolAnswers | MockResource["answers"] | MockPrompt["answers"],
  "asks" | "slow" | "progress" | "logs" | "changes"
>;

/** Does what a behaviour says and gives what the client was asked for; `instead` is the answer when it ends there. */
async function perform(call: Call, behaviour: Behaviour): Promise<Gathered> {
  const gathered = await gather(call, behaviour.asks ?? []);
  if ("instead" in gathered) return gathered;
  for (const { level, logger, data } of behaviour.logs ?? [])
    log(call, level, logger === undefined ? { data } : { logger, data });
  await work(call, behaviour.slow ?? 0, behaviour.progress ?? 0);
  if (behaviour.changes !== undefined) call.announce(behaviour.changes);
  return gathered;
}

/** `perform`, then the answer made from what the client said. */
export async function performThen(call: Call, behaviour: Behaviour, then: (answers: JsonObject) => Answer): Promise<Answer> {
  const gathered = await perform(call, behaviour);
  return "instead" in gathered ? gathered.instead : then(gathered.answers);
}

function log(call: Call, level: LogLevel, entry: JsonObject): void {
  if (call.script.logging !== true || call.logLevel === undefined) return;
  if (logLevels.indexOf(level) >= logLevels.indexOf(call.logLevel)) call.notify("notifications/message", { level, ...entry });
}

/**
 * Works for `ms`, with the steps spread evenly inside it, so that the last report is well before the answer. A step that comes late, on a
 * busy machine, makes none of the others later.
 */
async function work(call: Call, ms: number, steps: number): Promise<void> {
  const token = asObject(call.params["_meta"])["progressToken"];
  const { clock } = call.world;
  const began = clock.now();
  const until = async (step: number): Promise<void> => {
    if (ms > 0) await call.sleep(Math.max(0, began + (ms * step) / (steps + 1) - clock.now()));
  };
  for (let step = 1; step <= steps; step++) {
    await until(step);
    if (typeof token !== "string" && !(typeof token === "number" && Number.isInteger(token))) continue;
    const message = call.revision >= "2025-03-26" ? { message: `step ${step} of ${steps}` } : {};
    call.notify("notifications/progress", { progressToken: token, progress: step, total: steps, ...message });
  }
  await until(steps + 1);
}

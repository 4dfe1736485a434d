import { timeLimit } from "../../limits/time-limit.ts";
import type { HostProcess } from "./host-process.ts";
import { lateAnswer, noAnswer, type StepAnswer } from "../host-under-test.ts";
import { aborted } from "../../../base/time/aborted.ts";

/** What a command of a host gave back, at its end or when its time is over. */
export async function processAnswer(started: HostProcess, timeoutMs: number, stop: AbortSignal): Promise<StepAnswer> {
  const late = timeLimit(timeoutMs, stop);
  const over = aborted(late).then(() => "late" as const);
  try {
    const exit = await Promise.race([started.ended, over]);
    if (exit === "late")
      return {
        ...lateAnswer(`did not end within ${timeoutMs} ms`, started.stderr()),
        text: started.stdout(),
        said: started.stdout(),
      };
    const text = started.stdout();
    return { status: null, exit, headers: {}, text, said: text, aside: started.stderr(), failed: null };
  } catch (error) {
    return noAnswer(`could not be started: ${error instanceof Error ? error.message : String(error)}`);
  }
}

import type { Step } from "../../../suite/scenario.ts";
import type { Tokens } from "../../../suite/token-kinds.ts";
import { scopesDemanded } from "../../../trace/facts/authorization.ts";
import { traceOf } from "../../../trace/trace.ts";
import type { SessionState } from "../session-state.ts";

/** The tokens a step may send: where it names the one that is made for what was demanded so far, that is made now. */
export async function tokensNow({ run, revision }: SessionState, step: Step): Promise<Tokens | undefined> {
  if (run.stepUp === undefined || !JSON.stringify(step).includes("{token:challenged}")) return run.tokens;
  return { ...run.tokens, challenged: await run.stepUp(scopesDemanded(traceOf(run.recorder.trace(), revision))) };
}

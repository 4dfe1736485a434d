import type { Call } from "../../trace/call.ts";
import { stepOf } from "../../trace/step-index.ts";
import type { Trace } from "../../trace/trace.ts";

/** Whether a call was made as a client makes it: steps that send something special on purpose carry a tag. */
export function isPlain(trace: Trace, call: Call): boolean {
  return stepOf(trace, call.request)?.tag === undefined;
}

import { toolCalls } from "../../../trace/facts/tool-call.ts";
import { stepOf } from "../../../trace/step-index.ts";
import type { Trace } from "../../../trace/trace.ts";
import { notApplicable, type Outcome } from "../../outcome.ts";

/** A tool may be slow by design; a server of which so many never answer, and that share of all, works with something it cannot reach. */
const hanging = { tools: 2, share: 1 / 6 };

/**
 * An outcome over tools that were called for more, for they are answered in time. Where several tools never are, which those are is chance: what
 * was wrong with one is so all the same, and nothing is said otherwise.
 * @param connection the one they were called on
 */
export function unlessToolsHang(trace: Trace, connection: number | undefined, outcome: Outcome): Outcome {
  if (outcome.kind === "violated" || !toolsHang(trace, connection)) return outcome;
  return notApplicable("several tools were never answered in time: which of the others can be called is chance");
}

/** Whether several tools that were called as anybody would call them were never answered on a connection. */
function toolsHang(trace: Trace, connection: number | undefined): boolean {
  const plain = toolCalls(trace).filter(
    ({ call: { request } }) => request.connection === connection && stepOf(trace, request)?.tag === undefined,
  );
  const called = new Set(plain.map(({ name }) => name));
  const answered = new Set(plain.filter(({ outcome }) => outcome !== "none").map(({ name }) => name));
  const missing = called.size - answered.size;
  return missing >= hanging.tools && missing >= hanging.share * called.size;
}

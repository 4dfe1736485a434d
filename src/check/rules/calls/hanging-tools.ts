import { toolCalls } from "../../../trace/facts/tool-call.ts";
import { stepOf } from "../../../trace/step-index.ts";
import type { Trace } from "../../../trace/trace.ts";

/** A tool may be slow by design; a server of which so many never answer, and that share of all, works with something it cannot reach. */
const hanging = { tools: 2, share: 1 / 6 };

/** Why nothing is said of tools that a server answers or not, as it pleases. */
export const hangsReason = "several tools were never answered in time: which of the others can be called is chance";

/**
 * Whether several tools that were called as anybody would call them were never answered on a connection: which of the others are answered
 * in time, and can be called for more, is chance then.
 */
export function toolsHang(trace: Trace, connection: number | undefined): boolean {
  const plain = toolCalls(trace).filter(
    ({ call: { request } }) => request.connection === connection && stepOf(trace, request)?.tag === undefined,
  );
  const called = new Set(plain.map(({ name }) => name));
  const answered = new Set(plain.filter(({ outcome }) => outcome !== "none").map(({ name }) => name));
  const missing = called.size - answered.size;
  return missing >= hanging.tools && missing >= hanging.share * called.size;
}

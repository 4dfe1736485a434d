import { type Call, calls } from "../../call.ts";
import type { Trace } from "../../trace.ts";
import { overtaking } from "./overtaken.ts";

/** From how many ms on a call is called slow: long enough to be cancelled while it is open, on any machine. */
const slowFromMs = 300;

/** Whether a call of a tool was quick, or slow by its tool; unclear where the machine may have been what was slow, or it was not waited for so long. */
export type CallPace = "quick" | "slow" | "unclear";

/** So many times what asks for nothing took at most a call took that was slow by its tool, where nothing had the time to overtake it. */
const plainFactor = 2;

/** Whether a call took its time, and its tool was why: where nothing that was asked after it came before it, the machine may have been. */
export function paceOf(trace: Trace, call: Call, ms: number): CallPace {
  if (ms < slowFromMs) return call.answer === undefined ? "unclear" : "quick";
  const { tried, done } = overtaking(trace, call, call.request.at + ms);
  const isSlow = tried ? done : ms >= plainFactor * slowestPlain(trace, call.request.connection);
  return isSlow ? "slow" : "unclear";
}

/** How long the slowest answer to what asks for nothing took on a connection, in ms; 0 where none came. */
function slowestPlain(trace: Trace, connection: number): number {
  const times = [...calls(trace, "ping"), ...calls(trace, "server/discover")].flatMap(({ request, answer }) =>
    request.connection === connection && answer !== undefined ? [answer.at - request.at] : [],
  );
  return Math.max(0, ...times);
}

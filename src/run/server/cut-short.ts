import type { RunError } from "../run-event.ts";

/** Why a run on one server ended before its scenarios did, as the reason its stop signal is aborted with. */
export const tooMuchTraffic = "too much traffic";

/**
 * What to say of a run whose stop signal was aborted; null when it was not, or when that is told elsewhere (an interruption,
 * `--bail`). What was seen until then is judged all the same, but nobody may take it for the whole.
 */
export function cutShort(stop: AbortSignal, name: string, stderrTail: string): RunError | null {
  const reason: unknown = stop.aborted ? stop.reason : undefined;
  const why =
    reason === tooMuchTraffic
      ? "it wrote more than a whole run may bring"
      : reason instanceof DOMException && reason.name === "TimeoutError"
        ? "the time for the whole subject was used up (--budget)"
        : undefined;
  if (why === undefined) return null;
  return { kind: "subject", message: `${name}: ${why}; only what was seen until then is judged`, stderrTail };
}

/** What to say of a server when judging what it wrote ended before every check had looked at it. */
export function notAllJudged(why: string, name: string, stderrTail: string): RunError {
  return { kind: "subject", message: `${name}: not all it wrote could be judged: ${why}; what was found is told`, stderrTail };
}

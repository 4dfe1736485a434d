/** What judging may still take once its run was told to stop, in ms: the validators, all of it, and in any case from its own beginning. */
export type DeadlineLimits = { readonly hurryMs: number; readonly endMs: number; readonly leastMs: number };

/** A deadline that is set when a run is told to stop; `begin` says that judging begins only now, `cancel` takes it back. */
export type Deadline = { readonly begin: () => void; readonly cancel: () => void };

/**
 * Calls `hurry` and `end` when their time has come after `stop` was aborted. The budget of a run holds for judging as well, but
 * whoever comes to it late, since a server was slow to end, gets the least of it.
 */
export function deadlineOf(
  stop: AbortSignal,
  { hurryMs, endMs, leastMs }: DeadlineLimits,
  { hurry, end }: { readonly hurry: () => void; readonly end: () => void },
): Deadline {
  let timers: NodeJS.Timeout[] = [];
  let stoppedAt: number | undefined;

  function set(least: number): void {
    clear();
    const gone = performance.now() - (stoppedAt ??= performance.now());
    // Whoever interrupts a run does not wait for a hostile schema.
    const patience = stop.reason === "SIGINT" || stop.reason === "SIGTERM" ? 0 : hurryMs - gone;
    timers = [setTimeout(hurry, Math.max(patience, 0)), setTimeout(end, Math.max(endMs - gone, least))];
    for (const timer of timers) timer.unref();
  }

  function clear(): void {
    for (const timer of timers) clearTimeout(timer);
  }

  const stopped = (): void => set(0);
  stop.addEventListener("abort", stopped, { once: true });
  if (stop.aborted) stopped();
  return {
    begin: () => (stop.aborted ? set(leastMs) : undefined),
    cancel() {
      stop.removeEventListener("abort", stopped);
      clear();
    },
  };
}

/** Why judging ended with its run. */
export function whyStopped(stop: AbortSignal): string {
  return stop.reason instanceof DOMException ? "the time for the whole subject was used up (--budget)" : "the run was stopped";
}

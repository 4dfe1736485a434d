import type { SessionState } from "../session-state.ts";

/** Waits for something that cannot fail, at most `ms` (an exchange's time-out when absent); says in the trace when it did not come. */
export async function bounded(
  state: SessionState,
  done: Promise<unknown>,
  awaiting: string,
  ms = state.run.timeoutMs,
): Promise<boolean> {
  const connection = state.connection?.number ?? 0;
  return await new Promise((resolve) => {
    const stop = state.run.clock.setTimeout(ms, () => {
      state.run.recorder.record({ kind: "silence", connection, awaiting, ms });
      resolve(false);
    });
    void Promise.race([done, state.connection?.session.transport.ended]).then(() => {
      stop();
      resolve(true);
    });
  });
}

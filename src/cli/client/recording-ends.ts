import { Socket } from "node:net";
import type { Writable } from "node:stream";

const passed = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

/**
 * Hands every signal that reaches this process to `take`, in place of whoever took them before: who stands between two programs does
 * nothing on its own account. The result takes that back.
 */
export function takeSignals(take: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of passed) {
    process.removeAllListeners(signal);
    process.on(signal, take);
  }
  return () => {
    for (const signal of passed) process.off(signal, take);
  };
}

/**
 * Standard output that is written without waiting. Node writes pipes at once and waits for their reader, and while one waits nothing
 * would pass in the other direction either: two programs that both write much would wait for ever.
 */
export function freeStdout(): Writable {
  try {
    return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    return process.stdout; // a file or a terminal, which are always written at once
  }
}

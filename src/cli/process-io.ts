import { writeAll } from "../base/files/write-all.ts";
import type { Io } from "./io.ts";

/** The real process as a value. Signals abort `interrupted` once; a second one ends the process at once. */
export function processIo(): Io {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(signal === "SIGINT" ? 130 : 143);
      controller.abort(signal);
    });
  }
  return {
    stdout: (text) => writeAll(1, Buffer.from(text)),
    stderr: (text) => writeAll(2, Buffer.from(text)),
    env: process.env,
    cwd: process.cwd(),
    isTerminal: process.stdout.isTTY === true,
    interrupted: controller.signal,
    stdin: () => process.stdin,
  };
}

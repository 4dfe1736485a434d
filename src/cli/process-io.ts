import { writeSync } from "node:fs";
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
    stdout: (text) => write(1, text),
    stderr: (text) => write(2, text),
    env: process.env,
    cwd: process.cwd(),
    isTerminal: process.stdout.isTTY === true,
    interrupted: controller.signal,
    stdin: () => process.stdin,
  };
}

/** Writes all of it before returning, so that nothing is lost when the process ends; a closed pipe is not our failure. */
function write(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
    }
  }
}

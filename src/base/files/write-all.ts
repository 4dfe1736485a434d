import { writeSync } from "node:fs";

/**
 * Writes all of the bytes to standard output (1) or error (2) before returning, so that nothing is lost when the process ends:
 * waits where the pipe is full. A closed pipe is not our failure.
 */
export function writeAll(descriptor: 1 | 2, bytes: Uint8Array): void {
  let rest = bytes;
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

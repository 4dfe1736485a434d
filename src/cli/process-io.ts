import { writeAll } from "../base/files/write-all.ts";
import type { Io } from "./io.ts";
import { stopForMany } from "../base/time/stop-for-many.ts";

/** A live line wants a terminal that can go back; CI jobs have none, and end the silence of a step otherwise. */
function progressOn(output: NodeJS.WriteStream, { CI, TERM }: NodeJS.ProcessEnv): Io["progress"] {
  if (CI !== undefined && CI !== "" && CI !== "false") return "heartbeat";
  return output.isTTY && TERM !== "dumb" ? "live" : undefined;
}

/** The real process as a value. Signals, and the end of a parent with a channel to it, abort `interrupted` once; a second signal ends the process at once. */
export function processIo(): Io {
  const controller = stopForMany();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(signal === "SIGINT" ? 130 : 143);
      controller.abort(signal);
    });
  }
  // Whoever holds a channel to this process and is killed cannot tell it to end any more.
  process.once("disconnect", () => controller.abort("SIGTERM"));
  process.channel?.unref();
  return {
    stdout: (text) => writeAll(1, Buffer.from(text)),
    stderr: (text) => writeAll(2, Buffer.from(text)),
    env: process.env,
    cwd: process.cwd(),
    isTerminal: process.stdout.isTTY === true,
    progress: progressOn(process.stderr, process.env),
    columns: [process.stdout.columns, process.stderr.columns].find((columns) => columns > 0),
    interrupted: controller.signal,
    stdin: () => process.stdin,
  };
}

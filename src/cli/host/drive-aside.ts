import { fork } from "node:child_process";
import type { HostTrace } from "../../check/host/host-event.ts";
import { type BlameCode, McpcheckError } from "../../base/mcpcheck-error.ts";
import { packageFile } from "../../base/files/package-file.ts";
import type { HostCase } from "../../run/host/case/host-case.ts";
import type { DriveCase } from "../../run/host/drive.ts";
import { type Deferred, deferred } from "../../base/time/deferred.ts";

/** What the other process is told: a case to drive, or to end all that are under way. */
export type DriverRequest = { readonly number: number; readonly hostCase: HostCase } | { readonly stop: true };

/** What it answers: what was seen, or why nothing was. */
export type DriverAnswer =
  | { readonly number: number; readonly trace: HostTrace }
  | {
      readonly number: number;
      readonly error: { readonly code: BlameCode; readonly message: string; readonly stderrTail?: string };
    };

/** Another process that drives the reference host, until it is closed. */
export type AsideDriver = { readonly drive: DriveCase; readonly close: () => void };

/**
 * Starts a process that drives cases of the reference host. Starting a program stops a process until the other one is there, and a
 * case starts many: with two processes a second processor is used, and neither waits for the other's.
 */
export function driveAside(program = packageFile("dist/case-driver.js")): AsideDriver {
  const child = fork(program, {
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, Deferred<DriverAnswer>>();
  let last = 0;
  let gone: string | undefined;
  const settle = (answer: DriverAnswer): void => {
    waiting.get(answer.number)?.resolve(answer);
    waiting.delete(answer.number);
  };
  const end = (why: string): void => {
    gone ??= `the process that drives cases ${why}`;
    for (const number of waiting.keys()) settle({ number, error: { code: "harness", message: gone } });
  };
  child.on("message", settle);
  // More than once: everything that is still sent to a process that is gone fails by itself.
  child.on("error", ({ message }) => end(`failed: ${message}`));
  child.once("exit", (code, signal) => end(`ended with ${signal ?? `exit code ${code}`}`));
  return {
    async drive(hostCase, stop) {
      if (gone !== undefined) throw new McpcheckError("harness", gone);
      const number = (last += 1);
      const answered = deferred<DriverAnswer>();
      waiting.set(number, answered);
      const tell = (request: DriverRequest): void => void child.send(request);
      const halt = (): void => tell({ stop: true });
      stop.addEventListener("abort", halt, { once: true });
      tell({ number, hostCase });
      if (stop.aborted) halt();
      const answer = await answered.promise;
      stop.removeEventListener("abort", halt);
      if ("trace" in answer) return answer.trace;
      const { code, message, ...more } = answer.error;
      throw new McpcheckError(code, message, more);
    },
    close() {
      if (child.connected) child.disconnect();
    },
  };
}

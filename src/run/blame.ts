import { McpcheckError } from "../base/mcpcheck-error.ts";
import type { RunError } from "./run-event.ts";

/** Who is to blame for what ended a job: what our own errors say, and the harness for everything else. */
export function blame(error: unknown): RunError {
  if (error instanceof McpcheckError) return { kind: error.code, message: error.message, stderrTail: error.stderrTail ?? "" };
  return harnessError(error);
}

/** An error that nobody but the harness can have made. */
export function harnessError(error: unknown): RunError {
  return { kind: "harness", message: error instanceof Error ? (error.stack ?? error.message) : String(error), stderrTail: "" };
}

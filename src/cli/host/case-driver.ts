import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { referenceHost } from "../../run/host/hosts/reference-host.ts";
import { runCase } from "../../run/host/drive.ts";
import { createProcessGuard } from "../../transport/process/process-guard.ts";
import { compileLater } from "../compile-later.ts";
import { version } from "../version.ts";
import type { DriverAnswer, DriverRequest } from "./drive-aside.ts";

/** Runs in a process of its own: drives the reference host through the cases it is given, until whoever started it is gone. */
function serve(): void {
  compileLater();
  const guard = createProcessGuard();
  process.once("exit", guard.killAll);
  // A terminal signals both processes; only the one that started this one knows when there is nothing left to wait for.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  process.once("disconnect", () => process.exit());
  const host = referenceHost({ version: version(), guard });
  const stop = new AbortController();
  process.on("message", (request: DriverRequest) => {
    if ("stop" in request) return stop.abort();
    const { number, hostCase } = request;
    void runCase(host, hostCase, stop.signal)
      .then(
        (trace): DriverAnswer => ({ number, trace }),
        (error: unknown) => ({ number, error: errorOf(error) }),
      )
      .then((answer) => process.send?.(answer));
  });
}

function errorOf(error: unknown): Extract<DriverAnswer, { error: unknown }>["error"] {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof McpcheckError)) return { code: "harness", message: stack };
  return { code: error.code, message, ...(error.stderrTail === undefined ? {} : { stderrTail: error.stderrTail }) };
}

serve();

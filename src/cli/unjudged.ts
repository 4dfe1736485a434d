import type { McpcheckError } from "../base/mcpcheck-error.ts";
import type { RunEvent, RunStarted } from "../run/run-event.ts";
import { summarise } from "../run/summary.ts";

/** The events of a run that ended before it began: every report still says why, and no report shows a pass. */
export function unjudged(started: Omit<RunStarted, "type" | "schemaVersion">, error: McpcheckError): RunEvent[] {
  return [
    { type: "run.started", schemaVersion: 1, ...started },
    {
      type: "run.finished",
      summary: summarise([]),
      exitCode: error.code === "usage" ? 2 : 3,
      error: { kind: error.code, message: error.message, stderrTail: error.stderrTail ?? "" },
      stale: [],
      interrupted: null,
      ms: 0,
    },
  ];
}

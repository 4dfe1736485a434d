import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { collectRun } from "../../report/collect-run.ts";
import { jsonReport } from "../../report/json.ts";
import type { Report } from "../../report/report.ts";
import type { RunEvent } from "../../run/run-event.ts";

/**
 * The report of a run on one subject.
 * @throws McpcheckError of the kind the report names, where there is no verdict: nobody is to take an empty report for a good one. What
 * was found wrong with a subject before it could not be judged any more is a verdict.
 */
export async function judgedReport(events: AsyncIterable<RunEvent>): Promise<Report> {
  const report = jsonReport(await collectRun(events));
  const { error, exitCode } = report;
  if (exitCode === 0 || exitCode === 1) return report;
  const { kind, message, stderrTail } = error ?? {
    kind: "harness",
    message: "no check came to a conclusion, so there is nothing to report",
    stderrTail: "",
  };
  throw new McpcheckError(kind, message, stderrTail === "" ? {} : { stderrTail });
}

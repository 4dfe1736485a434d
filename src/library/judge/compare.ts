import { type Compared, compared, isWorse } from "../../cli/compare/compared.ts";
import { type ComparedReport, reportOfText } from "../../cli/compare/read-report.ts";
import { hold } from "../given/given.ts";
import { textOrReport } from "../given/kept.ts";
import type { Report } from "../../report/report.ts";

/** What two reports differ in: what `mcpcheck compare --json` prints. */
export type Comparison = Compared & {
  readonly schemaVersion: 1;
  /** Something fails that did not, or was not there. */
  readonly worse: boolean;
};

/**
 * What two reports on the same subjects differ in, check by check: fixed, broken, open, new, gone. Each is a report as `judgeServer` gives
 * it, or the text of a file of `--reporter json`.
 * @throws McpcheckError `usage` with the place, for what is no report
 */
export function compare(was: Report | string, is: Report | string): Comparison {
  const found = compared(reportOf(was, "was").findings, reportOf(is, "is").findings);
  return { schemaVersion: 1, worse: isWorse(found), ...found };
}

function reportOf(given: Report | string, name: string): ComparedReport {
  hold(given, textOrReport, name);
  return reportOfText(typeof given === "string" ? given : JSON.stringify(given), name);
}

import { counted } from "../../base/counted.ts";
import type { Finding } from "../../check/finding.ts";
import type { RunFinished } from "../../run/run-event.ts";
import type { Summary } from "../../run/summary.ts";
import { duration } from "./words.ts";

/** A run in one line: how it ended, every count that is not zero, how long it took. */
export function summaryLine(summary: Summary, findings: readonly Finding[], finished: RunFinished | undefined): string {
  const took = finished === undefined ? "" : ` in ${duration(finished.ms)}`;
  const { flaky = 0, unchanged = 0 } = summary;
  if (findings.length === 0 && unchanged > 0 && finished?.exitCode === 0)
    return `nothing changed: ${unchanged} verdicts as they were${took}`;
  if (findings.length === 0) return `${wordFor(finished, "conforms")}${took}`;
  const promised = findings.filter(({ verdict, promised: was, known }) => verdict === "untested" && was && known !== true).length;
  const stale = finished?.stale.length ?? 0;
  const parts = [
    `${summary.fail - flaky} failed`,
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
    `${summary.warn} warned`,
    `${summary.pass} passed`,
    `${summary.untested} untested${promised > 0 ? ` (${promised} promised)` : ""}`,
    `${summary.notApplicable} not applicable`,
    ...(summary.error > 0 ? [counted(summary.error, "harness error")] : []),
    ...(summary.consequences > 0 ? [`${summary.consequences} following from these`] : []),
    ...(summary.known > 0 ? [`${summary.known} known`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(stale > 0 ? [counted(stale, "stale baseline entry", "stale baseline entries")] : []),
  ];
  return `${wordFor(finished, isOld(summary, findings) ? "nothing new" : flaky > 0 ? "flaky" : "conforms")}: ${parts.join(", ")}${took}`;
}

/** Whether a run that does not fail would, were there no baseline, or may have failed before and was not told of again. */
export function isOld({ unchanged = 0 }: Summary, findings: readonly Finding[]): boolean {
  const wouldFail = ({ known, verdict, promised }: Finding): boolean =>
    known === true && (verdict === "fail" || (verdict === "untested" && promised));
  return unchanged > 0 || findings.some(wouldFail);
}

/** The end of a run in a word or two, after its exit code; `good` for one that does not fail: what is known, or was so before, is there still. */
function wordFor(finished: RunFinished | undefined, good: string): string {
  if (finished?.interrupted) return `interrupted by ${finished.interrupted}`;
  switch (finished?.exitCode) {
    case 0:
      return good;
    case 1:
      return "failed";
    case 2:
      return "usage error";
    default:
      return "could not judge";
  }
}

import { counted } from "../../base/counted.ts";
import type { Finding } from "../../check/finding.ts";
import type { RunFinished } from "../../run/run-event.ts";
import type { Summary } from "../../run/summary.ts";
import { duration } from "./words.ts";

/** A run in one line: how it ended, every count that is not zero, how long it took. */
export function summaryLine(summary: Summary, findings: readonly Finding[], finished: RunFinished | undefined): string {
  const took = finished === undefined ? "" : ` in ${duration(finished.ms)}`;
  if (findings.length === 0) return `${wordFor(finished, false)}${took}`;
  const promised = findings.filter(({ verdict, promised: was, known }) => verdict === "untested" && was && known !== true).length;
  const stale = finished?.stale.length ?? 0;
  const parts = [
    `${summary.fail} failed`,
    `${summary.warn} warned`,
    `${summary.pass} passed`,
    `${summary.untested} untested${promised > 0 ? ` (${promised} promised)` : ""}`,
    `${summary.notApplicable} not applicable`,
    ...(summary.error > 0 ? [counted(summary.error, "harness error")] : []),
    ...(summary.consequences > 0 ? [`${summary.consequences} following from these`] : []),
    ...(summary.known > 0 ? [`${summary.known} known`] : []),
    ...(stale > 0 ? [counted(stale, "stale baseline entry", "stale baseline entries")] : []),
  ];
  return `${wordFor(finished, summary.known > 0 && summary.fail + promised > 0)}: ${parts.join(", ")}${took}`;
}

/** The end of a run in a word or two, after its exit code. A subject whose failures are all `known` has them still. */
function wordFor(finished: RunFinished | undefined, known: boolean): string {
  if (finished?.interrupted) return `interrupted by ${finished.interrupted}`;
  switch (finished?.exitCode) {
    case 0:
      return known ? "nothing new" : "conforms";
    case 1:
      return "failed";
    case 2:
      return "usage error";
    default:
      return "could not judge";
  }
}

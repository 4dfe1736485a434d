import { counted } from "../../base/counted.ts";
import type { Finding } from "../../check/finding.ts";

/** What is said of a fail that passed when it was played again: that it is flaky, and how often it failed; undefined for all others. */
export function flakyNote({ flaky }: Pick<Finding, "flaky">): string | undefined {
  return flaky === undefined ? undefined : `flaky: failed ${counted(flaky.failed, "time")} of ${flaky.played}, and passed then`;
}

import type { RunError } from "../../run/run-event.ts";
import type { Reported } from "../collect-run.ts";
import { areaOf } from "../text/words.ts";
import { areaBars } from "./area-bars.ts";
import { errorBlock } from "./run-parts.ts";
import { toolbar } from "./toolbar.ts";

/** The main part of a page of findings: what went wrong with the run, the areas at a glance, what to filter by, and the `sections`. */
export function findingsMain(
  error: RunError | null,
  findings: readonly Reported[],
  sections: readonly string[],
): readonly string[] {
  return [
    ...errorBlock(error),
    areaBars(findings),
    toolbar({
      about: "findings",
      verdicts: findings.map(({ verdict }) => verdict),
      area: { label: "area", values: findings.map(({ check }) => areaOf(check)) },
      revisions: findings.map(({ revision }) => revision),
      opens: true,
    }),
    '<div id="findings" tabindex="-1">',
    ...sections,
    "</div>",
  ];
}

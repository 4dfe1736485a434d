import { globMatcher } from "../../base/glob/glob-matcher.ts";
import type { Finding } from "../../check/finding.ts";
import type { Suite } from "../../suite/scenario.ts";

/**
 * What `--suite` takes to show findings again: the scenarios of the chosen suites that promise their checks, and those they were seen in,
 * which may have promised these checks nothing, so that `--check` alone would not play them. @param chosen `--suite` of the whole run
 */
export function scenariosOf(
  findings: readonly Pick<Finding, "check" | "scenario">[],
  suites: readonly Suite[],
  chosen: string | undefined,
): string | undefined {
  const wants = globMatcher(chosen);
  const checks = new Set(findings.map(({ check }) => check));
  const seenIn = new Set(findings.flatMap(({ scenario }) => scenario ?? []));
  const names = suites
    .filter(({ subject }) => subject === "server")
    .flatMap(({ id: suite, scenarios }) =>
      scenarios.flatMap(({ id, exercises }) => {
        const name = `${suite}/${id}`;
        const isPromised = exercises.some((check) => checks.has(check)) && (wants(suite) || wants(name));
        return isPromised || seenIn.has(id) ? [name] : [];
      }),
    );
  return names.length === 0 ? chosen : names.join(",");
}

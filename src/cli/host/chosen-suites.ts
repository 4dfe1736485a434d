import type { Check } from "../../check/check.ts";
import { checks } from "../../check/registry.ts";
import type { HostCase, HostSuite } from "../../run/host/case/host-case.ts";
import { loadHostSuites } from "../../run/host/case/load.ts";
import { globMatcher } from "../../base/glob/glob-matcher.ts";

/** A case of the host suites as something `--check` selects. */
export type HostCheck = Pick<HostCase, "id" | "title">;

/** The checks of all host suites: every case is one. */
export function hostChecks(): readonly HostCheck[] {
  return loadHostSuites().flatMap(({ cases }) => cases.map(({ id, title }) => ({ id, title })));
}

/** The checks by which a host is judged as a client, of those that were chosen. */
export const clientChecksOf = (chosen: ReadonlySet<string>): readonly Check[] =>
  checks.filter(({ id, subject }) => subject === "client" && chosen.has(id));

/** The suites with the cases that `--suite` (a suite, or suite/case) and `--check` leave. */
export function chosenSuites(suite: string | undefined, chosen: ReadonlySet<string>): readonly HostSuite[] {
  const wants = globMatcher(suite);
  return loadHostSuites()
    .map((one) => ({
      ...one,
      cases: one.cases.filter(({ id }) => (wants(one.id) || wants(`${one.id}/${id}`)) && chosen.has(id)),
    }))
    .filter(({ cases }) => cases.length > 0);
}

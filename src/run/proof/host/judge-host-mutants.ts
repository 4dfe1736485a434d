import { verdictOf } from "../../../check/verdict.ts";
import type { HostCase, HostSuite } from "../../host/case/host-case.ts";
import type { HostUnderTest } from "../../host/host-under-test.ts";
import { judgeCase, levelOf } from "../../host/judge.ts";
import { runCase } from "../../host/drive.ts";
import { sideBySide } from "../../side-by-side.ts";
import type { Accusation, MutantResult } from "../kill-matrix.ts";
import type { HostMutant } from "./host-mutant.ts";
import { globMatcher } from "../../../base/glob/glob-matcher.ts";

/** Drives every wrong host through the cases it names, or the suite of the case that must find it, and judges all of them. */
export async function judgeHostMutants(
  host: HostUnderTest,
  suites: readonly HostSuite[],
  mutants: readonly HostMutant[],
  workers: number,
  stop: AbortSignal,
): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  await sideBySide(mutants, workers, async (mutant) => {
    const chosen = casesFor(mutant, suites);
    const accusations: Accusation[] = [];
    let instead = `no suite has the case ${mutant.mutates}`;
    for (const hostCase of chosen) {
      if (stop.aborted) return;
      const outcome = judgeCase(hostCase, await runCase(host, { ...hostCase, set: { ...hostCase.set, ...mutant.set } }, stop));
      const verdict = verdictOf(levelOf(hostCase), outcome);
      const message =
        outcome.kind === "satisfied" ? "nothing wrong was seen" : outcome.kind === "violated" ? outcome.message : outcome.reason;
      if (outcome.kind === "violated") accusations.push({ check: hostCase.id, revision: "any", verdict, message });
      if (hostCase.id === mutant.mutates) instead = `${verdict}: ${message}`;
    }
    results.push({ kind: "host", mutant, place: `${chosen.length} cases`, accusations, instead });
  });
  return results.toSorted((one, other) => (one.mutant.mutates < other.mutant.mutates ? -1 : 1));
}

function casesFor({ cases, mutates }: HostMutant, suites: readonly HostSuite[]): readonly HostCase[] {
  if (cases === undefined) return suites.find((suite) => suite.cases.some(({ id }) => id === mutates))?.cases ?? [];
  const wants = globMatcher(cases);
  return suites.flatMap((suite) => suite.cases.filter(({ id }) => id === mutates || wants(`${suite.id}/${id}`)));
}

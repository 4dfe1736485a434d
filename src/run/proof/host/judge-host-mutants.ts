import type { Outcome } from "../../../check/outcome.ts";
import { verdictOf } from "../../../check/verdict.ts";
import type { HostCase, HostSuite } from "../../host/case/host-case.ts";
import type { HostUnderTest } from "../../host/host-under-test.ts";
import { judgeCase, levelOf } from "../../host/judge.ts";
import { runCase } from "../../host/drive.ts";
import { sideBySide } from "../../side-by-side.ts";
import type { Accusation, MutantResult } from "../kill-matrix.ts";
import type { HostMutant } from "./host-mutant.ts";
import { globMatcher } from "../../../base/glob/glob-matcher.ts";

/** A wrong host, the cases it is driven through, and what came of each. */
type Driven = {
  readonly mutant: HostMutant;
  readonly cases: readonly HostCase[];
  readonly judged: ReadonlyMap<HostCase, Outcome>;
};

/**
 * Drives every wrong host through the cases it names, or the suite of the case that must find it, and judges all of them; the cases of
 * one host side by side, too, for a wrong host may keep several waiting for as long as they wait.
 */
export async function judgeHostMutants(
  host: HostUnderTest,
  suites: readonly HostSuite[],
  mutants: readonly HostMutant[],
  workers: number,
  stop: AbortSignal,
): Promise<MutantResult[]> {
  const driven = mutants.map((mutant) => ({ mutant, cases: casesFor(mutant, suites), judged: new Map<HostCase, Outcome>() }));
  const trials = driven.flatMap(({ mutant, cases, judged }) => cases.map((hostCase) => ({ mutant, hostCase, judged })));
  await sideBySide(trials, workers, async ({ mutant, hostCase, judged }) => {
    if (stop.aborted) return;
    judged.set(
      hostCase,
      judgeCase(hostCase, await runCase(host, { ...hostCase, set: { ...hostCase.set, ...mutant.set } }, stop)),
    );
  });
  // Of one whose cases were not all played, because it was stopped, nothing is said.
  const results = driven.filter(({ cases, judged }) => judged.size === cases.length).map(resultOf);
  return results.toSorted((one, other) => (one.mutant.mutates < other.mutant.mutates ? -1 : 1));
}

function resultOf({ mutant, cases, judged }: Driven): MutantResult {
  const accusations: Accusation[] = [];
  let instead = `no suite has the case ${mutant.mutates}`;
  for (const hostCase of cases) {
    const outcome = judged.get(hostCase);
    if (outcome === undefined) continue;
    const verdict = verdictOf(levelOf(hostCase), outcome);
    const message =
      outcome.kind === "satisfied" ? "nothing wrong was seen" : outcome.kind === "violated" ? outcome.message : outcome.reason;
    if (outcome.kind === "violated") accusations.push({ check: hostCase.id, revision: "any", verdict, message });
    if (hostCase.id === mutant.mutates) instead = `${verdict}: ${message}`;
  }
  return { kind: "host", mutant, place: `${cases.length} cases`, accusations, instead };
}

function casesFor({ cases, mutates }: HostMutant, suites: readonly HostSuite[]): readonly HostCase[] {
  if (cases === undefined) return suites.find((suite) => suite.cases.some(({ id }) => id === mutates))?.cases ?? [];
  const wants = globMatcher(cases);
  return suites.flatMap((suite) => suite.cases.filter(({ id }) => id === mutates || wants(`${suite.id}/${id}`)));
}

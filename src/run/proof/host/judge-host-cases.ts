import { type ExpectationName, expectations } from "../../../check/host/expectations.ts";
import type { HostTrace } from "../../../check/host/host-event.ts";
import type { Outcome } from "../../../check/outcome.ts";
import { verdictOf } from "../../../check/verdict.ts";
import type { HostCase, HostSuite } from "../../host/case/host-case.ts";
import type { HostUnderTest } from "../../host/host-under-test.ts";
import { judgeCase, levelOf } from "../../host/judge.ts";
import { runCase } from "../../host/drive.ts";
import { sideBySide } from "../../side-by-side.ts";
import type { CleanResult, MutantResult } from "../kill-matrix.ts";
import { spoiltBy } from "./host-spoils.ts";

type CaseOfSuite = { readonly suite: string; readonly hostCase: HostCase };

type Accusation = CleanResult["accusations"][number];

/** What came of the cases of hosts: the wrong hosts they met, and the right one. */
export type HostCasesJudged = { readonly mutants: readonly MutantResult[]; readonly clean: readonly CleanResult[] };

/**
 * Drives the reference host through every case and judges what was seen; then judges, for each part of each expectation, what
 * would have been seen of a host that does just that part wrongly. A part that stays satisfied can never fail, and survives.
 */
export async function judgeHostCases(
  host: HostUnderTest,
  suites: readonly HostSuite[],
  workers: number,
  stop: AbortSignal,
): Promise<HostCasesJudged> {
  const mutants: MutantResult[] = [];
  const wrong: CaseOfSuite[] = [];
  const accusations: Accusation[] = [];
  let judged = 0;
  /** Whether a case came out as it should; only what a right host showed can be spoilt. */
  const isShown = ({ suite, hostCase }: CaseOfSuite, trace: HostTrace, outcome: Outcome): boolean => {
    if (outcome.kind !== "satisfied") return false;
    judged += 1;
    mutants.push(...spoiltResults(suite, hostCase, trace));
    return true;
  };
  const placed = suites.flatMap(({ id, cases }) => cases.map((hostCase): CaseOfSuite => ({ suite: id, hostCase })));
  await sideBySide(placed, workers, async (one) => {
    if (stop.aborted) return;
    const trace = await runCase(host, one.hostCase, stop);
    if (!isShown(one, trace, judgeCase(one.hostCase, trace))) wrong.push(one);
  });
  // Beside the others a case may have come too late for its limits: what is said is seen alone.
  for (const one of wrong) {
    if (stop.aborted) break;
    const { hostCase } = one;
    const trace = await runCase(host, hostCase, stop);
    const outcome = judgeCase(hostCase, trace);
    if (isShown(one, trace, outcome) || outcome.kind === "satisfied") continue;
    const message = outcome.kind === "violated" ? outcome.message : outcome.reason;
    accusations.push({ check: hostCase.id, revision: "any", verdict: verdictOf(levelOf(hostCase), outcome), message });
  }
  return {
    mutants: mutants.toSorted((one, other) => (one.mutant.mutates < other.mutant.mutates ? -1 : 1)),
    clean: [
      {
        subject: "reference host",
        place: "its suites",
        judged,
        accusations,
        ...(judged === 0 ? { trouble: "nothing was judged" } : {}),
      },
    ],
  };
}

function spoiltResults(suite: string, hostCase: HostCase, trace: HostTrace): MutantResult[] {
  return hostCase.expect.flatMap((expect) => {
    const [name = "", wanted = null] = Object.entries(expect)[0] ?? [];
    return spoiltBy(expect, trace).map((spoilt): MutantResult => {
      const outcome = expectations[name as ExpectationName].judge(wanted, spoilt.trace);
      const caught = outcome.kind === "violated";
      const message = outcome.kind === "satisfied" ? "it is satisfied" : caught ? outcome.message : outcome.reason;
      const verdict = verdictOf(levelOf(hostCase), outcome);
      return {
        kind: "expectation",
        mutant: { mutates: hostCase.id, deviation: `${name}: a host that ${spoilt.does}` },
        place: suite,
        accusations: caught ? [{ check: hostCase.id, revision: "any", verdict, message }] : [],
        instead: `${name}, by a host that ${spoilt.does}: ${message}`,
      };
    });
  });
}

import { relative } from "node:path";
import type { Checker, CheckResult } from "@stryker-mutator/api/check";
import { CheckStatus } from "@stryker-mutator/api/check";
import type { Mutant } from "@stryker-mutator/api/core";
import { drawn } from "../draw.ts";

/** Why Stryker reports a mutant outside of the sample as one that did not compile: its way to say that it counts for nothing. */
export const notDrawn = "not drawn";

/** Leaves out what is not in the sample: `MCPCHECK_MUTATION_SHARE` (0 to 1) and `MCPCHECK_MUTATION_SEED`. */
export class SampleChecker implements Checker {
  init(): Promise<void> {
    return Promise.resolve();
  }

  group(mutants: Mutant[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }

  check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const share = Number(process.env["MCPCHECK_MUTATION_SHARE"] ?? 1);
    const seed = process.env["MCPCHECK_MUTATION_SEED"] ?? "";
    const verdict = (mutant: Mutant): CheckResult =>
      drawn({ ...mutant, file: relative(process.cwd(), mutant.fileName) }, share, seed)
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: notDrawn };
    return Promise.resolve(Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)])));
  }
}

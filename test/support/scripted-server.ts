import type { FamilyPlan } from "../../src/run/model/plan.ts";
import { planFamily } from "../../src/run/model/plan.ts";
import { loadModelSuites } from "../../src/run/model/load.ts";
import type { ModelSuite } from "../../src/run/model/model-suite.ts";
import { plainFamily } from "../../src/run/proof/model/stand-in.ts";

/** The suites of mcpcheck with only the scenarios of these ids, and the control. */
export function suitesWith(...ids: readonly string[]): readonly ModelSuite[] {
  return loadModelSuites().map((suite) => ({
    ...suite,
    scenarios: suite.scenarios.filter(({ id }) => id === "plain" || ids.length === 0 || ids.includes(id)),
  }));
}

/** The plan of the family of stand-ins on a wire. */
export const plainPlan = (suites: readonly ModelSuite[], api: "ollama" | "openai"): FamilyPlan =>
  planFamily(plainFamily, suites, api);

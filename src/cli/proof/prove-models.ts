import { loadModelSuites } from "../../run/model/load.ts";
import { loadModelMutants } from "../../run/proof/load-mutants.ts";
import { judgeCleanModels, judgeModelMutants } from "../../run/proof/model/judge-model-mutants.ts";
import type { Judged, ProofRequest } from "./judged.ts";

/** Every wrong inference server by the check that must find it, and one that reads everything as it is meant by all of them. */
export async function proveModels({ wants, wantsClean, io }: ProofRequest): Promise<Judged> {
  const suites = loadModelSuites();
  const mutants = loadModelMutants().filter(({ mutates }) => wants(mutates));
  return {
    mutants: await judgeModelMutants(suites, mutants, io.interrupted),
    clean: await judgeCleanModels(suites, wantsClean, io.interrupted),
  };
}

import { loadParserMutants } from "../../run/proof/load-mutants.ts";
import { judgeCleanParser, judgeParserMutants } from "../../run/proof/parser/judge-parser-mutants.ts";
import type { Judged, ProofRequest } from "./judged.ts";

/** Every wrong parser by the check that must find it, and the reference parser by all of them. */
export async function proveParsers({ wants, wantsClean, io }: ProofRequest): Promise<Judged> {
  const mutants = loadParserMutants().filter(({ mutates }) => wants(mutates));
  return {
    mutants: await judgeParserMutants(mutants, io.interrupted),
    clean: await judgeCleanParser(mutants, wantsClean, io.interrupted),
  };
}

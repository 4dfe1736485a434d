import { formatById } from "../../../toolcall/formats/registry.ts";
import { isAccusation, verdictOf } from "../../../check/verdict.ts";
import { loadCorpora } from "../../parser/corpus.ts";
import { outcomeOf, parserChecks } from "../../../check/parser/parser-checks.ts";
import type { ParserUnderTest } from "../../parser/parser-under-test.ts";
import { referenceParser } from "../../parser/reference-parser.ts";
import { replayCorpus } from "../../parser/drive.ts";
import type { Accusation, CleanName, CleanResult, MutantResult } from "../kill-matrix.ts";
import type { ParserMutant } from "./parser-mutant.ts";
import { wrongParser } from "./wrong-parser.ts";

/** Enough cuts that a fault in any state of a parser shows in some case of a corpus. */
const thoroughness = { splits: 1, seed: 20261122 };

/** Judges every wrong parser by every parser check on each of its formats. */
export async function judgeParserMutants(mutants: readonly ParserMutant[], stop: AbortSignal): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  for (const mutant of mutants)
    for (const format of mutant.formats) {
      const { said, accusations } = await judgeParser(wrongParser(mutant, formatById), format, mutant.groups, stop);
      const instead = said.get(mutant.mutates) ?? `there is no parser check ${mutant.mutates}`;
      results.push({ kind: "parser", mutant, place: format, accusations, instead });
    }
  return results;
}

/** Judges the reference parser by the same checks on the formats of the mutants. */
export async function judgeCleanParser(
  mutants: readonly ParserMutant[],
  wants: (subject: CleanName) => boolean,
  stop: AbortSignal,
): Promise<CleanResult[]> {
  const results: CleanResult[] = [];
  for (const format of new Set(mutants.flatMap(({ formats }) => formats))) {
    const name = { subject: "reference parser", place: format };
    if (!wants(name)) continue;
    const { accusations, passes } = await judgeParser(referenceParser(formatById), format, undefined, stop);
    const base = { ...name, judged: passes, accusations };
    results.push(passes === 0 ? { ...base, trouble: "nothing was judged" } : base);
  }
  return results.toSorted((one, other) => (one.place < other.place ? -1 : 1));
}

type Judged = {
  readonly accusations: readonly Accusation[];
  readonly passes: number;
  /** By check: its verdict and why. */
  readonly said: ReadonlyMap<string, string>;
};

async function judgeParser(
  parser: ParserUnderTest,
  format: string,
  groups: readonly string[] | undefined,
  stop: AbortSignal,
): Promise<Judged> {
  let seq = 0;
  const ledger = { next: () => (seq += 2), keep: () => undefined };
  const corpora = loadCorpora((name) => name === format).map((corpus) => ({
    ...corpus,
    cases: corpus.cases.filter(({ group }) => groups?.includes(group) ?? true),
  }));
  const seen = await Promise.all(corpora.map(async (corpus) => await replayCorpus(parser, corpus, thoroughness, ledger, stop)));
  const judged = seen.flatMap((one) =>
    parserChecks.map((check) => {
      const outcome = outcomeOf(check, one);
      const message =
        outcome.kind === "violated" ? outcome.message : outcome.kind === "satisfied" ? "nothing wrong" : outcome.reason;
      return { check: check.id, revision: format, verdict: verdictOf(check.level, outcome), message };
    }),
  );
  return {
    accusations: judged.filter(isAccusation),
    passes: judged.filter(({ verdict }) => verdict === "pass").length,
    said: new Map(judged.map(({ check, verdict, message }) => [check, `${verdict}: ${message}`])),
  };
}

import { loadCorpora } from "../../run/parser/corpus.ts";
import { parserChecks } from "../../check/parser/parser-checks.ts";
import { parserJob } from "../../run/parser/job.ts";
import { referenceParser } from "../../run/parser/reference-parser.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import { formatById } from "../../toolcall/formats/registry.ts";
import { systemClock } from "../../base/time/clock.ts";
import type { RunOptions } from "../run-options.ts";
import { version } from "../version.ts";
import { globMatcher } from "../../base/glob/glob-matcher.ts";

/** What of the options of a run concerns the reference parsers. */
export type ReferenceParserOptions = Pick<RunOptions, "check" | "seed" | "bail"> & {
  /** Whether every input is cut in every way there is. */
  readonly thorough: boolean;
};

/** Few enough splits that all formats take seconds, enough that each is cut in every kind of place. */
const splits = 6;

/** Of which, and of the other ways, a first look takes so many for each input; over all inputs of a format every way comes up. */
const fewSplits = 1;
const fewWays = 2;

/** The reference parsers against their corpora, as one job of a larger run. Its budget is its own. */
export function referenceParserJob({ check, seed, bail, thorough }: ReferenceParserOptions): SubjectJob {
  const wants = globMatcher(check);
  return parserJob({
    id: "reference parsers",
    subject: { kind: "parser", transport: "memory", name: "mcpcheck reference parsers", version: version() },
    corpora: loadCorpora(() => true),
    checks: parserChecks.filter(({ id }) => wants(id)),
    thoroughness: { splits: thorough ? splits : fewSplits, ways: thorough ? undefined : fewWays, seed },
    bail,
    argv: ["mcpcheck", "run", "parser"],
    clock: systemClock,
    start: () => referenceParser(formatById),
    budgetMs: 600_000,
  });
}

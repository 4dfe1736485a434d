import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { lawJob } from "../../../fuzz/law-job.ts";
import type { SubjectJob } from "../../../run/subject-job.ts";
import { formats } from "../../../toolcall/formats/registry.ts";
import { addLawOptions, framingJob, loadFramingLaws, type RawLawOptions } from "../../fuzz/framing-job.ts";
import { fuzzNumber, randomSeed } from "../../fuzz/fuzz-options.ts";
import { commaSeparated } from "../../options/repeatable.ts";
import type { Io } from "../../io.ts";
import { performRun } from "../../perform-run.ts";
import { globMatcher } from "../../../base/glob/glob-matcher.ts";
import { reporterHelp } from "../../../report/reporter-option.ts";

type RawOptions = RawLawOptions & { readonly format?: string };

/** What `--help` says of it. */
export const summary = "everything of our own that can be fuzzed";

/** `fuzz`: everything of our own that can be fuzzed, the parsers of every format and the framing. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addLawOptions(program)
    .option("--format <glob>", "of the parsers only those of these formats")
    .option("--reporter <list>", reporterHelp, commaSeparated)
    .action(async (raw: RawOptions) => {
      const { formatLaws } = await import("../../../fuzz/parser/format-laws.ts");
      const wants = globMatcher(raw.law);
      const chosen = formats.filter(({ id }) => globMatcher(raw.format)(id));
      const ofParsers = chosen.map((format) => ({ format, laws: formatLaws(format).filter(({ id }) => wants(id)) }));
      const ofFraming = (await loadFramingLaws()).filter(({ id }) => wants(id));
      const laws = [...ofFraming, ...(ofParsers[0]?.laws ?? [])];
      if (chosen.length === 0)
        throw new McpcheckError("usage", `--format: no format matches "${raw.format}" (mcpcheck list formats shows them)`);
      if (laws.length === 0) throw new McpcheckError("usage", `--law: no law matches "${raw.law}"`);
      const seed = raw.seed ?? String(randomSeed());
      const argv = ["mcpcheck", "fuzz", "framing"];
      const options = { spec: "auto", timeout: "10000", budget: "120000", out: "reports", seed, workers: "1" };
      const parserJob = ({ format, laws: own }: (typeof ofParsers)[number], first: number): SubjectJob =>
        lawJob({
          id: `the parser for ${format.id}`,
          subject: { kind: "parser", transport: "memory", name: format.id },
          about: format.id,
          laws: own,
          runs: fuzzNumber("--runs", raw.runs),
          seed: first,
          path: undefined,
          now: () => performance.now(),
          argv,
        });
      done(
        await performRun(
          io,
          { ...options, ...(raw.reporter === undefined ? {} : { reporter: raw.reporter }) },
          ["mcpcheck", "fuzz"],
          ({ options: { seed: first } }) => [
            ...(ofFraming.length === 0 ? [] : [framingJob({ ...raw, seed: first, laws: ofFraming, argv })]),
            ...ofParsers.filter(({ laws: own }) => own.length > 0).map((one) => parserJob(one, first)),
          ],
          laws,
        ),
      );
    });
}

import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { addLawOptions, framingJob, loadFramingLaws, type RawLawOptions } from "../../fuzz/framing-job.ts";
import { randomSeed } from "../../fuzz/fuzz-options.ts";
import { commaSeparated } from "../../options/repeatable.ts";
import type { Io } from "../../io.ts";
import { performRun } from "../../perform-run.ts";
import { globMatcher } from "../../../base/glob/glob-matcher.ts";
import { reporterHelp } from "../../../report/reporter-option.ts";

/** What `--help` says of it. */
export const summary = "try to break the laws of framing";

/** `fuzz framing`: tries to break the laws of our own reading and speaking of the wire. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addLawOptions(program)
    .option("--path <path>", "the path to a counterexample, as its finding tells it; goes with one law and its seed")
    .option("--reporter <list>", reporterHelp, commaSeparated)
    .action(async (raw: RawLawOptions) => {
      const all = await loadFramingLaws();
      const laws = all.filter(({ id }) => globMatcher(raw.law)(id));
      if (laws.length === 0)
        throw new McpcheckError("usage", `--law: no law matches "${raw.law}" (there are ${all.map(({ id }) => id).join(", ")})`);
      if (raw.path !== undefined && laws.length !== 1) throw new McpcheckError("usage", "--path goes with one --law");
      const seed = raw.seed ?? String(randomSeed());
      const argv = ["mcpcheck", "fuzz", "framing"];
      const options = { spec: "auto", timeout: "10000", budget: "120000", out: "reports", seed };
      const numbers = { ...options, ...(raw.reporter === undefined ? {} : { reporter: raw.reporter }) };
      done(
        await performRun(
          io,
          numbers,
          argv,
          ({ options: { seed: first } }) => [framingJob({ ...raw, seed: first, laws, argv })],
          laws,
        ),
      );
    });
}

import type { Command } from "commander";
import { fuzzChecks } from "../../../fuzz/server/fuzz-checks.ts";
import { fuzzNumber, randomSeed } from "../../fuzz/fuzz-options.ts";
import { commaSeparated } from "../../options/repeatable.ts";
import type { Io } from "../../io.ts";
import { performRun } from "../../perform-run.ts";
import type { RawRunOptions } from "../../run-options.ts";
import { onServer } from "../../server/server-jobs.ts";
import {
  addServerOptions,
  confinementOf,
  entriesOf,
  givenServer,
  type RawServerOptions,
  reproOptions,
} from "../../server/server-options.ts";
import { revisions } from "../../../spec/revision.ts";
import { reporterHelp } from "../../../report/reporter-option.ts";

type RawOptions = Omit<RawRunOptions, "seed" | "out"> &
  RawServerOptions & { readonly runs: string; readonly seed?: string; readonly path?: string };

/** After the budget a server may finish what it is at for so long, in ms, before everything is dropped. */
const afterBudgetMs = 30_000;

/** What `--help` says of it. */
export const summary = "send a server odd inputs";

/** `fuzz server`: sends a server generated inputs, and judges that it lives on and answers in order. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addServerOptions(program)
    .option("--spec <revisions>", `revisions to speak: ${revisions.join(", ")} (comma-separated), auto or all`, "auto")
    .option("--check <glob>", "only these checks (comma-separated, repeatable)", commaSeparated)
    .option("--reporter <list>", reporterHelp, commaSeparated)
    .option("--baseline <file>", "known failures; entries that no longer hold fail the run")
    .option("--update-baseline", "write what fails now into the baseline file")
    .option("--runs <n>", "inputs tried at each revision", "200")
    .option("--seed <n>", "the seed of a run to repeat; another one each time when absent")
    .option("--path <path>", "the path to a counterexample, as its finding tells it; goes with its seed and one revision")
    .option("--timeout <ms>", "how long one exchange may take", "5000")
    .option("--budget <ms>", "how long new inputs are tried", "120000")
    .option("--strict", "warnings count as failures")
    .option("--allow-writes", "also call tools that are not marked read-only")
    .option("--trace <file>", "keep the wire trace (NDJSON)")
    .addHelpText("after", examples)
    .action(async (words: readonly string[], options: RawOptions) => {
      const { command, raw } = givenServer(words, options);
      const seed = raw.seed ?? String(randomSeed());
      const argv = ["mcpcheck", "fuzz", "server", ...reproOptions(raw), ...(command.length > 0 ? ["--", ...command] : [])];
      const { fuzzJob } = await import("../../../fuzz/server/fuzz-job.ts");
      done(
        await performRun(
          io,
          { ...raw, seed },
          argv,
          async (context) => {
            const { options: limits, checks, keepTrace } = context;
            const runs = fuzzNumber("--runs", raw.runs);
            const jobs = (await entriesOf(command, raw, io)).map(
              async (entry) =>
                await onServer(
                  entry,
                  { ...context, hints: {}, cwd: raw.cwd, sandbox: confinementOf(raw, io) },
                  { budgetMs: limits.budgetMs + afterBudgetMs },
                  ({ begin, ...server }) =>
                    fuzzJob(
                      {
                        ...server,
                        id: entry.name,
                        checks,
                        runs,
                        seed: limits.seed,
                        path: raw.path,
                        budgetMs: limits.budgetMs,
                        argv,
                        keepTrace,
                      },
                      begin,
                    ),
                ),
            );
            return await Promise.all(jobs);
          },
          fuzzChecks,
        ),
      );
    });
}

const examples = `
Only tools marked read-only are called, unless --allow-writes is given. A finding tells the smallest input that shows it.

Examples:
  mcpcheck fuzz server -- node build/index.js
  mcpcheck fuzz server --runs 2000 --budget 600000 --url http://127.0.0.1:3001/mcp
  mcpcheck fuzz server --seed 1234 --path 17:0:2 -- node build/index.js
`;

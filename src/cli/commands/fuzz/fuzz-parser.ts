import { setImmediate } from "node:timers/promises";
import type { Command } from "commander";
import type { ParserLaw } from "../../../fuzz/parser/parser-laws.ts";
import { jsonText } from "../../../base/json-text.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { shellLine } from "../../../run/repro.ts";
import type { ToolCallFormat } from "../../../toolcall/format.ts";
import { formats } from "../../../toolcall/formats/registry.ts";
import { fuzzNumber, randomSeed } from "../../fuzz/fuzz-options.ts";
import type { Io } from "../../io.ts";
import { globMatcher } from "../../../base/glob/glob-matcher.ts";

type RawOptions = {
  readonly format?: string;
  readonly law?: string;
  readonly runs: string;
  readonly seed?: string;
  readonly path?: string;
};

/** One law tried on one format. `report` is the counterexample; `again` a command line that leads straight to it. */
type Trial = {
  readonly format: string;
  readonly law: string;
  readonly broken: boolean;
  readonly report?: string;
  readonly again?: string;
};

/** What `--help` says of it. */
export const summary = "try to break the laws of the parsers";

/** `fuzz parser`: tries to break the laws of the reference parsers with generated messages, mutations and cuts. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .option("--format <glob>", "only these formats, several separated by commas")
    .option("--law <glob>", "only these laws")
    .option("--runs <n>", "how often each law is tried on each format", "1000")
    .option("--seed <n>", "the seed of a run to repeat; another one each time when absent")
    .option("--path <path>", "the path to a counterexample, as its report tells it; goes with one format and one law")
    .action(async (raw: RawOptions) => {
      const seed = raw.seed === undefined ? randomSeed() : fuzzNumber("--seed", raw.seed);
      const runs = fuzzNumber("--runs", raw.runs);
      const chosen = formats.filter(({ id }) => globMatcher(raw.format)(id));
      const laws = (await loadLaws()).filter(({ id }) => globMatcher(raw.law)(id));
      if (chosen.length === 0)
        throw new McpcheckError("usage", `--format: no format matches "${raw.format}" (mcpcheck list formats shows them)`);
      if (laws.length === 0)
        throw new McpcheckError(
          "usage",
          `--law: no law matches "${raw.law}" (there are ${(await loadLaws()).map(({ id }) => id).join(", ")})`,
        );
      if (raw.path !== undefined && chosen.length * laws.length !== 1)
        throw new McpcheckError("usage", "--path goes with one --format and one --law");
      const trials = await tryAll(chosen, laws, { runs, seed, path: raw.path }, io);
      const broken = trials.filter((trial) => trial.broken);
      io.stdout(`${jsonText({ schemaVersion: 1, seed, runs, tried: trials.length, broken }, 2)}\n`);
      io.stderr(`${trials.length} trials of ${runs} runs, seed ${seed}: ${broken.length} broken\n`);
      if (io.interrupted.aborted) done(io.interrupted.reason === "SIGTERM" ? 143 : 130);
      else done(broken.length > 0 ? 1 : 0);
    });
}

type Settings = { readonly runs: number; readonly seed: number; readonly path: string | undefined };

async function tryAll(
  chosen: readonly ToolCallFormat[],
  laws: readonly ParserLaw[],
  settings: Settings,
  io: Io,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const format of chosen) {
    for (const law of laws) {
      // Laws do not wait for anything: between them is where an interruption can be heard.
      await setImmediate();
      if (io.interrupted.aborted) return trials;
      const trial = tryLaw(format, law, settings);
      trials.push(trial);
      if (trial.broken)
        io.stderr(`broken: ${law.title} (${law.id}, ${format.id})\n${trial.report ?? ""}\nagain: ${trial.again ?? ""}\n\n`);
    }
    io.stderr(
      `${format.id}: ${trials.filter((trial) => trial.format === format.id && !trial.broken).length} of ${laws.length} laws held\n`,
    );
  }
  return trials;
}

function tryLaw(format: ToolCallFormat, law: ParserLaw, { runs, seed, path }: Settings): Trial {
  const base = { format: format.id, law: law.id };
  try {
    law.check(format, { runs, seed, ...(path === undefined ? {} : { path }) });
    return { ...base, broken: false };
  } catch (error) {
    const report = error instanceof Error ? error.message : String(error);
    const found = /path: "([\d:]+)"/.exec(report)?.[1];
    const words = [
      "mcpcheck",
      "fuzz",
      "parser",
      "--format",
      format.id,
      "--law",
      law.id,
      "--runs",
      String(runs),
      "--seed",
      String(seed),
    ];
    return { ...base, broken: true, report, again: shellLine(found === undefined ? words : [...words, "--path", found]) };
  }
}

async function loadLaws(): Promise<readonly ParserLaw[]> {
  return (await import("../../../fuzz/parser/parser-laws.ts")).parserLaws;
}

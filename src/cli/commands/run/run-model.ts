import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { modelChecks } from "../../../check/model/model-checks.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { publicUrl } from "../../../base/secrets/public-url.ts";
import { compileModel } from "../../../model/scripted/compile-model.ts";
import { planFamily, specOfPlan } from "../../../run/model/plan.ts";
import type { Io } from "../../io.ts";
import { chosenFamilies, chosenModelSuites, modelJobs, type RawModelOptions } from "../../model/model-jobs.ts";
import { performRun } from "../../perform-run.ts";
import { addRunOptions, type RawRunOptions } from "../../run-options.ts";
import { headerHelp, shownHeaderOptions } from "../../options/header-option.ts";
import { repeatable } from "../../options/repeatable.ts";

type RawOptions = RawRunOptions & RawModelOptions & { readonly write?: string };

/** What `--help` says of it. */
export const summary = "judge an inference server's tool calls";

/** `run model`: has scripted models played by an inference server and judges what it makes of their text. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addRunOptions(program, { meaningless: ["spec", "allowWrites"] })
    .setOptionValueWithSource("budget", "600000", "default")
    .setOptionValueWithSource("timeout", "30000", "default")
    .option("--url <url>", "where the server is; for Ollama default OLLAMA_HOST, or 127.0.0.1:11434")
    .option("--api <name>", "how it is spoken to: ollama or openai", "ollama")
    .option("--family <glob>", "only these model families, several separated by commas")
    .option("--path <list>", "Ollama: ways to treat a model: template, parser, gguf; default all a family has")
    .option("--model <name>", "OpenAI's API: the model that serves the file of --write; with --samples: a real model")
    .option("--keep", "leave the models that were made on the server")
    .option("--samples <n>", "instead: ask a real model so many times, and tell how often its calls fit their schemas")
    .option("--write <file>", "instead: write the model file of one --family, for servers that are started with it")
    .option("--header <header>", headerHelp, repeatable, [])
    .addHelpText("after", examples)
    .action(async (raw: RawOptions) => {
      if (raw.write !== undefined) return done(writeFile(raw.write, raw, io));
      const argv = ["mcpcheck", "run", "model", ...reproOptions(raw)];
      done(await performRun(io, raw, argv, (context) => modelJobs(raw, context), modelChecks));
    });
}

const examples = `
Examples:
  mcpcheck run model --url http://127.0.0.1:11434 --api ollama
  mcpcheck run model --family qwen2.5 --path template
  mcpcheck run model --family qwen2.5 --write scripted.gguf   (then: llama-server -m scripted.gguf --jinja -c 16384)
  mcpcheck run model --url http://127.0.0.1:8080 --api openai --family qwen2.5
`;

/** The options that decide what is seen; values that may be secret are left for the user to fill in. */
function reproOptions(raw: RawOptions): string[] {
  return [
    ...(raw.url === undefined ? [] : ["--url", publicUrl(raw.url)]),
    ...(raw.api === "ollama" ? [] : ["--api", raw.api]),
    ...(raw.model === undefined ? [] : ["--model", raw.model]),
    ...(raw.samples === undefined ? [] : ["--samples", raw.samples]),
    ...shownHeaderOptions(raw.header),
  ];
}

/** Writes the model file that `--api openai` expects to be served. */
function writeFile(file: string, raw: RawOptions, io: Io): number {
  const [family, second] = chosenFamilies(raw.family);
  if (family === undefined || second !== undefined)
    throw new McpcheckError("usage", "--write: a file is of one family: name it with --family");
  const plan = planFamily(family, chosenModelSuites(raw.suite), "openai");
  const bytes = compileModel(specOfPlan(plan, "word")).gguf();
  try {
    writeFileSync(resolve(io.cwd, file), bytes);
  } catch (cause) {
    throw new McpcheckError("usage", `--write: cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  io.stderr(`${file}: ${bytes.length} bytes, ${plan.scenarios.length} scenarios of the family ${family.id}\n`);
  return 0;
}

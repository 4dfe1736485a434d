import { join, resolve } from "node:path";
import type { Command } from "commander";
import { modelChecks } from "../../../check/model/model-checks.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { publicUrl } from "../../../base/secrets/public-url.ts";
import { compileModel } from "../../../model/scripted/compile-model.ts";
import type { ModelFamily } from "../../../model/scripted/families/family.ts";
import { planFamily, specOfPlan } from "../../../run/model/plan.ts";
import { formatById } from "../../../toolcall/formats/registry.ts";
import type { Io } from "../../io.ts";
import { chosenFamilies, chosenModelSuites, modelJobs, type RawModelOptions } from "../../model/model-jobs.ts";
import { fileFormats, oneOf } from "../../model/build-options.ts";
import { performRun } from "../../perform-run.ts";
import { addRunOptions, type RawRunOptions } from "../../run-options.ts";
import { headerHelp, shownHeaderOptions } from "../../options/header-option.ts";
import { writeWhole } from "../../reporting/write-whole.ts";
import { repeatable } from "../../options/repeatable.ts";

type RawOptions = RawRunOptions & RawModelOptions & { readonly write?: string; readonly format: string };

/** What `--help` says of it. */
export const summary = "judge an inference server's tool calls";

/** `run model`: has scripted models played by an inference server and judges what it makes of their text. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addRunOptions(program, { meaningless: ["spec", "allowWrites"], usual: { timeout: 30_000, budget: 600_000 } })
    .option("--url <url>", "where the server is; for Ollama default OLLAMA_HOST, or 127.0.0.1:11434")
    .option("--api <name>", "how it is spoken to: ollama or openai", "ollama")
    .option("--family <glob>", "only these model families, several separated by commas")
    .option(
      "--path <list>",
      "Ollama: ways to treat a model: template, parser, gguf; default all a family has, gguf from Ollama 0.30 on",
    )
    .option("--model <name>", "OpenAI's API: the model that serves the file of --write; with --samples: a real model")
    .option("--keep", "leave the models that were made on the server")
    .option("--samples <n>", "instead: ask a real model so many times, and tell how often its calls fit their schemas")
    .option("--write <path>", "instead: write the model file of one --family, for servers that are started with it")
    .option("--format <name>", "with --write: gguf, or hf for a Hugging Face directory (vLLM, SGLang)", "gguf")
    .option("--header <header>", headerHelp, repeatable, [])
    .addHelpText("after", examples)
    .action(async (raw: RawOptions) => {
      if (raw.write !== undefined) return done(writeModel(raw.write, raw, io));
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
  mcpcheck run model --family hermes --write scripted --format hf   (then: vllm serve scripted --enable-auto-tool-choice --tool-call-parser hermes)
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

/** Writes the model that `--api openai` expects to be served. */
function writeModel(path: string, raw: RawOptions, io: Io): number {
  const [family, second] = chosenFamilies(raw.family);
  if (family === undefined || second !== undefined)
    throw new McpcheckError("usage", "--write: a file is of one family: name it with --family");
  const plan = planFamily(family, chosenModelSuites(raw.suite), "openai");
  const format = oneOf(fileFormats, raw.format, "--format");
  const model = compileModel(specOfPlan(plan, "word"));
  const files = format === "gguf" ? new Map([["", model.gguf()]]) : model.huggingFace();
  for (const [name, content] of files) writeWhole(join(resolve(io.cwd, path), name), content, "--write");
  const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
  io.stderr(`${path}: ${bytes} bytes, ${plan.scenarios.length} scenarios of the family ${family.id}\n`);
  if (format === "hf") for (const line of serveLines(path, family)) io.stderr(`${line}\n`);
  return 0;
}

/** How the servers that read such a directory are told to read the family's calls, by their own names for its format. */
function serveLines(path: string, family: ModelFamily): readonly string[] {
  const { vllm, sglang } = formatById(family.format)?.namesElsewhere ?? {};
  // Where a server has several names for one format, or says more of it, the first is its usual one.
  const first = (names: string): string => names.split(/[ ,(/]/)[0] ?? names;
  return [
    vllm === undefined
      ? "vLLM has no parser for this format"
      : `vllm serve ${path} --enable-auto-tool-choice --tool-call-parser ${first(vllm)}`,
    sglang === undefined
      ? "SGLang has no parser for this format"
      : `python -m sglang.launch_server --model-path ${path} --tool-call-parser ${first(sglang)}`,
  ];
}

import { join, resolve } from "node:path";
import type { Command } from "commander";
import { loadModelScript } from "../../../model/script/load-model.ts";
import { compileModel } from "../../../model/scripted/compile-model.ts";
import { checkedGguf } from "../../../model/scripted/checked-gguf.ts";
import { specOfScript } from "../../../model/scripted/spec-of-script.ts";
import type { Io } from "../../io.ts";
import { compileOptionsOf, familyFor, fileFormats, oneOf, type RawBuildOptions } from "../../model/build-options.ts";
import { writeWhole } from "../../reporting/write-whole.ts";

/** What `--help` says of it. */
export const summary = "compile a script to a model file that says exactly its texts";

/** `model build`: compiles a script, plays the file through the reference, and writes it only when every text came out exactly. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<script|file.json>", "a model script that comes with mcpcheck, or a script file")
    .requiredOption("-o, --output <path>", "the file to write; with --format hf the directory")
    .option("--family <id>", "whose tokens, template and calls (mcpcheck list families); default: that of the script's format")
    .option("--arch <name>", "llama or qwen2", "llama")
    .option("--tokenizer <name>", "spm or bpe", "spm")
    .option("--chat-template <file>", "a chat template in Jinja in place of the family's")
    .option("--format <name>", "gguf, or hf for a Hugging Face directory", "gguf")
    .option("--pieces <name>", "how texts are cut: word, byte or auto (odd cuts)", "word")
    .option("--context <n>", "tokens of context the file claims", "32768")
    .action((idOrFile: string, raw: RawBuildOptions) => {
      const format = oneOf(fileFormats, raw.format, "--format");
      const options = compileOptionsOf(raw, io.cwd);
      const script = loadModelScript(idOrFile, io.cwd);
      const model = compileModel(specOfScript(script, familyFor(raw.family, script), idOrFile), options);
      const { bytes, gap } = checkedGguf(model, idOrFile);
      const files = format === "gguf" ? new Map([["", bytes]]) : model.huggingFace();
      for (const [name, content] of files) writeWhole(join(resolve(io.cwd, raw.output), name), content, "--output");
      const turns = model.scenarios.flatMap((scenario) => scenario.turns);
      const built = {
        output: raw.output,
        bytes: [...files.values()].reduce((sum, content) => sum + content.length, 0),
        family: model.family.id,
        architecture: model.architecture,
        tokenizer: model.tokenizer,
        layout: model.layout,
        tokens: model.vocabulary.length,
        scenarios: model.scenarios.length,
        turns: turns.length,
        gap,
      };
      io.stdout(`${JSON.stringify(built)}\n`);
      io.stderr(
        `${turns.length} texts, each played exactly by the reference, every token ${gap.toFixed(0)} logits ahead or more\n`,
      );
      done(0);
    });
}

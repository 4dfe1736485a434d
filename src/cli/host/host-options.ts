import type { Command } from "commander";

/** Adds the options that say what a host is. */
export function addHostOptions(program: Command): Command {
  return program
    .option("--profile <id>", "which host to be: strict, ollama, llamafarm, ollmcpc, vllm-rs or dolphin", "strict")
    .option("--set <key=value>", "override one key of the profile; may be repeated", collect, [])
    .option("--config <file>", "the servers and models, in any usual form")
    .option("--model-url <url>", "where the model server is")
    .option("--model-api <name>", "how it is spoken to: ollama or openai", "ollama")
    .option("--format <id>", "read calls from the model's text in this tool-call format");
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

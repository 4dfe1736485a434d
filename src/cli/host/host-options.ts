import type { Command } from "commander";
import { repeatable } from "../options/repeatable.ts";

/** Adds the options that say what a host is. */
export function addHostOptions(program: Command): Command {
  return program
    .option("--profile <id>", "which host to be: strict, ollama, llamafarm, ollmcpc, vllm-rs or dolphin", "strict")
    .option("--set <key=value>", "override one key of the profile; may be repeated", repeatable, [])
    .option("--config <file>", "the servers and models, in any usual form")
    .option("--mcp-config <file>", "the same as --config")
    .option("--mcp-command <command>", "one server on stdio, instead of a configuration")
    .option("--mcp-args <list>", "its arguments, separated by commas")
    .option("--model-url <url>", "where the model server is")
    .option("--model-api <name>", "how it is spoken to: ollama or openai", "ollama")
    .option("--format <id>", "read calls from the model's text in this tool-call format")
    .option("--trace <file>", "write what is sent, received and decided, and why: a line of JSON each; - is standard error")
    .option("--log-level <level>", "what is said of it on standard error: error, warn, info or debug")
    .option(
      "--time-scale <n>",
      "let the clock run so many times as fast, to judge time limits from outside; not for what servers take to start and models to answer",
    );
}

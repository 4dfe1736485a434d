import { Argument, type Command } from "commander";
import { commandWords } from "../completion/command-words.ts";
import { completionScript, type Shell, shells } from "../completion/completion-script.ts";
import type { CommandEntry } from "../command.ts";
import type { Io } from "../io.ts";

/** What `--help` says of it. */
export const summary = "have a shell complete the words of mcpcheck";

/** `completion`: the script that completes verbs, options and their values in a shell. */
export function define(program: Command, io: Io, done: (exitCode: number) => void, entries: readonly CommandEntry[]): void {
  program
    .addArgument(new Argument("<shell>", "which shell").choices(Object.keys(shells)))
    .addHelpText("after", help)
    .action(async (shell: Shell) => {
      const tops = program.parent?.commands ?? [];
      const groups = Object.fromEntries(tops.map((top) => [top.name(), top.description()]));
      io.stdout(completionScript(shell, await commandWords(entries, groups, io)));
      done(0);
    });
}

const help = `
To have it in every shell:
${Object.values(shells)
  .map((line) => `  ${line}\n`)
  .join("")}`;

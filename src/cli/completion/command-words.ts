import { Command } from "commander";
import type { CommandEntry, CommandModule } from "../command.ts";
import type { Io } from "../io.ts";

/** A word that can stand somewhere on the command line, and what it is for. */
export type Word = { readonly word: string; readonly about: string };

/** An option, with the values it is known to take; undefined where it takes none. */
export type OptionWord = Word & { readonly values: readonly string[] | undefined };

/** What can come behind the words of a command, which are none for the program itself: further words, or what it takes. */
export type CommandWords = {
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly OptionWord[];
};

/**
 * The words of every command, as `--help` shows them: of those that only begin others (`groups`, with their summaries) too. Every command
 * is loaded for it.
 */
export async function commandWords(
  entries: readonly CommandEntry[],
  groups: Readonly<Record<string, string>>,
  io: Io,
): Promise<CommandWords[]> {
  const named = new Map([...entries.map(({ path, summary }) => [path, summary] as const), ...Object.entries(groups)]);
  const defined = new Map(
    await Promise.all(entries.map(async ({ path, load }) => [path, definedAside(await load(), io)] as const)),
  );
  return ["", ...named.keys()].map((path) => ({
    path,
    commands: [...below(path, named), ...choicesOf(defined.get(path))],
    options: [...optionsOf(defined.get(path)), { word: "--help", about: "display help for command", values: undefined }],
  }));
}

function definedAside({ define }: CommandModule, io: Io): Command {
  const command = new Command();
  define(command, io, () => undefined, []);
  return command;
}

/** The words that go on from a path to a longer one. */
function below(path: string, named: ReadonlyMap<string, string>): Word[] {
  return [...named].flatMap(([other, about]) => {
    const word = path === "" ? other : other.startsWith(`${path} `) ? other.slice(path.length + 1) : "";
    return word === "" || word.includes(" ") ? [] : [{ word, about }];
  });
}

function choicesOf(command: Command | undefined): Word[] {
  const [first] = command?.registeredArguments ?? [];
  return (first?.argChoices ?? []).map((word) => ({ word, about: first?.description ?? "" }));
}

function optionsOf(command: Command | undefined): OptionWord[] {
  return (command?.options ?? []).flatMap(({ long, hidden, description, argChoices, required, optional }) =>
    long === undefined || hidden
      ? []
      : [{ word: long, about: description, values: required || optional ? (argChoices ?? []) : undefined }],
  );
}

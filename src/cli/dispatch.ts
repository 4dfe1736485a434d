import { Command, CommanderError } from "commander";
import type { CommandEntry } from "./command.ts";
import { suggestion } from "../base/nearest.ts";
import { visible } from "../base/visible.ts";
import { groups } from "./commands.ts";
import type { Io } from "./io.ts";
import { version } from "./version.ts";

/**
 * Builds the command tree, loads and defines only the command that was called, parses and runs it. Usage errors end with
 * exit code 2 and a message on standard error.
 */
export async function dispatch(
  argv: readonly string[],
  io: Io,
  entries: readonly CommandEntry[],
  called: CommandEntry | undefined,
): Promise<number> {
  let exitCode = 0;
  let said = "";
  const elsewhere = called === undefined ? placesOf(argv[0] ?? "", entries) : [];
  if (elsewhere.length > 0) {
    io.stderr(`there is no command ${visible(argv[0] ?? "")}; did you mean ${elsewhere.join(" or ")}?\n`);
    return 2;
  }
  const output: Io = { ...io, stderr: (text) => void (said += text) };
  const program = prepare(new Command("mcpcheck"), output).description(
    "Conformance tests for the Model Context Protocol and for tool calling",
  );
  program.version(version(), "-V, --version", "print the version").enablePositionalOptions();
  const nodes = new Map<string, Command>([["", program]]);
  for (const entry of entries) nodeAt(nodes, entry.path, output).description(entry.summary);
  for (const [path, summary] of Object.entries(groups)) nodeAt(nodes, path, output).description(summary);
  if (called !== undefined) {
    const { define } = await called.load();
    define(nodeAt(nodes, called.path, output), io, (code) => void (exitCode = code), entries);
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const below = error.code === "commander.excessArguments" && called !== undefined ? unknownBelow(called, argv, entries) : "";
    io.stderr(below === "" ? said.replace(/\n(?=\(Did you mean)/, " ") : below);
    const asked = error.code === "commander.helpDisplayed" || error.code === "commander.version";
    return asked ? 0 : 2;
  }
  return exitCode;
}

/** The commands that a word is the last of: `run server` for `server`. Judging comes first, then whatever else there is of the name. */
function placesOf(word: string, entries: readonly CommandEntry[]): readonly string[] {
  if (word === "" || Object.hasOwn(groups, word) || entries.some(({ path }) => path.startsWith(`${word} `))) return [];
  const found = entries.map(({ path }) => path).filter((path) => path.endsWith(` ${word}`));
  const judging = found.filter((path) => path.startsWith("run "));
  return judging.length > 0 ? judging : found;
}

/** What stands where a command below the called one could, and which that might be; nothing where there are none below. */
function unknownBelow({ path }: CommandEntry, argv: readonly string[], entries: readonly CommandEntry[]): string {
  const word = argv[path.split(" ").length] ?? "";
  const below = entries.filter((entry) => entry.path.startsWith(`${path} `)).map((entry) => entry.path.slice(path.length + 1));
  if (below.length === 0 || word.startsWith("-")) return "";
  return `there is no command ${path} ${visible(word)}${suggestion(word, below)} (there are ${below.join(", ")})\n`;
}

/** The command at a path, with the commands above it, made where they are missing. */
function nodeAt(nodes: Map<string, Command>, path: string, io: Io): Command {
  const existing = nodes.get(path);
  if (existing !== undefined) return existing;
  const words = path.split(" ");
  const name = words.pop() ?? "";
  const node = prepare(nodeAt(nodes, words.join(" "), io).command(name), io).enablePositionalOptions();
  nodes.set(path, node);
  return node;
}

function prepare(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr })
    .showSuggestionAfterError()
    .helpCommand(false);
}

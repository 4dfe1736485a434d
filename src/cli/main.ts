import { McpcheckError } from "../base/mcpcheck-error.ts";
import { visible } from "../base/visible.ts";
import type { CommandEntry } from "./command.ts";
import { commands } from "./commands.ts";
import type { Io } from "./io.ts";
import { processIo } from "./process-io.ts";
import { version } from "./version.ts";

export { compileLater } from "./compile-later.ts";

/**
 * Runs the command line and gives the exit code of the contract. Never throws: a usage error is 2, what the subject is to
 * blame for and anything unforeseen is 3.
 */
export async function main(typed: readonly string[], io: Io = processIo()): Promise<number> {
  const argv = typed[0] === "help" ? [...typed.slice(1), "--help"] : typed;
  if (["--version", "-V", "-v"].includes(argv[0] ?? "")) {
    io.stdout(`${version()}\n`);
    return 0;
  }
  try {
    const called = entryFor(argv);
    // Files are waited for one after the other, so what will be needed is asked for at once.
    const [{ dispatch }] = await Promise.all([import("./dispatch.ts"), called?.load()]);
    return await dispatch(argv, io, commands, called);
  } catch (error) {
    return explain(error, io);
  }
}

/** The command with the longest path that the words of `argv` begin with. */
function entryFor(argv: readonly string[]): CommandEntry | undefined {
  const typed = `${argv.join(" ")} `;
  return commands.filter((entry) => typed.startsWith(`${entry.path} `)).toSorted((a, b) => b.path.length - a.path.length)[0];
}

function explain(error: unknown, io: Io): number {
  if (error instanceof McpcheckError) {
    io.stderr(`mcpcheck: ${visible(error.message, { multiline: true })}\n`);
    if (error.stderrTail !== undefined && error.stderrTail !== "")
      io.stderr(`${visible(error.stderrTail, { multiline: true }).replace(/^/gm, "  | ").trimEnd()}\n`);
    return error.code === "usage" ? 2 : 3;
  }
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr(`mcpcheck: this is a fault of mcpcheck itself: ${visible(told, { multiline: true })}\n`);
  return 3;
}

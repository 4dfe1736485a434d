import type { Command as Program } from "commander";
import type { Io } from "./io.ts";

/**
 * One command of the command line. Its module is loaded only when it is called, so that `--version` and `--help` stay
 * as quick as Node's own start.
 */
export type CommandModule = {
  /** One line for `--help`; `command-files.generated.ts` repeats it, so that no module is loaded for it. */
  readonly summary: string;
  /**
   * Adds arguments and options to the commander command of this name and sets its action. The action returns through
   * `done` the exit code of the contract (0 conforms, 1 findings, 2 usage, 3 could not judge). `entries` are all commands.
   */
  readonly define: (program: Program, io: Io, done: (exitCode: number) => void, entries: readonly CommandEntry[]) => void;
};

/** A command as the main program knows it before loading it. `path` is what the user types (`run server`). */
export type CommandEntry = { readonly path: string; readonly summary: string; readonly load: () => Promise<CommandModule> };

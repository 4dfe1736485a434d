import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import type { Io } from "./io.ts";
import { writeWhole } from "./reporting/write-whole.ts";

/**
 * Writes files that a command makes for the user, and says so on standard error. All of them are looked at before the first is
 * written, so that a refusal leaves nothing half done.
 * @throws McpcheckError `usage` where one is there already and `force` was not given, or cannot be written
 */
export function writeNew(
  io: Io,
  what: string,
  files: readonly { readonly file: string; readonly text: string }[],
  force: boolean,
): void {
  const there = files.map(({ file }) => file).filter((file) => existsSync(resolve(io.cwd, file)));
  if (there.length > 0 && !force)
    throw new McpcheckError(
      "usage",
      `${what}: ${there.join(", ")} ${there.length === 1 ? "is" : "are"} there already; --force overwrites, nothing was written`,
    );
  for (const { file, text } of files) {
    writeWhole(resolve(io.cwd, file), text, what);
    io.stderr(`wrote ${file}\n`);
  }
}

import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { benchMarkdown } from "../../../bench/parser/bench-markdown.ts";
import { benchParser, benchSizes } from "../../../bench/parser/bench-parser.ts";
import { formats } from "../../../toolcall/formats/registry.ts";
import type { Io } from "../../io.ts";
import { resolve } from "node:path";
import { writeWhole } from "../../reporting/write-whole.ts";
import { globMatcher } from "../../../base/glob/glob-matcher.ts";

type RawOptions = { readonly format?: string; readonly quick?: true; readonly json?: true; readonly markdown?: string };

/** What `--help` says of it. */
export const summary = "time the streaming tool-call core";

/** `bench parser`: times the streaming core, and what it is compared with, in one process. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .option("--format <glob>", "only these formats, several separated by commas")
    .option("--quick", "fewer and shorter runs: for a look, not for a figure to publish")
    .option("--json", "the figures as JSON instead of tables")
    .option("--markdown <file>", "also write the figures as a Markdown page")
    .action(async (raw: RawOptions) => {
      const chosen = formats.filter(({ id }) => globMatcher(raw.format)(id));
      if (chosen.length === 0)
        throw new McpcheckError("usage", `--format: no format matches "${raw.format}" (mcpcheck list formats shows them)`);
      const result = await benchParser(chosen, raw.quick === true ? benchSizes.quick : benchSizes.full, (line) =>
        io.stderr(`${line}\n`),
      );
      io.stdout(raw.json === true ? `${JSON.stringify(result, null, 2)}\n` : benchMarkdown(result));
      if (raw.markdown !== undefined) writeWhole(resolve(io.cwd, raw.markdown), benchMarkdown(result), "--markdown");
      for (const line of result.missed) io.stderr(`bar missed: ${line}\n`);
      for (const line of result.fails) io.stderr(`failed: ${line}\n`);
      done(result.fails.length > 0 ? 1 : 0);
    });
}

import type { Command } from "commander";
import { resolve } from "node:path";
import { type BenchRow, benchTable, keepsBar } from "../../bench/bench-row.ts";
import { benchFraming } from "../../bench/framing-bench.ts";
import { benchServer } from "../../bench/server-bench.ts";
import type { Io } from "../io.ts";
import { version } from "../version.ts";
import { writeWhole } from "../write-reports.ts";

type RawOptions = { readonly markdown?: string; readonly json?: true };

/** `bench server`: times the judging of servers over stdio, floods and framing included, against their bars. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .option("--json", "the figures as JSON instead of a table")
    .option("--markdown <file>", "also write the figures as a Markdown page")
    .action(async (raw: RawOptions) => {
      const say = (line: string): void => io.stderr(`${line}\n`);
      const rows = [...(await benchServer(say)), ...benchFraming(say)];
      io.stdout(raw.json === true ? `${JSON.stringify(rows, null, 2)}\n` : benchTable(rows));
      if (raw.markdown !== undefined) writeWhole(resolve(io.cwd, raw.markdown), page(rows), "--markdown");
      done(rows.every(keepsBar) ? 0 : 1);
    });
}

function page(rows: readonly BenchRow[]): string {
  const today = new Date().toISOString().slice(0, 10);
  return [
    "# What judging a server costs",
    "",
    `mcpcheck ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${today}. Made by \`npm run publish:bench-server\`; each figure is a median.`,
    "",
    benchTable(rows),
  ].join("\n");
}

import type { Command } from "commander";
import { availableParallelism, loadavg } from "node:os";
import { resolve } from "node:path";
import { type BenchRow, benchTable, keepsBar } from "../../bench/bench-row.ts";
import { benchHostSizes, benchReferenceHost } from "../../bench/host/bench-host.ts";
import type { Io } from "../io.ts";
import { version } from "../version.ts";
import { writeWhole } from "../write-reports.ts";

type RawOptions = { readonly markdown?: string; readonly json?: true; readonly quick?: true };

/** `bench host`: what the reference host costs beyond its model and its tools, against its bars. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .option("--json", "the figures as JSON instead of a table")
    .option("--markdown <file>", "also write the figures as a Markdown page")
    .option("--quick", "fewer chats: for a look, not for a figure to publish")
    .action(async (raw: RawOptions) => {
      const before = load();
      const rows = await benchReferenceHost(raw.quick === true ? benchHostSizes.quick : benchHostSizes.full, (line) =>
        io.stderr(`${line}\n`),
      );
      const machine = `${availableParallelism()} cores, load ${before} before and ${load()} after`;
      io.stdout(raw.json === true ? `${JSON.stringify({ machine, rows }, null, 2)}\n` : `${benchTable(rows)}\n${machine}\n`);
      if (raw.markdown !== undefined) writeWhole(resolve(io.cwd, raw.markdown), page(rows, machine), "--markdown");
      done(rows.every(keepsBar) ? 0 : 1);
    });
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(2);
}

function page(rows: readonly BenchRow[], machine: string): string {
  const today = new Date().toISOString().slice(0, 10);
  return [
    "# What the reference host costs",
    "",
    `mcpcheck ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${machine}, ${today}. Made by \`npm run publish:bench-host\`; figures are medians. The host, the script that plays the model and the client share one process; the time the model thinks and the time a bare call of the tool takes are measured by themselves and taken off.`,
    "",
    benchTable(rows),
  ].join("\n");
}

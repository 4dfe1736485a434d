import { availableParallelism, loadavg } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { type BenchRow, benchTable, keepsBar } from "../../bench/bench-row.ts";
import type { Io } from "../io.ts";
import { version } from "../version.ts";
import { writeWhole } from "../reporting/write-whole.ts";

/** A benchmark whose figures are rows, each held against its bar. */
export type FiguresBench = {
  readonly measure: (quick: boolean, say: (line: string) => void) => readonly BenchRow[] | Promise<readonly BenchRow[]>;
  /** What `--quick` leaves out; without it there is no such option. */
  readonly quick?: string;
  /** Whether the machine and its load are named with the figures, because they depend on both. */
  readonly tellsMachine?: true;
  /** The page with the figures: its heading, what follows the date they were made on, and what is to be known of them. */
  readonly page: { readonly title: string; readonly made: string; readonly notes?: readonly string[] };
};

type RawOptions = { readonly markdown?: string; readonly json?: true; readonly quick?: true };

/** The options and the work of such a benchmark's command: exit code 0 where every bar is kept. */
export function defineFigures(program: Command, io: Io, done: (exitCode: number) => void, bench: FiguresBench): void {
  program
    .option("--json", "the figures as JSON instead of a table")
    .option("--markdown <file>", "also write the figures as a Markdown page");
  if (bench.quick !== undefined) program.option("--quick", `${bench.quick}: for a look, not for a figure to publish`);
  program.action(async (raw: RawOptions) => {
    const before = load();
    const rows = await bench.measure(raw.quick === true, (line) => io.stderr(`${line}\n`));
    const machine =
      bench.tellsMachine === true ? `${availableParallelism()} cores, load ${before} before and ${load()} after` : undefined;
    io.stdout(
      raw.json === true ? `${JSON.stringify(machine === undefined ? rows : { machine, rows }, null, 2)}\n` : table(rows, machine),
    );
    if (raw.markdown !== undefined) writeWhole(resolve(io.cwd, raw.markdown), page(bench.page, rows, machine), "--markdown");
    done(rows.every(keepsBar) ? 0 : 1);
  });
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(2);
}

function table(rows: readonly BenchRow[], machine: string | undefined): string {
  return machine === undefined ? benchTable(rows) : `${benchTable(rows)}\n${machine}\n`;
}

function page({ title, made, notes = [] }: FiguresBench["page"], rows: readonly BenchRow[], machine: string | undefined): string {
  const where = [
    `mcpcheck ${version()}`,
    `Node ${process.versions.node}`,
    `${process.platform} ${process.arch}`,
    ...(machine === undefined ? [] : [machine]),
    new Date().toISOString().slice(0, 10),
  ];
  return [`# ${title}`, "", `${where.join(", ")}${made}`, "", ...notes.flatMap((note) => [note, ""]), benchTable(rows)].join(
    "\n",
  );
}

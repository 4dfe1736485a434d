import { packageFile } from "../../base/files/package-file.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { type BenchRow, noiseOf } from "../bench-row.ts";
import { measureNode, type MeasuredProcess } from "../measured-process.ts";
import { median } from "../statistics.ts";

const bin = packageFile("bin/mcpcheck.js");

/** The driver that is judged: the reference client, a program of Node. */
const driver = [bin, "serve", "client"] as const;

/** The scenarios of one revision, in parts with a bar each; globs for `--suite`. */
const parts = [
  { name: "one revision over stdio: the whole run", transport: "stdio", suite: "**", limit: 12 },
  { name: "one revision over http, authorization left out: the whole run", transport: "http", suite: "!auth?(/**)", limit: 12 },
  { name: "its authorization, over http: the whole run", transport: "http", suite: "auth", limit: 10 },
] as const;

/** How many times each part is run, and how many starts of the driver stand beside a run. */
export type ClientBenchSize = { readonly rounds: number; readonly starts: number };

/** The usual size, and a quick one for a look. */
export const clientBenchSizes: { readonly full: ClientBenchSize; readonly quick: ClientBenchSize } = {
  full: { rounds: 3, starts: 5 },
  quick: { rounds: 1, starts: 3 },
};

/**
 * Times whole runs on a client that starts fast, against their bars, in s. Beside each run the driver is started by itself: what it
 * takes for that alone is known to be the same each time, so where it is not, the machine was busy. `node` runs a process to its end.
 * @throws McpcheckError `harness` where a run judged nobody: its time says nothing
 */
export async function benchClient(
  { rounds, starts }: ClientBenchSize,
  say: (line: string) => void,
  node: typeof measureNode = measureNode,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, transport, suite, limit } of parts) {
    say(`${name} …`);
    const [alone, wholes]: [number[], number[]] = [[], []];
    let played = 0;
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await startOfDriver(starts, node));
      const run = await node([...runOf(transport, suite), "--", process.execPath, ...driver]);
      played = scenariosPlayed(run, name);
      wholes.push(run.ms);
    }
    rows.push({
      name,
      value: median(wholes) / 1000,
      unit: "s",
      limit,
      note: `${played} scenarios, for each the driver is started, which takes ${median(alone).toFixed(0)} ms by itself; ${seconds(wholes)}`,
      ...noiseOf("the start of the driver", alone),
    });
  }
  return rows;
}

const seconds = (ms: readonly number[]): string =>
  `the runs took ${(Math.min(...ms) / 1000).toFixed(2)} to ${(Math.max(...ms) / 1000).toFixed(2)} s`;

const runOf = (transport: string, suite: string): readonly string[] => [
  bin,
  "run",
  "client",
  "--transport",
  transport,
  "--spec",
  "2025-11-25",
  "--suite",
  suite,
  "--reporter",
  "ndjson",
];

/** Milliseconds from the start of a driver that is told to do nothing until it has ended. */
async function startOfDriver(starts: number, node: typeof measureNode): Promise<number> {
  const env = { ...process.env, MCPCHECK_URL: "http://127.0.0.1:9/mcp", MCPCHECK_REVISION: "2025-11-25", MCPCHECK_STEPS: "[]" };
  const values: number[] = [];
  for (let index = 0; index < starts; index += 1) values.push((await node(driver, env)).ms);
  return median(values);
}

/** How many scenarios took place in a run that came to its end. */
function scenariosPlayed({ code, stdout }: MeasuredProcess, name: string): number {
  const played = stdout
    .split("\n")
    .filter((line) => line.startsWith('{"type":"scenario.finished"') && line.includes('"skipped":null'));
  if (code === 0 && played.length > 0) return played.length;
  throw new McpcheckError(
    "harness",
    `${name}: the run on the reference client ended with exit code ${code} after ${played.length} scenarios`,
  );
}

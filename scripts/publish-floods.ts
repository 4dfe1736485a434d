import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { type BenchRow, benchTable } from "../src/bench/bench-row.ts";
import { measureNode } from "../src/bench/measured-process.ts";
import { version } from "../src/cli/version.ts";
import { floodArguments, floodBudgetMs, floodLimits, floods } from "../test/hostile/floods.ts";

/** Measures what servers that flood cost a judge, at full size, and writes the page; the tests hold the same at small sizes. */
const target = fileURLToPath(new URL("../reports/published/floods.md", import.meta.url));
const bin = fileURLToPath(new URL("../bin/mcpcheck.js", import.meta.url));
const rows: BenchRow[] = [];
for (const flood of floods) {
  process.stderr.write(`${flood.told} …\n`);
  const { ms, peakMb, code } = await measureNode([bin, ...floodArguments(flood)]);
  rows.push({ name: `${flood.told}: time`, value: ms / 1000, unit: "s", limit: floodLimits.seconds, note: `exit code ${code}` });
  rows.push({ name: `${flood.told}: peak memory`, value: peakMb, unit: "MB", limit: floodLimits.megabytes });
}

const page = [
  "# What floods cost a judge",
  "",
  `mcpcheck ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:floods\` (after \`npm run build\`).`,
  "",
  `The machine had ${availableParallelism()} processors and a load of ${(loadavg()[0] ?? 0).toFixed(1)}: above the number of processors, times stretch by as much.`,
  "",
  `Each is a run of all suites for one revision on a server that does one thing wrong, with \`--budget ${floodBudgetMs}\`. The whole run, judging and reports included, may take ${floodLimits.seconds - floodBudgetMs / 1000} s more than that and ${floodLimits.megabytes} MB of memory, whatever the server sends. \`test/hostile\` holds these servers and many more to it; the reference host meets them there too.`,
  "",
  benchTable(rows),
].join("\n");
writeFileSync(target, page);
process.stdout.write(page);

import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { type BenchRow, benchTable } from "../src/bench/bench-row.ts";
import { measureNode } from "../src/bench/measured-process.ts";
import { version } from "../src/cli/version.ts";

/** Measures what servers that flood cost a judge, at full size, and writes the page; the tests hold the same at small sizes. */
const target = fileURLToPath(new URL("../reports/published/floods.md", import.meta.url));
const bin = fileURLToPath(new URL("../bin/mcpcheck.js", import.meta.url));
const peer = fileURLToPath(new URL("../test/hostile/peers/stdio.mjs", import.meta.url));

/** What a run on any of them may take: the budget it is given and the time to judge what was seen; and its memory. */
const budgetMs = 15_000;
const limits = { seconds: 60, megabytes: 700 } as const;

/** The peers at their full size: `amount` is MiB, levels, tools or hundreds of answers, as the peer takes it. */
const floods: readonly { readonly name: string; readonly amount?: number; readonly told: string }[] = [
  { name: "one very long line", amount: 1024, told: "a line of 1 GB, then the answer" },
  { name: "a line without end", told: "a line without end" },
  { name: "stdout flood from the start", told: "notifications without end" },
  { name: "answers to nothing", amount: 10_000, told: "1,000,000 answers nobody asked for" },
  { name: "a storm of requests, no answer read", told: "requests without end, no answer read" },
  { name: "very many tools", amount: 1_000_000, told: "1,000,000 tools" },
  { name: "JSON nested very deep", amount: 1_000_000, told: "a schema nested 1,000,000 levels deep" },
  { name: "cursors without end", told: "cursors without end" },
  { name: "a request with a huge id", amount: 15_000_000, told: "a request with an id of 15 MB" },
  { name: "writes to stderr without end", told: "stderr without end" },
];

const rows: BenchRow[] = [];
for (const { name, amount, told } of floods) {
  process.stderr.write(`${told} …\n`);
  const options = ["--spec", "2025-11-25", "--suite", "tools", "--timeout", "2000", "--budget", String(budgetMs)];
  const command = ["--", process.execPath, peer, name, ...(amount === undefined ? [] : [String(amount)])];
  const { ms, peakMb, code } = await measureNode([bin, "run", "server", ...options, "--reporter", "json", ...command]);
  rows.push({ name: `${told}: time`, value: ms / 1000, unit: "s", limit: limits.seconds, note: `exit code ${code}` });
  rows.push({ name: `${told}: peak memory`, value: peakMb, unit: "MB", limit: limits.megabytes });
}

const page = [
  "# What floods cost a judge",
  "",
  `mcpcheck ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:floods\` (after \`npm run build\`).`,
  "",
  `The machine had ${availableParallelism()} processors and a load of ${(loadavg()[0] ?? 0).toFixed(1)}: above the number of processors, times stretch by as much.`,
  "",
  `Each is a run of the suite \`tools\` on a server that does one thing wrong, with \`--budget ${budgetMs}\`. The same servers, and many more, are held at small sizes by \`test/hostile\`, where the reference host meets them too.`,
  "",
  benchTable(rows),
].join("\n");
writeFileSync(target, page);
process.stdout.write(page);

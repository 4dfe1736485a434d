import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../src/cli/version.ts";
import { bundleFigures } from "./bench/bundles.ts";
import { coldFigure } from "./bench/cold.ts";
import type { Figure } from "./bench/figure.ts";
import { importFigures, mockFigure } from "./bench/imports.ts";
import { watchFigure } from "./bench/watch.ts";

/**
 * What every day costs, a part of `npm run bench`: importing, and a first run of somebody who has nothing.
 * `--markdown <file>` writes the page too. Exit code 1 where something is over its bar.
 */
const rootUrl = new URL("../", import.meta.url);
const root = fileURLToPath(rootUrl);
const dist = new URL("dist/", rootUrl);
const [option, page] = process.argv.slice(2);
if (option !== undefined && (option !== "--markdown" || page === undefined))
  throw new Error(`${option}: only --markdown <file> is known`);

const before = loadavg()[0] ?? 0;
const folder = mkdtempSync(join(tmpdir(), "mcpcheck-every-day-"));
try {
  const figures: readonly Figure[] = [
    ...importFigures(dist, folder),
    mockFigure(dist, folder),
    ...(await bundleFigures(root)),
    await watchFigure(root, folder),
    await coldFigure(root, folder),
  ];
  for (const { what, measured, bar, isKept, of } of figures)
    console.log(`${isKept ? "ok  " : "OVER"}  ${what}: ${measured} (bar ${bar}): ${of}`);
  if (!figures.every(({ isKept }) => isKept)) process.exitCode = 1;
  if (page !== undefined) writeFileSync(join(root, page), markdown(figures));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function markdown(figures: readonly Figure[]): string {
  const load = `load ${before.toFixed(2)} before and ${(loadavg()[0] ?? 0).toFixed(2)} after`;
  const machine = `${process.platform} ${process.arch}, ${cpus().length} cores, ${load}`;
  const rows = figures.map(
    ({ what, measured, bar, isKept, of }) => `| ${what} | ${measured} | ${bar} | ${isKept ? "kept" : "**missed**"} | ${of} |`,
  );
  return [
    "# What every day costs",
    "",
    `mcpcheck ${version()}, Node ${process.versions.node}, ${machine}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:bench-imports\`.`,
    "",
    "Imports are measured in processor time, beside a program that imports a module of Node and ends; all programs are started in turn. On a",
    "machine where that program itself takes long, the multiple of it counts.",
    "",
    "One format is what reading its text takes: its data, the engine that the data names, and the reader of messages, which finds calls,",
    "reasoning and code fences in a stream. All formats share that reader: a second one that is imported beside the first brings it no second",
    "time. Who counts it as beside the format finds the bar of 2 kB missed; the row of the bundle says how large each part is.",
    "",
    "| figure | measured | bar | | made of |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

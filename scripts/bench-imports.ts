import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * What importing costs, a part of `npm run bench`: processor time of a program that imports an entry and ends, beside one that imports
 * a module of Node, started in turn; and how large the reader of tool calls is in a bundle. Exit code 1 where one is over its bar.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const rounds = 15;

/** The entries, and how many milliseconds each may take beyond a program that imports a module of Node. */
const bars = { toolcall: 15, mock: 60, model: 60 } as const;
/** Kilobytes (of 1,000 bytes) of the reader with all formats, minified and gzipped. */
const largest = 60;

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-imports-"));
try {
  const programs = Object.fromEntries(
    ["control", ...Object.keys(bars)].map((name) => {
      const file = join(folder, `${name}.mjs`);
      const from = name === "control" ? "node:path" : new URL(`../dist/${name}.js`, import.meta.url).href;
      const measured = "const { user, system } = process.cpuUsage();\nconsole.log((user + system) / 1000);\n";
      writeFileSync(file, `await import(${JSON.stringify(from)});\n${measured}`);
      return [name, file];
    }),
  );
  const times = Object.fromEntries(Object.keys(programs).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, file] of Object.entries(programs)) times[name]?.push(millisecondsOf(file));
  const control = median(times["control"] ?? []);
  for (const [name, bar] of Object.entries(bars)) {
    const own = median(times[name] ?? []) - control;
    const shown = `${own.toFixed(1)} ms of processor time (bar ${bar}), in all ${(own / control + 1).toFixed(2)} times bare Node`;
    report(`import mcpcheck/${name}`, shown, own <= bar);
  }
  const bundled = await build({
    stdin: { contents: 'export * from "./dist/toolcall.js";', resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const size = gzipSync(bundled.outputFiles[0]?.contents ?? readFileSync(join(root, "dist/toolcall.js"))).length / 1000;
  report("mcpcheck/toolcall in a bundle", `${size.toFixed(1)} kB minified and gzipped (bar ${largest})`, size <= largest);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function millisecondsOf(file: string): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function report(what: string, shown: string, isWithin: boolean): void {
  console.log(`${isWithin ? "ok  " : "OVER"}  ${what}: ${shown}`);
  if (!isWithin) process.exitCode = 1;
}

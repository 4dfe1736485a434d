import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * What importing costs, a part of `npm run bench`: processor time of a program that imports an entry and ends, beside one that imports
 * a module of Node, started in turn; how soon a mock server
 * answers in a process that is there; and how large the reader of tool calls is in a bundle. Exit code 1 where one is over its bar.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const rounds = 15;

/** The entries, and how many milliseconds each may take beyond a program that imports a module of Node. */
const bars = { toolcall: 15, mock: 60, model: 60 } as const;
/** Mock servers that are started in one process, and milliseconds until one has given its first answer. */
const starts = 41;
const upWithin = 5;
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
  const ups = millisecondsOf(mockFile(folder));
  report(
    "a mock server in this process",
    `${ups.toFixed(2)} ms from nothing to its first answer (bar ${upWithin})`,
    ups <= upWithin,
  );
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

/** A program that tells how long a mock server takes, in the middle of many, until it has answered. */
function mockFile(where: string): string {
  const file = join(where, "mock-up.mjs");
  writeFileSync(
    file,
    `import { mockTransport } from ${JSON.stringify(new URL("../dist/mock.js", import.meta.url).href)};
    const times = [];
    for (let round = 0; round < ${starts}; round += 1) {
      const begun = performance.now();
      const mock = mockTransport("echo", { revision: "2025-11-25" });
      const answered = new Promise((resolve) => (mock.onmessage = resolve));
      await mock.start();
      await mock.send({ jsonrpc: "2.0", id: 1, method: "ping" });
      await answered;
      times.push(performance.now() - begun);
      await mock.close();
    }
    console.log(times.sort((a, b) => a - b)[${Math.floor(starts / 2)}]);`,
  );
  return file;
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

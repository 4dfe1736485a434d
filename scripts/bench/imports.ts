import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type Figure, median } from "./figure.ts";

const rounds = 15;
/** The entries, and how many milliseconds each may take beyond a program that imports a module of Node. */
const bars = { toolcall: 15, mock: 45, model: 60 } as const;
/**
 * What such a program takes on the machine the bars are for, in ms of processor time. On a slower one, or beside others, an import may
 * take the same multiple of it.
 */
const usualStart = 40;
/** Mock servers that are started in one process, and milliseconds until one has given its first answer. */
const starts = 41;
const upWithin = 5;
/** Kilobytes (of 1,000 bytes) of the reader with all formats, minified and gzipped. */
const largest = 60;
/** The same with one format, and the format itself without what reads it. */
const largestSingle = 16;
const largestFormat = 2;

/** What importing costs, beside a program that imports a module of Node and ends, started in turn. `dist` is a URL. */
export function importFigures(dist: URL, folder: string): Figure[] {
  const programs = Object.entries({ control: "node:path", ...entriesIn(dist) }).map(([name, from]) => {
    const file = join(folder, `${name}.mjs`);
    const measured = "const { user, system } = process.cpuUsage();\nconsole.log((user + system) / 1000);\n";
    writeFileSync(file, `await import(${JSON.stringify(from)});\n${measured}`);
    return { name, file, times: [] as number[] };
  });
  for (let round = 0; round < rounds; round += 1) for (const { file, times } of programs) times.push(millisecondsOf(file));
  const low = ({ times }: { readonly times: readonly number[] } = { times: [] }): number =>
    times.toSorted((a, b) => a - b)[Math.floor(rounds / 4)] ?? Number.NaN;
  const control = low(programs.find(({ name }) => name === "control"));
  return Object.entries(bars).map(([name, bar]): Figure => {
    const whole = low(programs.find((one) => one.name === name));
    const beyond = whole - control;
    const most = 1 + bar / usualStart;
    return {
      what: `import \`mcpcheck/${name}\``,
      measured: `${beyond.toFixed(1)} ms, ${(whole / control).toFixed(2)} times bare Node`,
      bar: `≤ ${bar} ms or ${most.toFixed(2)} times`,
      isKept: beyond <= bar || whole / control <= most,
      of: `processor time beyond a program that imports node:path (${control.toFixed(1)} ms); lower quartile of ${rounds}`,
    };
  });
}

function entriesIn(dist: URL): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(bars).map((name) => [name, new URL(`${name}.js`, dist).href]));
}

/** How soon a mock server in this process has given its first answer. */
export function mockFigure(dist: URL, folder: string): Figure {
  const file = join(folder, "mock-up.mjs");
  writeFileSync(
    file,
    `import { mockTransport } from ${JSON.stringify(new URL("mock.js", dist).href)};
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
  const ms = median([millisecondsOf(file), millisecondsOf(file), millisecondsOf(file)]);
  return {
    what: "a mock server in the test's own process",
    measured: `${ms.toFixed(2)} ms`,
    bar: `≤ ${upWithin} ms`,
    isKept: ms <= upWithin,
    of: `from nothing to its first answer; median of ${starts}`,
  };
}

/** How large the reader of tool calls is in somebody's bundle, with all formats and with one. */
export async function bundleFigures(root: string): Promise<Figure[]> {
  const all = await bundledSize(root, 'export * from "./dist/toolcall.js";');
  const single = await Promise.all(
    readdirSync(join(root, "dist/toolcall")).map(async (file) => ({
      id: file.replace(/\.js$/, ""),
      size: await bundledSize(root, `export { parseToolCalls } from "./dist/toolcall/${file}";`),
      data: await bundledSize(root, `export { format } from "./dist/toolcall/${file}";`),
    })),
  );
  const figure = (what: string, bar: number, size: number, of: string): Figure => ({
    what,
    measured: `${size.toFixed(1)} kB`,
    bar: `≤ ${bar} kB`,
    isKept: size <= bar,
    of: `${of}, minified and gzipped`,
  });
  const most = (sizeOf: (one: (typeof single)[number]) => number): [size: number, id: string] =>
    single.map((one): [number, string] => [sizeOf(one), one.id]).toSorted(([a], [b]) => b - a)[0] ?? [Number.NaN, "none"];
  const [reader, readerId] = most(({ size }) => size);
  const [data, dataId] = most(({ data: bytes }) => bytes);
  return [
    figure("`mcpcheck/toolcall` in a bundle", largest, all, "all formats"),
    figure(
      "`mcpcheck/toolcall/<format>` in a bundle",
      largestSingle,
      reader,
      `the largest of ${single.length}: ${readerId}, read whole or streamed`,
    ),
    figure(
      "of that, the format itself",
      largestFormat,
      data,
      `the largest: ${dataId}; the rest is the engine it names, and what reads every format`,
    ),
  ];
}

/** Kilobytes of a module in a bundle, minified and gzipped. */
async function bundledSize(root: string, contents: string): Promise<number> {
  const bundled = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    // Chunks that a module only loads for their order are left out by bundlers, which say so.
    logLevel: "error",
  });
  return gzipSync(bundled.outputFiles[0]?.contents ?? "").length / 1000;
}

function millisecondsOf(file: string): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

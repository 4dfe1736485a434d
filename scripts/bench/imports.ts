import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
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

function millisecondsOf(file: string): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

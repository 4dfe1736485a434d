import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { KillMatrix } from "../../src/run/proof/kill-matrix.ts";
import type { Report } from "../../test/support/run-cli.ts";
import { besideLoops } from "./busy-loops.ts";
import {
  type Loaded,
  loadPage,
  type LoadRun,
  type TestReport,
  verdictsOfProof,
  verdictsOfRun,
  verdictsOfTests,
} from "./load-page.ts";

/**
 * Runs `mcpcheck run`, `mcpcheck proof` and `npm test` once by themselves and then beside busy loops, and writes in which runs which verdicts
 * were others. Every run is kept in `reports/load/`, for this program, with how long it took: a call goes on where the one before ended,
 * until there are `--runs` (10). Options: `--loops` (4); `--only` run, proof or tests; `--check`, a pattern of checks, where proof is to prove
 * only these; `--anew`, to forget what was kept; `--kept`, to run nothing and take what was kept; `--dry`, to print the page and write none.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const kept = join(root, "reports/load", programId());
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    loops: { type: "string", default: "4" },
    only: { type: "string", multiple: true, default: ["run", "proof", "tests"] },
    check: { type: "string" },
    anew: { type: "boolean", default: false },
    kept: { type: "boolean", default: false },
    dry: { type: "boolean", default: false },
  },
});

type Kept = { readonly exitCode: number; readonly seconds: number; readonly load: number; readonly stdout: string };

const bin = "bin/mcpcheck.js";
const commands = {
  run: {
    typed: "mcpcheck run",
    argv: [bin, "run", "--reporter", "json"],
    read: (text: string, code: number) => verdictsOfRun(JSON.parse(text) as Report, code),
  },
  proof: {
    typed: `mcpcheck proof${values.check === undefined ? "" : ` --check ${values.check}`}`,
    argv: [bin, "proof", ...(values.check === undefined ? [] : ["--check", values.check]), "--json"],
    read: (text: string, code: number) => verdictsOfProof(JSON.parse(text) as KillMatrix, code),
  },
  tests: {
    typed: "npm test",
    argv: ["node_modules/vitest/vitest.mjs", "run", "--reporter=json"],
    read: (text: string, code: number) => verdictsOfTests(JSON.parse(text) as TestReport, code, root),
  },
} as const;

/** What tells one build of the program from another. */
function programId(): string {
  const hash = createHash("sha256");
  const names = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" });
  for (const name of names.filter((one) => one.endsWith(".js")).toSorted()) hash.update(readFileSync(join(root, "dist", name)));
  return hash.digest("hex").slice(0, 12);
}

async function perform(argv: readonly string[]): Promise<Kept> {
  const began = performance.now();
  const child = spawn(process.execPath, argv, {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const end = (): void => void child.kill("SIGTERM");
  process.once("exit", end);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const exitCode = await new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? -1)));
  process.off("exit", end);
  const seconds = (performance.now() - began) / 1000;
  return { exitCode, seconds, load: loadavg()[0] ?? 0, stdout: Buffer.concat(chunks).toString() };
}

/** The runs of a command that are there; the first is the one by itself. A proof of some checks is kept apart from one of all. */
async function runsOf(name: keyof typeof commands): Promise<Loaded> {
  const { argv, read, typed } = commands[name];
  const runs: LoadRun[] = [];
  for (let index = 0; index <= Number(values.runs); index += 1) {
    const file = join(kept, `${typed.replaceAll(/[^\w.]+/g, "-")}-${index}.json`);
    if (!existsSync(file)) {
      if (values.kept) break;
      const done = await (index === 0 ? perform(argv) : besideLoops(Number(values.loops), async () => await perform(argv)));
      writeFileSync(file, JSON.stringify(done));
      console.error(`${typed}, run ${index}: ${done.seconds.toFixed(0)} s, exit code ${done.exitCode}`);
    }
    const { exitCode, seconds, load, stdout } = JSON.parse(readFileSync(file, "utf8")) as Kept;
    runs.push({ verdicts: read(stdout, exitCode), seconds, load });
  }
  return { command: typed, runs };
}

if (values.anew) rmSync(join(root, "reports/load"), { recursive: true, force: true });
mkdirSync(kept, { recursive: true });
const all: Loaded[] = [];
for (const name of ["run", "proof", "tests"] as const) if (values.only.includes(name)) all.push(await runsOf(name));
const page = loadPage(all, Number(values.loops));
if (values.dry) console.log(page);
else writeFileSync(join(root, "reports/published/load.md"), page);

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { version } from "../../src/cli/version.ts";
import { failedIn, type Played, platformsPage, type TestReport } from "./platforms-page.ts";

/**
 * Plays the tests with other versions of Node and writes what came of it. Words are versions as npm knows them (`20.19.6`, `22`); none:
 * all that are promised. Each is installed by npm's package `node` into a folder outside of the project. Options: `--tests`, a file or
 * folder of which only the tests are played (repeatable; `--tests src` are the unit tests); `--page`, to play nothing and write the page
 * of what is there (`reports/platforms/`). A version that is played again takes the place of what it came to before.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const kept = join(root, "reports/platforms");
const unrun = JSON.parse(readFileSync(new URL("unrun.json", import.meta.url), "utf8")) as readonly string[];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: "string", multiple: true, default: [] }, page: { type: "boolean", default: false } },
});

/** The program of a version, installed where it is not there yet. */
function nodeOf(wanted: string): string {
  const folder = join(tmpdir(), "mcpcheck-nodes", wanted);
  const program = join(folder, "node_modules/node/bin/node");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    const { status } = spawnSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", `node@${wanted}`], {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (status !== 0 || !existsSync(program)) throw new Error(`node@${wanted} could not be installed`);
  }
  return program;
}

function play(wanted: string): void {
  const program = nodeOf(wanted);
  const own = spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim().replace(/^v/, "");
  const report = join(kept, `${wanted}.vitest.json`);
  const began = performance.now();
  spawnSync(
    program,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...values.tests,
    ],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      // Whatever the tests start by the name `node` is of the same version.
      env: { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env["PATH"] ?? ""}` },
    },
  );
  const seconds = (performance.now() - began) / 1000;
  const counted = JSON.parse(readFileSync(report, "utf8")) as TestReport;
  const played: Played = {
    node: own,
    platform: `${process.platform} ${process.arch}`,
    command: ["npm test", ...(values.tests.length === 0 ? [] : ["--", ...values.tests])].join(" "),
    day: new Date().toISOString().slice(0, 10),
    seconds,
    passed: counted.numPassedTests,
    skipped: counted.numPendingTests,
    failed: failedIn(counted, root),
  };
  writeFileSync(join(kept, `${own}.json`), JSON.stringify(played));
}

mkdirSync(kept, { recursive: true });
const promised = ["20.19.6", "22", "24", "26"];
if (!values.page) for (const wanted of positionals.length === 0 ? promised : positionals) play(wanted);
const all = readdirSync(kept)
  .filter((name) => /^\d+\.\d+\.\d+\.json$/.test(name))
  .map((name) => JSON.parse(readFileSync(join(kept, name), "utf8")) as Played)
  .toSorted((a, b) => Number.parseFloat(a.node) - Number.parseFloat(b.node));
writeFileSync(join(root, "reports/published/platforms.md"), platformsPage(version(), all, unrun));

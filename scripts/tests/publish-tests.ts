import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { version } from "../../src/cli/version.ts";

/**
 * Runs both tiers of the tests and writes how long they took, and which were the slowest. Options: `--tier`, only `fast` or `slow`
 * (repeatable), `--dry`, to print the page and write none; other words are paths, of which only the tests are run.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const file = "reports/published/tests.md";
const shown = 10;
const configs = { fast: "vitest.config.ts", slow: "vitest.slow.config.ts" } as const;

/** What vitest's JSON report has of a file with tests, as far as it is looked at. */
type TestFile = {
  readonly name: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string; readonly duration?: number }[];
};

type Timed = { readonly name: string; readonly seconds: number };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tier: { type: "string", multiple: true, default: Object.keys(configs) }, dry: { type: "boolean", default: false } },
});

function sum(all: readonly Timed[]): number {
  return all.reduce((total, { seconds }) => total + seconds, 0);
}

/** Rows of those that took longest, with their share of all. */
function slowest(what: string, all: readonly Timed[]): string[] {
  const total = sum(all);
  const rows = all
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shown)
    .map(
      ({ name, seconds }) =>
        `| ${name.replaceAll("|", "\\|")} | ${seconds.toFixed(1)} | ${((100 * seconds) / total).toFixed(1)} % |`,
    );
  return [`| ${what} | seconds | share |`, "|---|---:|---:|", ...rows, ""];
}

/** Runs a tier, and gives its section of the page. */
function section(tier: string): string[] {
  const config = configs[tier as keyof typeof configs];
  if (config === undefined) throw new Error(`--tier: expected ${Object.keys(configs).join(" or ")}, got ${tier}`);
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-tests-"));
  try {
    const report = join(folder, "vitest.json");
    const began = performance.now();
    spawnSync("npx", ["vitest", "run", "--config", config, "--reporter=json", `--outputFile.json=${report}`, ...positionals], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const wall = (performance.now() - began) / 1000;
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as { readonly testResults: readonly TestFile[] };
    const tests = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status, duration = 0 }) => ({
        file: relative(root, name),
        name: `${relative(root, name)}: ${fullName}`,
        status,
        seconds: duration / 1000,
      })),
    );
    const counted = (status: string): number => tests.filter((one) => one.status === status).length;
    const files = [...new Set(tests.map((one) => one.file))].map((name) => ({
      name,
      seconds: sum(tests.filter((one) => one.file === name)),
    }));
    return [
      `## The ${tier} tier`,
      "",
      `${counted("passed")} tests passed, ${counted("failed")} failed and ${counted("skipped")} were skipped in ${wall.toFixed(0)} s, from ${files.length} files. The seconds below are of the tests alone: several files run at a time.`,
      "",
      ...slowest("file", files),
      ...slowest("test", tests),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const page = [
  "# Where the time of the tests goes",
  "",
  `mcpcheck ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:tests\`.`,
  "",
  ...values.tier.flatMap(section),
].join("\n");
if (values.dry) console.log(page);
else writeFileSync(join(root, file), page);

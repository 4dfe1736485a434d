import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { checkById } from "../src/check/registry.ts";
import { type ConformanceScenario, loadConformanceSuites } from "../src/run/client/conformance/conformance-suite.ts";
import type { RunEvent } from "../src/run/run-event.ts";
import type { Revision } from "../src/spec/revision.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/conformance.md";
const official = join(root, "node_modules/@modelcontextprotocol/conformance");

/** What somebody says of a scenario: how many things are right, and what is wrong. Nothing of both is no verdict. */
type Verdict = { readonly right: number; readonly wrong: readonly string[] };
type Row = {
  readonly scenario: ConformanceScenario;
  readonly revision: Revision;
  readonly verdicts: readonly (readonly [Verdict, Verdict])[];
};
type Fixture = { readonly title: string; readonly command: string };

/** Has fixture clients judged by the official conformance tool and by this one, scenario by scenario, and writes what both say. */
const program = new Command("publish-conformance")
  .description("fixture clients of the official conformance tool, judged by it and by mcpcheck")
  .argument("<fixtures...>", "title=command of each, as the official tool would start it")
  .option("--node <path>", "a Node.js from version 22 on, which the official tool needs", process.execPath)
  .action((words: readonly string[], { node }: { readonly node: string }) => {
    const fixtures = words.map(fixtureIn);
    const rows = loadConformanceSuites()
      .flatMap(({ scenarios }) => scenarios)
      .filter(({ leftOut }) => leftOut === undefined)
      .flatMap((scenario) =>
        scenario.revisions
          .filter((revision) => revision >= "2025-11-25" || revision === scenario.revisions.at(-1))
          .map((revision): Row => ({
            scenario,
            revision,
            verdicts: fixtures.map((fixture) => {
              console.error(`${fixture.title}: ${scenario.name}, ${revision}`);
              return [officially(fixture, scenario, revision, node), here(fixture, scenario, revision)];
            }),
          })),
      );
    writeFileSync(join(root, file), page(fixtures, rows));
    console.error(`wrote ${file}`);
  });

function fixtureIn(word: string): Fixture {
  const cut = word.indexOf("=");
  if (cut < 1) return program.error(`expected title=command, got "${word}"`);
  return { title: word.slice(0, cut), command: word.slice(cut + 1) };
}

/** Extensions have no place on that tool's line of revisions: it chooses one itself. */
const isExtension = ({ name }: ConformanceScenario): boolean => /^(sep-2640-|auth\/client-credentials-)/.test(name);

function officially({ command }: Fixture, scenario: ConformanceScenario, revision: Revision, node: string): Verdict {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-conformance-"));
  const version = isExtension(scenario) ? [] : ["--spec-version", revision];
  const words = ["client", "--command", command, "--scenario", scenario.name, ...version, "--timeout", "60000", "-o", folder];
  try {
    spawnSync(node, [join(official, "dist/index.js"), ...words], { cwd: folder, stdio: "ignore" });
    // A name with a slash in it makes a folder.
    const own = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((path) => basename(path) === "checks.json");
    if (own === undefined)
      program.error(`the official tool wrote nothing for ${scenario.name}: is ${node} of version 22 or newer?`);
    const checks = JSON.parse(readFileSync(join(folder, own ?? ""), "utf8")) as readonly {
      readonly id: string;
      readonly status: string;
    }[];
    const wrong = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    return {
      right: checks.filter(({ status }) => status === "SUCCESS").length,
      wrong: [...new Set(wrong.map(({ id, status }) => `${status === "WARNING" ? "warns" : "fails"} ${id}`))],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function here({ command }: Fixture, { name }: ConformanceScenario, revision: Revision): Verdict {
  const options = ["--driver", "conformance", "--suite", `conformance/${name}`, "--spec", revision, "--timeout", "60000"];
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, "bin/mcpcheck.js"),
      "run",
      "client",
      "--reporter",
      "ndjson",
      "--budget",
      "300000",
      ...options,
      "--",
      ...command.split(" "),
    ],
    { encoding: "utf8", cwd: root, maxBuffer: 1 << 28 },
  );
  const events = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RunEvent);
  if (!events.some((event) => event.type === "scenario.finished" && event.skipped === null)) return { right: 0, wrong: [] };
  const findings = events.flatMap((event) => (event.type === "finding" ? [event.finding] : []));
  const wrong = findings.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  return {
    right: findings.filter(({ verdict }) => verdict === "pass").length,
    wrong: [...new Set(wrong.map(({ check, verdict }) => `${verdict}s ${check}`))],
  };
}

function page(fixtures: readonly Fixture[], rows: readonly Row[]): string {
  const { version } = JSON.parse(readFileSync(join(official, "package.json"), "utf8")) as { readonly version: string };
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
  return [
    "# Two judges of the same fixture clients",
    "",
    `mcpcheck ${own.version} and @modelcontextprotocol/conformance ${version}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:conformance\`; docs/conformance.md says what is compared, and why the two may differ.`,
    "Each cell has first what the official tool says of a fixture in a scenario, then what mcpcheck says of it: how many checks passed, or what is wrong; a dash where nothing was judged.",
    "",
    `| scenario | revision | ${fixtures.map(({ title }) => title).join(" | ")} |`,
    `|---|---|${fixtures.map(() => "---|").join("")}`,
    ...rows.map(
      ({ scenario, revision, verdicts }) =>
        `| \`${scenario.name}\` | ${revision} | ${verdicts.map(([one, other]) => `${cell(one)} / ${cell(other)}`).join(" | ")} |`,
    ),
    "",
    "## Where they differ",
    "",
    ...differences(fixtures, rows),
    "",
  ].join("\n");
}

const cell = ({ right, wrong }: Verdict): string => {
  if (wrong.length > 0) return wrong.map((one) => one.replaceAll(/[\\`*_<>|[\]]/g, "\\$&")).join(", ");
  return right === 0 ? "–" : String(right);
};

/** How a verdict counts when it is compared: warnings are no failure, and where nothing was judged there is none. */
function stand({ right, wrong }: Verdict): "failed" | "warned" | "passed" | "not judged" {
  if (wrong.some((one) => one.startsWith("fails"))) return "failed";
  if (wrong.length > 0) return "warned";
  return right === 0 ? "not judged" : "passed";
}

function differences(fixtures: readonly Fixture[], rows: readonly Row[]): string[] {
  const lines = rows.flatMap(({ scenario, revision, verdicts }) =>
    verdicts.flatMap(([one, other], index) =>
      stand(one) === stand(other)
        ? []
        : [
            `- \`${scenario.name}\`, ${revision}, ${fixtures[index]?.title ?? ""}: ${stand(one)} there, ${stand(other)} here. ${whyApart(scenario, other)}`,
          ],
    ),
  );
  return lines.length === 0 ? ["Nowhere."] : lines;
}

/** Why two verdicts differ: by checks that look at something else than the official scenario, or for the reason its file gives. */
function whyApart({ name, about, differs }: ConformanceScenario, { wrong }: Verdict): string {
  const beyond = wrong.map((one) => one.split(" ")[1] ?? "").filter((id) => !about.includes(id));
  if (wrong.length > 0 && beyond.length === wrong.length)
    return beyond
      .map(
        (id) =>
          `The official scenario does not look at this: ${(checkById(id)?.title ?? id).replace(/^./, (first) => first.toLowerCase())} (\`${id}\`).`,
      )
      .join(" ");
  if (differs === undefined) console.error(`${name}: the verdicts differ, and nothing is said of it`);
  return differs ?? "Nobody has said why yet.";
}

program.parse();

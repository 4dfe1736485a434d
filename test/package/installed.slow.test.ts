import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packedProject, type PackedProject } from "../support/packed.ts";

/** What users get at most: packages, and megabytes (of 1,000,000 bytes) on a disk with blocks of 4 kB. */
const most = { packages: 6, megabytes: 12 };
const block = 4096;

let project: PackedProject;
beforeAll(() => {
  project = packedProject();
});
afterAll(() => project.remove());

/** The files of a folder, from there. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile());
}

function bytesOnDisk(folder: string): number {
  return filesIn(folder).reduce((sum, name) => sum + Math.ceil(statSync(join(folder, name)).size / block) * block, 0);
}

function mcpcheck(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const program = join(project.folder, "node_modules/mcpcheck/bin/mcpcheck.js");
  return spawnSync(process.execPath, [program, ...args], { cwd: project.folder, encoding: "utf8" });
}

describe("what is installed", () => {
  test(`is at most ${most.packages} packages of ${most.megabytes} MB, none of which runs a script`, () => {
    const folders = ["node_modules/mcpcheck", ...project.beside.map(({ path }) => path)];
    const bytes = folders.map((path) => [path, bytesOnDisk(realpathSync(join(project.folder, path)))] as const);
    const megabytes = bytes.reduce((sum, [, size]) => sum + size, 0) / 1e6;
    expect(bytes.length).toBeLessThanOrEqual(most.packages);
    expect({ megabytes, bytes }).toEqual({ megabytes: expect.toSatisfy((size: number) => size <= most.megabytes), bytes });
    expect(project.beside.filter(({ runsScript }) => runsScript)).toEqual([]);
    // npm warns of these, of `prepare` too, whatever they do.
    const { scripts = {} } = JSON.parse(readFileSync(join(project.folder, "node_modules/mcpcheck/package.json"), "utf8")) as {
      scripts?: object;
    };
    expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare|publish)$/.test(name))).toEqual([]);
  });

  test("holds neither sources nor tests nor recorded traces", () => {
    const folders = new Set(filesIn(join(project.folder, "node_modules/mcpcheck")).map((name) => name.split("/")[0]));
    expect(folders).not.toContain("src");
    expect(folders).not.toContain("test");
    expect(filesIn(join(project.folder, "node_modules/mcpcheck/fixtures"))).toEqual(["toolcalls/corpus.schema.json"]);
  });

  test.each([
    [["list", "suites"], /limits/],
    [["list", "formats"], /hermes/],
    [["list", "behaviours"], /ollama/],
    [["list", "mocks"], /reference/],
    [["list", "requirements"], /2025-11-25 +\d+/],
    [["run", "server", "--", "mcpcheck", "serve", "mock", "reference"], /conforms: 0 failed/],
    [["run", "parser", "--format", "hermes"], /conforms: 0 failed/],
    [["run", "host", "--suite", "a2a-fields"], /conforms: 0 failed/],
    [["proof", "--check", "jsonrpc.response-id"], /(\d+) wrong subjects: \1 caught by their own check and no other/],
    [["fuzz", "parser", "--format", "hermes", "--runs", "20"], /"broken": \[\]/],
  ])("does all that it does from a checkout: %j", (args, expected) => {
    const words = args.flatMap((word) =>
      word === "mcpcheck" ? [process.execPath, join(project.folder, "node_modules/mcpcheck/bin/mcpcheck.js")] : [word],
    );
    const { status, stdout, stderr } = mcpcheck(...words);
    expect({ status, stderr: status === 0 ? "" : stderr + stdout }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(expected);
  });

  test.each(["ts", "js", "json"])("reads mcpcheck.config.%s", (ending) => {
    const file = join(project.folder, `mcpcheck.config.${ending}`);
    const reference = { command: process.execPath, args: ["node_modules/mcpcheck/bin/mcpcheck.js", "serve", "mock", "echo"] };
    const value = JSON.stringify({ servers: { mine: reference }, run: { spec: "2025-11-25", check: "lifecycle.*" } });
    const typed = `interface Config { readonly servers: object }\nconst config: Config = ${value};\nexport default config;\n`;
    writeFileSync(file, ending === "ts" ? typed : ending === "js" ? `export default ${value};\n` : value);
    try {
      const { status, stdout, stderr } = mcpcheck("run");
      expect({ status, stderr: status === 0 ? "" : stderr + stdout }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toMatch(/conforms: 0 failed/);
    } finally {
      rmSync(file);
    }
  });
});

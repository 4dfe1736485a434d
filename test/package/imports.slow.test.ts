import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packedProject, type PackedProject } from "../support/packed.ts";

const root = join(import.meta.dirname, "../..");
const examples = readdirSync(join(root, "examples/library"))
  .filter((name) => name.endsWith(".mjs"))
  .toSorted();
const programs = examples.filter((name) => !name.endsWith(".test.mjs"));
/** The programs on our pages, as a reader would copy them. */
const blocks = ["README.md", "docs/library.md", "docs/servers.md"].flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^```(js|ts)\n([^]*?)^```$/gm)].map(([, language, text = ""], index) => ({
    page,
    number: index + 1,
    isTest: language === "ts",
    text,
  })),
);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, unknown>>;
};

let project: PackedProject;
beforeAll(() => {
  project = packedProject();
  project.add("@types/node");
  project.add("vitest");
  project.add("msw");
  project.add("@modelcontextprotocol/sdk");
  cpSync(join(root, "examples/library"), project.folder, { recursive: true });
});
afterAll(() => project.remove());

/** Runs a file in the project of a user, and gives what it wrote. */
function node(...args: string[]): string {
  return execFileSync(process.execPath, args, {
    cwd: project.folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", CI: "" },
  });
}

describe("the packed package", () => {
  test("keeps the rules of packages", async () => {
    const { messages, pkg } = await publint({ pkgDir: join(project.folder, "node_modules/mcpcheck"), pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("has types where and how Node and bundlers look for them", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(project.tarball)));
    // It is made of ES modules alone, which every Node it supports can also require(); resolution before `exports` is of Node 10.
    const problems = analysis.types === false ? ["no types"] : analysis.problems;
    expect(
      problems.filter(
        (problem) =>
          typeof problem === "string" ||
          (problem.kind !== "CJSResolvesToESM" && !("resolutionKind" in problem && problem.resolutionKind === "node10")),
      ),
    ).toEqual([]);
  });

  test.each(["NodeNext", "Bundler"])("types what users write, as strict as a compiler can be (%s)", (resolution) => {
    cpSync(join(import.meta.dirname, "consumer"), join(project.folder, "consumer"), { recursive: true });
    const module = resolution === "Bundler" ? "ESNext" : resolution;
    const compilerOptions = {
      module,
      moduleResolution: resolution,
      target: "ES2023",
      lib: ["ES2023", "DOM", "DOM.Iterable", "ESNext.Disposable"],
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: false,
    };
    const file = join(project.folder, `tsconfig.${resolution}.json`);
    writeFileSync(file, JSON.stringify({ compilerOptions, include: ["consumer"] }));
    expect(node(join(root, "node_modules/typescript/bin/tsc"), "-p", file)).toBe("");
  });

  test.each(programs)("runs the example %s", (name) => {
    const expected = readFileSync(join(root, "examples/library", name.replace(/\.mjs$/, ".txt")), "utf8");
    expect(node(name)).toBe(expected);
  });

  test.each([
    ["node --test", ["--test", "--test-reporter", "tap", "node-test.test.mjs"], /^# pass [1-9]\d*\n# fail 0$/m],
    ["vitest", ["node_modules/vitest/vitest.mjs", "run", "vitest.test.mjs"], /Tests .*\d+ passed/],
  ])("judges servers and starts mocks within %s", (_runner, args, expected) => {
    const said = node(...args);
    expect(said).toMatch(expected);
    expect(said).toMatch(/skipped/);
  });

  test.each(blocks.filter(({ isTest }) => !isTest))("runs what $page shows ($number)", ({ text }) => {
    writeFileSync(join(project.folder, "block.mjs"), text);
    expect(() => node("block.mjs")).not.toThrow();
  });

  test.each(blocks.filter(({ isTest }) => isTest))("runs the tests that $page shows ($number)", ({ text }) => {
    mkdirSync(join(project.folder, "build"), { recursive: true });
    const server = 'process.argv.push("serve", "mock", "echo");\nawait import("../node_modules/mcpcheck/bin/mcpcheck.js");\n';
    writeFileSync(join(project.folder, "build/index.js"), server);
    writeFileSync(join(project.folder, "block.test.ts"), text);
    expect(node("node_modules/vitest/vitest.mjs", "run", "block.test.ts")).toMatch(/Tests .*\d+ passed/);
  });

  test("has an example of every import", () => {
    const imported = examples.map((name) => readFileSync(join(root, "examples/library", name), "utf8")).join("\n");
    const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");
    // An entry with a * stands for many: one of them is shown.
    const isShown = (entry: string): boolean =>
      imported.split('"').some((text) => {
        const [start = "", end] = `mcpcheck${entry.slice(1)}`.split("*");
        return end === undefined ? text === start : text.startsWith(start) && text.endsWith(end);
      });
    expect(entries.filter((entry) => !isShown(entry))).toEqual([]);
  });
});

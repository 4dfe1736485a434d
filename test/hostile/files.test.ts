import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const inMember = (levels: number): string => `${'{"mcpServers":'.repeat(levels)}1${"}".repeat(levels)}`;

/** Ten lists, each of nine times the one before: 3,486,784,401 values. */
const aliases = Array.from("abcdefghij", (name, index) => {
  const before = index === 0 ? "x" : `*${"abcdefghij"[index - 1]}`;
  return `${name}: &${name} [${Array.from({ length: 9 }, () => before).join(", ")}]`;
}).join("\n");

const header = '{"mcpcheckTrace":1,"subject":{"kind":"server","transport":"stdio"}}';
const annotation = '"about":1,"name":"json-schema","value":';

/** What each file holds, and the place an error names behind it. */
const files: Readonly<Record<string, { readonly text: string; readonly place: RegExp }>> = {
  "lists.json": { text: nested(200_000), place: /:1:513: it nests deeper than 512 levels/ },
  "members.json": { text: inMember(200_000), place: /:1:7169: it nests deeper than 512 levels/ },
  "comments.jsonc": { text: `// "\n${nested(200_000)}`, place: /:2:513: it nests deeper than 512 levels/ },
  "deep.yaml": { text: `servers:\n  - ${nested(20_000)}`, place: /:2:515: it nests deeper than 512 levels/ },
  "aliases.yaml": { text: aliases, place: /:2:8: cannot be parsed/ },
  "unknown.yaml": { text: `servers: *b\n${aliases}`, place: /:1:10: cannot be parsed/ },
  "circle.yaml": { text: "mcpServers: &a\n  a: *a", place: /#\/mcpServers\/a/ },
  "deep.toml": { text: `a = ${nested(50_000)}`, place: /:1:\d+: not TOML/ },
  "member.ndjson": {
    text: `${header}\n{"seq":1,"at":0,"connection":1,"kind":"annotation",${annotation}${nested(200_000)}}\n`,
    place: /:2: it/,
  },
};

const ofConfigurations = [
  "lists.json",
  "members.json",
  "comments.jsonc",
  "deep.yaml",
  "aliases.yaml",
  "unknown.yaml",
  "deep.toml",
];
const ofJson = ["lists.json", "members.json"];

/** Every option that takes a file somebody wrote, the files it meets, and the command line. */
const readers: readonly (readonly [string, readonly string[], (file: string) => string[]])[] = [
  ["servers to judge", [...ofConfigurations, "circle.yaml"], (file) => ["run", "server", "--config", file]],
  ["servers of the host", ofConfigurations, (file) => ["chat", "model", "hello", "--tools", folder, "--config", file]],
  ["servers that are shown", ofConfigurations, (file) => ["config", "show", "--config", file]],
  ["hints", ofJson, (file) => ["run", "server", "--hints", file, "--", process.execPath]],
  ["a baseline", ofJson, (file) => ["run", "server", "--baseline", file, "--", process.execPath]],
  ["an adapter of a host", ofJson, (file) => ["run", "host", "--adapter", file]],
  ["a mock script", ofJson, (file) => ["serve", "mock", file]],
  ["a model script", ofJson, (file) => ["serve", "model", file]],
  ["a model script to compile", ofJson, (file) => ["model", "build", file, "--output", join(folder, "model.gguf")]],
  ["a template", ofJson, (file) => ["parse", "--template", file]],
  ["tools", ofJson, (file) => ["parse", "--format", "hermes", "--tools", file]],
  ["a trace", ["member.ndjson"], (file) => ["judge", file]],
];

describe("a file made to exhaust who reads it is a usage error with its place, as", () => {
  for (const [name, { text }] of Object.entries(files)) writeFileSync(join(folder, name), text);

  test.each(readers)("%s", async (_name, names, argv) => {
    for (const name of names) {
      const file = join(folder, name);
      const { exitCode, stderr } = await runCli(argv(file));
      expect([name, exitCode, stderr.slice(0, 400)]).toEqual([name, 2, expect.stringContaining(file)]);
      expect(stderr.slice(stderr.indexOf(file) + file.length)).toMatch(files[name]?.place ?? /^$/);
      expect(stderr).not.toContain("    at ");
    }
  });

  test("the file of a project", async () => {
    const cwd = mkdtempSync(join(folder, "project-"));
    for (const name of ofJson) {
      writeFileSync(join(cwd, "mcpcheck.config.json"), files[name]?.text ?? "");
      const { exitCode, stderr } = await runCli(["run"], { cwd });
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/mcpcheck\.config\.json:1:\d+: it nests deeper/)]);
    }
  });

  test("a baseline of another tool", async () => {
    for (const name of ["deep.yaml", "aliases.yaml"]) {
      const { exitCode, stderr } = await runCli(["run", "server", "--baseline", join(folder, name), "--", process.execPath]);
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/\.yaml:\d+: /)]);
    }
  });
});

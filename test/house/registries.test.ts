import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { registries } from "../../scripts/registries/registries.ts";
import { freshenRegistries, staleRegistries } from "../../scripts/registries/write.ts";

let root = "";

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const generated = (path: string): string => readFileSync(join(root, path), "utf8");

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mcpcheck-registries-"));
  for (const { folder } of registries) mkdirSync(join(root, folder), { recursive: true });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

test("a new file is named by the registry of its folder, and nothing else is written", () => {
  freshenRegistries(root, {});
  expect(staleRegistries(root)).toEqual([]);

  put("src/toolcall/formats/others/new-one.ts", 'export const newOne: ToolCallFormat = { id: "new-one" };\n');
  put("src/toolcall/formats/lookup.ts", "export function lookup(): void {}\n");
  expect(freshenRegistries(root, {})).toEqual(["src/toolcall/formats/format-files.generated.ts"]);
  const text = generated("src/toolcall/formats/format-files.generated.ts");
  expect(text).toContain('import { newOne } from "./others/new-one.ts";\n');
  expect(text).toContain("  newOne,\n];\n");
  expect(text).not.toContain("lookup");
});

test("commands are named with the summary they give themselves, and loaded when they are called", () => {
  put(
    "src/cli/commands/run/run-fleet.ts",
    'export const summary =\n  "judge many \\"servers\\"";\n\nexport function define(): void {}\n',
  );
  freshenRegistries(root, {});
  expect(generated("src/cli/commands/command-files.generated.ts")).toContain(
    `    path: "run fleet",\n    summary: "judge many \\"servers\\"",\n    load: () => import("./run/run-fleet.ts"),\n`,
  );
});

test("checks, reporters, lists and shapes are named by what their files export", () => {
  put("src/check/client/http/headers.ts", "export const accepts: Check = a();\nexport const origin: Check = b();\n");
  put("src/check/client/http/helper.ts", "export function helper(): void {}\n");
  put("src/report/csv.ts", "export function csvReporter(): Reporter {}\n");
  put("src/cli/lists/rows.ts", "export async function listRows(): Promise<Listing> {}\n");
  put("src/cli/lists/two-words.ts", "export function listTwoWords(): Listing {}\n");
  put("src/spec/shapes/form-schema.ts", "export const FormSchema = {};\n");
  freshenRegistries(root, {});
  const checks = generated("src/check/check-modules.generated.ts");
  expect(checks).toContain('import * as clientHttpHeaders from "./client/http/headers.ts";');
  expect(checks).not.toContain("helper");
  expect(generated("src/report/reporters.generated.ts")).toContain(
    '  csv: async () => (await import("./csv.ts")).csvReporter,\n',
  );
  expect(generated("src/cli/lists/lists.generated.ts")).toContain(
    '  rows: async () => (await import("./rows.ts")).listRows(),\n',
  );
  expect(generated("src/cli/lists/lists.generated.ts")).toContain('  "two-words": async () =>');
  expect(generated("src/spec/shapes/shape-modules.generated.ts")).toContain("  ...formSchema,\n");
});

test.each([
  ["src/check/server/mixed.ts", "export const a: Check = x;\nexport const b = y;\n", "src/check/server/mixed.ts: exports b"],
  [
    "src/toolcall/formats/two.ts",
    "export const a: ToolCallFormat = x;\nexport const b: ToolCallFormat = y;\n",
    "src/toolcall/formats/two.ts: exports 2",
  ],
  ["src/cli/commands/mute.ts", "export function define(): void {}\n", "src/cli/commands/mute.ts: has no line"],
])("a file that breaks the rules of its folder is named: %s", (path, text, message) => {
  put(path, text);
  expect(() => freshenRegistries(root, {})).toThrow(message);
});

test("in CI nothing is written: what is not current is refused, with the remedy", () => {
  freshenRegistries(root, {});
  put("src/report/csv.ts", "export function csvReporter(): Reporter {}\n");
  expect(() => freshenRegistries(root, { CI: "true" })).toThrow(
    "src/report/reporters.generated.ts: not what the folder holds; run npm run build",
  );
  expect(generated("src/report/reporters.generated.ts")).not.toContain("csv");
});

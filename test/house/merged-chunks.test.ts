import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type BuildOptions } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Split, writeMerged } from "../../scripts/bundling/merged-chunks.ts";

/** Three entries, of which the first shares a module with all, one with each of the others, and has one of its own. */
const modules = {
  "count.js": "let count = 0; export const next = () => (count += 1);",
  "log.js": "export const log = [];",
  "left.js": 'import { next } from "./count.js"; export const left = next(); export const again = next;',
  "right.js":
    'import { log } from "./log.js"; import { next } from "./count.js"; log.push("right"); export const right = next();',
  "first.js":
    'import "./log.js"; import { left, again } from "./left.js"; import { right } from "./right.js"; export { left, right, again };',
  "second.js": 'import "./log.js"; import { left, again } from "./left.js"; export { left, again };',
  "third.js":
    'import { log } from "./log.js"; import { right } from "./right.js"; export { right, log }; export const later = () => import("./second.js");',
};
const starts = [["first.js"], ["second.js"], ["third.js"]];

let folder: string;
let options: BuildOptions;
let split: Split;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mcpcheck-merged-"));
  for (const [name, text] of Object.entries({ ...modules, "package.json": '{ "type": "module" }' }))
    writeFileSync(join(folder, name), text);
  options = { absWorkingDir: folder, outdir: "out", entryNames: "[name]", bundle: true, format: "esm", platform: "node" };
  split = await build({
    ...options,
    entryPoints: starts.flat(),
    splitting: true,
    chunkNames: "[name]-[hash]",
    metafile: true,
    write: false,
  });
});

afterEach(() => rmSync(folder, { recursive: true }));

const imported = async (name: string): Promise<Readonly<Record<string, unknown>>> =>
  (await import(pathToFileURL(join(folder, "out", name)).href)) as Readonly<Record<string, unknown>>;

test("what the first start shares becomes one file for each set of starts that want it, and no module is there twice", async () => {
  await writeMerged(split, starts, options);
  const files = readdirSync(join(folder, "out"));
  expect(files.filter((file) => file.startsWith("parts-")).toSorted()).toEqual(["parts-01.js", "parts-10.js", "parts-11.js"]);
  expect(files.filter((file) => file.startsWith("chunk-"))).toEqual([]);
  const third = await imported("third.js");
  const first = await imported("first.js");
  const second = (await (third["later"] as () => Promise<unknown>)()) as Readonly<Record<string, unknown>>;
  expect([first["right"], first["left"], second["left"], third["right"]]).toEqual([1, 2, 2, 1]);
  expect(second["again"]).toBe(first["again"]);
  expect(third["log"]).toEqual(["right"]);
});

test("what the first start does not load stays as it was built", async () => {
  await writeMerged(split, [["second.js"], ["third.js"]], options);
  const files = readdirSync(join(folder, "out"));
  const alone = files.find((file) => readFileSync(join(folder, "out", file), "utf8").includes('"right"'));
  expect(alone).toMatch(/^chunk-/);
  expect((await imported("first.js"))["right"]).toBe(2);
});

test("a start that names what is no entry point is an error of the build", async () => {
  await expect(writeMerged(split, [["missing.js"]], options)).rejects.toThrow("missing.js is no entry point of the build");
});

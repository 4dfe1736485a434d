import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { boundaryWords } from "../../../trace/boundary-words.ts";
import { isOpened, planBoundary, writeBoundary } from "./root-boundary.ts";

const folder = join(tmpdir(), "mcpcheck-somewhere");
const boundary = planBoundary(folder);
const elsewhere = join(folder, "work");

test("one file lies in the root, the other beside it", () => {
  expect(boundary.root).toBe(pathToFileURL(dirname(boundary.inside)).href);
  expect(boundary.outside.startsWith(join(dirname(boundary.inside), "/"))).toBe(false);
});

test("both are written, each with its words", () => {
  const made = mkdtempSync(join(tmpdir(), "mcpcheck-boundary-"));
  try {
    const written = planBoundary(made);
    writeBoundary(written);
    expect(readFileSync(written.inside, "utf8")).toContain(boundaryWords.inside);
    expect(readFileSync(written.outside, "utf8")).toContain(boundaryWords.outside);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
});

test("a command opens them that names a folder above them, or runs in one", () => {
  expect(isOpened(boundary, ["server.js", tmpdir()], elsewhere)).toBe(true);
  expect(isOpened(boundary, [`--root=${tmpdir()}`], elsewhere)).toBe(true);
  expect(isOpened(boundary, [".."], elsewhere)).toBe(true);
  expect(isOpened(boundary, ["server.js"], tmpdir())).toBe(true);
});

test("any other command does not", () => {
  expect(isOpened(boundary, ["server.js", "--verbose", "work", join(folder, "elsewhere")], elsewhere)).toBe(false);
});

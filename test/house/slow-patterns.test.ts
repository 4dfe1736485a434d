import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { slowPatterns } from "../../scripts/house/slow-patterns.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-patterns-"));
afterAll(() => rmSync(folder, { recursive: true }));

function found(code: string): readonly string[] {
  writeFileSync(join(folder, "one.ts"), code);
  return slowPatterns(folder, "one.ts");
}

test.each(["/\\/+$/", "/^[^\\p{L}]*(?:[a-z-]+:)*file:/u", "/\\n\\s+at x/"])("%s is read over and over", (pattern) => {
  const [defect] = found(`const text: string = "a"; export const is = ${pattern}.test(text);`);
  expect(defect).toContain(`one.ts: ${pattern.replace(/u$/, "")}`);
});

test.each(["/^\\/+/", "/(?<!a)a+b/", "/[a-z]+/g", "/a{1,40}b/"])("%s is not", (pattern) => {
  expect(found(`export const pattern: RegExp = ${pattern};`)).toEqual([]);
});

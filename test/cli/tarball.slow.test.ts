import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("the package brings what the program reads at run time, and no recorded traces", () => {
  const listed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, encoding: "utf8" });
  const [{ files }] = JSON.parse(listed) as [{ readonly files: readonly { readonly path: string }[] }];
  const folders = new Set(files.map(({ path }) => path.split("/").slice(0, 2).join("/")));
  expect([...folders]).toEqual(
    expect.arrayContaining(["bin/mcpcheck.js", "dist/main.js", "fixtures/toolcalls", "mocks/mutants", "suites/server"]),
  );
  expect(files.filter(({ path }) => /^(fixtures\/traces|src|test)\//.test(path))).toEqual([]);
});

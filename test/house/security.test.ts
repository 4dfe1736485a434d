import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const security = readFileSync(join(root, "SECURITY.md"), "utf8");

/** The rows of the tables in a text, without their heads. */
const rows = (text: string): string[] => text.split("\n").filter((line) => /^\| (?!-)/.test(line));
const section = (text: string, title: string): string => text.split(/^##+ /m).find((part) => part.startsWith(`${title}\n`)) ?? "";

test("docs/servers.md and SECURITY.md say the same of what cannot be promised", () => {
  const page = readFileSync(join(root, "docs/servers.md"), "utf8");
  const told = rows(section(security, "What cannot be promised"));
  expect(told.length).toBeGreaterThan(5);
  expect(rows(section(page, "What cannot be promised"))).toEqual(told);
});

test("every promise names what holds it, and that is there", () => {
  for (const row of rows(section(security, "What is promised")).slice(1)) {
    const links = [...row.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = ""]) => path);
    expect([row, links.filter((path) => path.endsWith(".test.ts"))]).toEqual([
      row,
      expect.toSatisfy((one: string[]) => one.length > 0),
    ]);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});

test("it says how to report", () => {
  expect(section(security, "How to report")).toContain("privately");
});

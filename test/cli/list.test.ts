import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checks } from "../../src/check/registry.ts";
import { lists } from "../../src/cli/lists/lists.generated.ts";
import { revisions } from "../../src/spec/revision.ts";
import { root } from "../support/run-cli.ts";
import { runCli } from "./run-cli.ts";

type Item = Readonly<Record<string, unknown>> & { readonly id: string };

async function itemsOf(what: string): Promise<Item[]> {
  const { exitCode, stdout, stderr } = await runCli(["list", what, "--json"]);
  const items = JSON.parse(stdout) as Item[];
  expect(exitCode).toBe(0);
  expect(stderr === "").toBe(items.length > 0);
  return items;
}

test.each(Object.keys(lists))("%s can be listed as JSON, every item with an id of its own", async (what) => {
  const items = await itemsOf(what);
  expect(items.every(({ id }) => typeof id === "string" && id !== "")).toBe(true);
  // Suites are chosen below their kind of subject: `run server --suite http`, `run host --suite http`.
  const names = items.map(({ id, subject }) => (what === "suites" ? `${String(subject)} ${id}` : id));
  expect(new Set(names).size).toBe(names.length);
});

test("every revision is listed with its era", async () => {
  const items = await itemsOf("revisions");
  expect(items.map(({ id }) => id)).toEqual([...revisions]);
  expect(items.at(-1)).toMatchObject({ era: "stateless" });
});

test("every client that a driver comes with is listed with how it is judged", async () => {
  const clients = await itemsOf("clients");
  expect(clients.length).toBeGreaterThanOrEqual(9);
  for (const { title, command, driver } of clients) {
    expect(String(title)).not.toContain("driver");
    expect(String(command)).toMatch(/^mcpcheck run client --transport stdio,http\b.* -- \S/);
    expect(existsSync(join(root, String(driver)))).toBe(true);
  }
});

test("every check is listed with level, revisions and where it stands", async () => {
  const items = new Map((await itemsOf("checks")).map((item) => [item.id, item]));
  expect(checks.filter(({ id }) => !items.has(id))).toEqual([]);
  expect(items.get("jsonrpc.parse-error-answered")).toMatchObject({
    level: "SHOULD",
    subject: "server",
    transports: ["stdio"],
    revisions: [...revisions],
    spec: { "2025-11-25": expect.stringContaining("https://modelcontextprotocol.io/specification/2025-11-25/") },
  });
});

test("requirements are counted by revision and by what becomes of them, each once", async () => {
  const items = await itemsOf("requirements");
  expect(items.map(({ id }) => id)).toEqual([...revisions]);
  for (const { statements, held, partial, pending, outOfScope, notObservable } of items)
    expect([held, partial, pending, outOfScope, notObservable].reduce((sum: number, one) => sum + Number(one), 0)).toBe(
      statements,
    );
  const { stdout } = await runCli(["list", "requirements"]);
  expect(stdout.split("\n")[0]).toMatch(/^id +statements +held +partial +pending +outOfScope +notObservable$/);
});

test("extensions are counted by what becomes of their statements, each once", async () => {
  const items = await itemsOf("extensions");
  expect(items.map(({ id }) => id)).toContain("apps");
  for (const { statements, held, partial, pending, outOfScope, notObservable } of items)
    expect([held, partial, pending, outOfScope, notObservable].reduce((sum: number, one) => sum + Number(one), 0)).toBe(
      statements,
    );
});

test("without --json a person gets one line for each item", async () => {
  const { stdout } = await runCli(["list", "revisions"]);
  expect(stdout.trimEnd().split("\n")).toHaveLength(revisions.length);
});

test.each([
  [["list", "chekcs"], /no list "chekcs"; did you mean checks\?/],
  [["list", "constructor"], /no list "constructor"/],
  [["list"], /missing required argument/],
  [["list", "checks", "--jsno"], /unknown option '--jsno'/],
])("%j is a usage error", async (argv, message) => {
  const { exitCode, stdout, stderr } = await runCli(argv);
  expect(exitCode).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(message);
});

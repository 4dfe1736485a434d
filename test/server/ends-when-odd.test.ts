import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runReport } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-odd-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A server that is right, but ends its process where this is so of the `params` of an `initialize`. */
const serverEnding = (where: string): string => `
import { createInterface } from "node:readline";
const results = {
  initialize: (params) => {
    if (${where}) process.exit(1);
    const protocolVersion = params?.protocolVersion === "1999-01-01" ? "2025-11-25" : params?.protocolVersion;
    if (protocolVersion === undefined) return undefined;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "ends-when-odd", version: "1.0.0" } };
  },
  ping: () => ({}),
  "tools/list": () => ({ tools: [] }),
};
let asked = 0;
for await (const line of createInterface({ input: process.stdin })) {
  asked += 1;
  const { id, method, params } = JSON.parse(line);
  if (method === undefined || id === undefined) continue;
  const result = results[method]?.(params);
  const outcome = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }) + "\\n");
}
`;

/** The end of a run, and what it found. */
async function judged(name: string, where: string) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, serverEnding(where));
  const { exitCode, report } = await runReport([
    "run",
    "server",
    "--spec",
    "2025-11-25",
    "--suite",
    "lifecycle",
    "--",
    "node",
    file,
  ]);
  const verdictOf = (id: string) => report.findings.find(({ check }) => check === id)?.verdict;
  const saidOf = (id: string) => report.findings.find(({ check }) => check === id)?.message;
  const broken = report.findings.filter(({ verdict, promised }) => verdict === "untested" && promised).map(({ check }) => check);
  return { exitCode, verdictOf, saidOf, broken };
}

test("what ended a server is said of what it was sent last, and what follows is asked of another process", async () => {
  const { exitCode, verdictOf, broken } = await judged("params", "params === undefined");
  expect(verdictOf("lifecycle.initialize-without-params")).toBe("warn");
  expect(verdictOf("lifecycle.early-request-harmless")).toBe("untested");
  expect(verdictOf("lifecycle.version-fallback")).toBe("pass");
  expect(verdictOf("lifecycle.version-latest")).toBe("pass");
  expect(broken).toEqual([]);
  expect(exitCode).toBe(0);
});

test("a server that ends at a version it does not know fails to answer it, as the first thing it is sent too", async () => {
  const { exitCode, verdictOf, saidOf } = await judged("version", 'params?.protocolVersion === "1999-01-01"');
  expect(verdictOf("lifecycle.early-request-harmless")).toBe("pass");
  expect(verdictOf("lifecycle.version-fallback")).toBe("fail");
  expect(saidOf("lifecycle.version-fallback")).toContain("the process ended (exit code 1) at an initialize");
  expect(exitCode).toBe(1);
});

test("one that ends at it only after something else that was odd is not accused of that", async () => {
  const { verdictOf, saidOf } = await judged("tired", 'params?.protocolVersion === "1999-01-01" && asked > 1');
  expect(verdictOf("lifecycle.version-fallback")).not.toBe("fail");
  expect(saidOf("lifecycle.version-fallback")).toContain("seen once and not again");
});

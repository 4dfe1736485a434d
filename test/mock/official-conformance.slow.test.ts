import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { loadMock } from "../../src/mock/script/load-script.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import { serveHttp } from "../../src/mock/serve/http/serve-http.ts";
import { systemWorld } from "../../src/mock/world/system-world.ts";
import { type Revision, isRevision } from "../../src/spec/revision.ts";

/** The official tool, @modelcontextprotocol/conformance, as it is published. */
const tool = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

/**
 * The tool imports `globSync` of node:fs, which came with Node 22, for a command that is not used here: on an older Node the
 * name is given to it, so that the scenarios run everywhere.
 */
const hook = `export async function resolve(specifier, context, next) {
  if (specifier !== "fs" || !context.parentURL?.endsWith("/conformance/dist/index.js")) return next(specifier, context);
  const source = 'export * from "node:fs"; export const globSync = () => [];';
  return { url: "data:text/javascript," + encodeURIComponent(source), shortCircuit: true };
}`;
const register = `import { register } from "node:module"; register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hook)}));`;
const olderNode = Number(process.versions.node.split(".")[0]) < 22;
const flags = olderNode ? ["--import", `data:text/javascript,${encodeURIComponent(register)}`] : [];

type OfficialCheck = { readonly id: string; readonly name: string; readonly status: string; readonly errorMessage?: string };

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanup.splice(0)) await undo();
});

/** Runs every server scenario of the tool that applies to a revision and gives its checks by scenario. */
async function judge(revision: Revision): Promise<ReadonlyMap<string, readonly OfficialCheck[]>> {
  const out = mkdtempSync(join(tmpdir(), "mcpcheck-official-"));
  const server = createMockServer(
    loadMock("conformance", "/"),
    systemWorld("http", (text) => expect.fail(text)),
  );
  const { url, close } = await serveHttp(server, { host: "127.0.0.1", port: 0 });
  cleanup.push(close, () => rmSync(out, { recursive: true }));
  const words = ["server", "--url", url, "--suite", "all", "--spec-version", revision, "--output-dir", out];
  const said = await new Promise<string>((resolve, reject) => {
    const options = { timeout: 240_000, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [...flags, tool, ...words], options, (error, stdout, stderr) => {
      // Failed checks make it end with 1; what they are is read from its files.
      if (error === null || error.code === 1) resolve(stdout);
      else reject(new Error(`the official tool ended with ${String(error.code ?? error.signal)}: ${stderr.slice(-2000)}`));
    });
  });
  const folders = readdirSync(out);
  if (folders.length === 0) throw new Error(`the official tool judged nothing: ${said.slice(-2000)}`);
  return new Map(
    folders.map((folder) => [folder, JSON.parse(readFileSync(join(out, folder, "checks.json"), "utf8")) as OfficialCheck[]]),
  );
}

describe("the official conformance tool", () => {
  // How many scenarios and passed checks version 0.2.0-alpha.12 has for each revision; none may be lost unnoticed.
  it.each([
    ["2025-03-26", 1, 3],
    ["2025-06-18", 27, 56],
    ["2025-11-25", 33, 83],
    ["2026-07-28", 40, 152],
  ])("finds no fault in the mock conformance at %s", async (revision, scenarios, passed) => {
    if (!isRevision(revision)) throw new Error(`no revision ${revision}`);
    const results = await judge(revision);
    const checks = [...results].flatMap(([scenario, all]) => all.map((check) => ({ scenario, ...check })));
    const bad = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    expect(bad).toEqual([]);
    expect([results.size, checks.filter(({ status }) => status === "SUCCESS").length]).toEqual([scenarios, passed]);
  });
});

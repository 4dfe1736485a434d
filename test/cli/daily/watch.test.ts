import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isIgnored } from "../../../src/cli/watch/changes.ts";
import { main } from "../../../src/cli/main.ts";
import { root, runCli } from "../../support/run-cli.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "mcpcheck-watch-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

test("a server that is broken is told as soon as its file is saved, and what failed is told again", async () => {
  const good = join(root, "bin/mcpcheck.js");
  writeFileSync(join(cwd, "server.mjs"), `process.argv.push("serve", "mock", "echo"); await import(${JSON.stringify(good)});`);
  writeFileSync(
    join(cwd, "mcpcheck.config.json"),
    JSON.stringify({ servers: { mine: { command: process.execPath, args: ["server.mjs"] } } }),
  );
  const controller = new AbortController();
  let stdout = "";
  const ended = main(["watch", "--check", "stdio.clean-at-start,lifecycle.initialize-result"], {
    stdout: (text) => (stdout += text),
    stderr: () => undefined,
    env: { PATH: process.env["PATH"], npm_lifecycle_event: "npx" },
    cwd,
    isTerminal: false,
    interrupted: controller.signal,
    stdin: async function* () {},
  });
  await vi.waitFor(() => expect(stdout).toMatch(/conforms: 0 failed/), { timeout: 100_000 });
  writeFileSync(
    join(cwd, "server.mjs"),
    `console.log("oops"); process.argv.push("serve", "mock", "echo"); await import(${JSON.stringify(good)});`,
  );
  await vi.waitFor(() => expect(stdout).toMatch(/failed: 1 failed, .*\(first look,/), { timeout: 100_000 });
  expect(stdout).toContain('saw: a line on stdout that is not JSON: "oops"');
  await vi.waitFor(() => expect(stdout).toMatch(/failed: \d failed, .*\(everything,/), { timeout: 100_000 });
  expect(stdout).toContain("again: npx mcpcheck run --check stdio.clean-at-start\n");
  controller.abort("SIGINT");
  expect(await ended).toBe(130);
}, 400_000);

test("what failed where nothing had promised it is seen again among what failed", async () => {
  const server = (said: string): void => {
    const lines = [
      'import { createInterface } from "node:readline";',
      'const send = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));',
      "const serverInfo = { name: 'prompts', version: '1.0.0' };",
      "const answers = {",
      '  initialize: { protocolVersion: "2025-11-25", capabilities: { prompts: {} }, serverInfo },',
      '  "prompts/list": { prompts: [{ name: "greeting" }] },',
      '  "prompts/get": { messages: [] },',
      "};",
      'createInterface({ input: process.stdin }).on("line", (line) => {',
      "  const { id, method } = JSON.parse(line);",
      `  if (method === "prompts/get") console.log(${JSON.stringify(said)});`,
      "  if (id !== undefined) send(id, answers[method] ?? {});",
      "});",
    ];
    writeFileSync(join(cwd, "server.mjs"), lines.join("\n"));
  };
  server("oops");
  const controller = new AbortController();
  let stdout = "";
  const argv = ["--spec", "2025-11-25", "--check", "stdio.clean-in-operation,prompts.listed-gettable"];
  const ended = main(["watch", ...argv, "--", process.execPath, "server.mjs"], {
    stdout: (text) => (stdout += text),
    stderr: () => undefined,
    env: { PATH: process.env["PATH"], npm_lifecycle_event: "npx" },
    cwd,
    isTerminal: false,
    interrupted: controller.signal,
    stdin: async function* () {},
  });
  await vi.waitFor(() => expect(stdout).toMatch(/failed: 1 failed, .*\(everything,/), { timeout: 100_000 });
  stdout = "";
  server("ouch");
  await vi.waitFor(() => expect(stdout).toMatch(/, .*\(what failed,/), { timeout: 100_000 });
  expect(stdout).toMatch(/failed: 1 failed, .*\(what failed,/);
  expect(stdout).toContain('"ouch"');
  controller.abort("SIGINT");
  expect(await ended).toBe(130);
}, 400_000);

test.each([
  [["--"], /nothing to judge/],
  [["--watch", "nowhere", "--", "node", "x"], /--watch: nowhere cannot be watched/],
  [["--reporter", "json", "--", "node", "x"], /unknown option '--reporter'/],
  [["--url", "ftp://x"], /expected an http or https URL/],
])("watch %j is a usage error", async (argv, reason) => {
  const { exitCode, stderr } = await runCli(["watch", ...argv], { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(reason);
});

test("what the configuration says of run is true of watch, under what is typed", async () => {
  const servers = { mine: { command: process.execPath, args: ["server.mjs"] } };
  const said = async (run: object, ...argv: string[]): Promise<string> => {
    writeFileSync(join(cwd, "mcpcheck.config.json"), JSON.stringify({ servers, run }));
    const { exitCode, stderr } = await runCli(["watch", ...argv], { cwd });
    return `${exitCode} ${stderr}`;
  };
  expect(await said({ spec: "2020-01-01" })).toMatch(/^2 .*"2020-01-01" is not a revision/);
  expect(await said({ check: "no.such" })).toMatch(/^2 .*no check matches "no\.such"/);
  expect(await said({ check: "no.such" }, "--check", "nor.such")).toMatch(/^2 .*no check matches "nor\.such"/);
  expect(await said({ hints: "none.json" })).toMatch(/^2 .*none\.json/);
});

test("what tools and editors write is not watched", () => {
  const paths = ["src/a.ts", "node_modules/a/b.js", ".git/index", "a.ts~", ".a.ts.swp", "reports/x.json", "build/index.js"];
  expect(paths.filter((path) => !isIgnored(path))).toEqual(["src/a.ts", "build/index.js"]);
});

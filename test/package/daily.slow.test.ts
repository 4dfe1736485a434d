import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packedProject, type PackedProject } from "../support/packed.ts";

/** A server as somebody writes it: `version` is what it says of JSON-RPC, `tool` what its only tool is called. */
const server = (version = "2.0", tool = "add"): string => `
import { createInterface } from "node:readline";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "${version}", ...message }) + "\\n");
const answers = {
  initialize: ({ protocolVersion = "" }) => ({
    protocolVersion: ["2025-06-18", "2025-11-25"].includes(protocolVersion) ? protocolVersion : "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "mine", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [{ name: "${tool}", inputSchema: { type: "object", properties: { a: { type: "number" } } } }] }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const answer = answers[method];
  send(answer === undefined ? { id, error: { code: -32601, message: "Method not found" } } : { id, result: answer(params) });
});
`;

/** What is judged here: little, for it is judged often. */
const little = ["--check", "jsonrpc.version-member,jsonrpc.response-id,lifecycle.initialize-result"];

describe("every day, with the packed package alone", () => {
  let project: PackedProject;
  let program = "";
  const started: ChildProcessWithoutNullStreams[] = [];
  beforeAll(() => {
    project = packedProject();
    program = join(project.folder, "node_modules/mcpcheck/bin/mcpcheck.js");
    const manifest = { name: "mine", version: "1.0.0", private: true, type: "module", bin: "./server.mjs" };
    writeFileSync(file("package.json"), JSON.stringify(manifest));
    write(server());
  });
  afterAll(() => {
    for (const one of started) one.kill("SIGKILL");
    project?.remove();
  });

  const file = (name: string): string => join(project.folder, name);
  const write = (text: string): void => writeFileSync(file("server.mjs"), text);
  const env = { ...process.env, NO_COLOR: "1", CI: "", GITHUB_ACTIONS: "", npm_lifecycle_event: "" };
  const mcpcheck = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: project.folder,
      encoding: "utf8",
      env,
    });
    return { status, said: stdout + stderr };
  };
  const command = ["--", "node", "server.mjs"];

  test("init finds the server, writes what a project needs, and run judges by it", () => {
    const { status, said } = mcpcheck("init");
    expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining("found in package.json: mine") });
    for (const name of ["mcpcheck.config.json", ".github/workflows/mcpcheck.yml", "mcpcheck.baseline.json"])
      expect([name, existsSync(file(name))]).toEqual([name, true]);
    expect(mcpcheck("init")).toMatchObject({ status: 2, said: expect.stringContaining("--force") });
    const reporters = "badge=badge.svg,gitlab=gitlab.json,comment=comment.md,json=old.json,ndjson=old.ndjson";
    const run = mcpcheck("run", ...little, "--reporter", reporters);
    expect(run).toEqual({ status: 0, said: "configuration: mcpcheck.config.json\n" });
    expect(readFileSync(file("badge.svg"), "utf8")).toMatch(/^<svg/);
    expect(JSON.parse(readFileSync(file("gitlab.json"), "utf8"))).toEqual([]);
    expect(readFileSync(file("comment.md"), "utf8")).toMatch(/^<!-- mcpcheck\//);
    // What it says of the machine is not ours to expect.
    expect(mcpcheck("doctor").said).toContain("mine: speaks 2025-11-25");
  });

  test("a break is compared with what was, and runs are merged", () => {
    write(server("2.1"));
    const broken = mcpcheck("run", ...little, "--reporter", "pretty,json=new.json,ndjson=new.ndjson");
    write(server());
    expect(broken).toMatchObject({
      status: 1,
      said: expect.stringContaining("again: mcpcheck run --check jsonrpc.version-member"),
    });
    expect(mcpcheck("compare", "old.json", "new.json")).toMatchObject({
      status: 1,
      said: expect.stringMatching(/^broken \(1\)\n {2}jsonrpc\.version-member/),
    });
    const merged = mcpcheck("merge", "old.ndjson", "new.ndjson");
    expect(merged).toMatchObject({ status: 1, said: expect.stringContaining("FAIL  jsonrpc.version-member") });
  });

  test("what a server shows is kept, and what broke in it is named", () => {
    expect(mcpcheck("surface", "save", ...command)).toMatchObject({ status: 0 });
    expect(mcpcheck("surface", "diff", ...command)).toMatchObject({ status: 0 });
    write(server("2.0", "sum"));
    const diff = mcpcheck("surface", "diff", ...command);
    write(server());
    expect(diff.said).toMatch(/tools cost about \d+ tokens before, \d+ now \(at four bytes a token\)/);
    expect(diff).toMatchObject({ status: 1, said: expect.stringMatching(/^breaking \(1\)\n {2}tool add: is gone/) });
  });

  test("the tokens of tools are counted as soon as there is something that counts", () => {
    const save = ["surface", "save", "--out", "-", ...command];
    expect(mcpcheck(...save).said).toMatch(
      /about \d+ tokens \(at four bytes a token: gpt-tokenizer, which counts, is not installed\)/,
    );
    project.add("gpt-tokenizer");
    expect(mcpcheck(...save).said).toMatch(/1 tool; tools cost \d+ tokens \(o200k_base\), \d+ \(cl100k_base\)/);
  });

  test("hosts get an adapter, shells their completions", () => {
    expect(mcpcheck("init", "host")).toMatchObject({ status: 0, said: expect.stringContaining("adapter validate") });
    expect(mcpcheck("completion", "bash")).toMatchObject({ status: 0, said: expect.stringContaining("mcpcheck") });
    expect(mcpcheck("help", "watch")).toMatchObject({ status: 0, said: expect.stringContaining("Usage: mcpcheck watch") });
  });

  test("watch tells of a break, and that it is mended", async () => {
    const watching = spawn(process.execPath, [program, "watch", ...little], { cwd: project.folder, env });
    started.push(watching);
    let said = "";
    watching.stdout.on("data", (piece: Buffer) => (said += piece.toString()));
    const over = new Promise<number | null>((resolve) => watching.once("close", resolve));
    await expect.poll(() => said, { timeout: 200_000 }).toMatch(/conforms: 0 failed.*\(everything/);
    write(server("2.1"));
    await expect.poll(() => said, { timeout: 200_000 }).toMatch(/FAIL jsonrpc\.version-member.*\n.*saw: "jsonrpc" is "2\.1"/);
    const before = said.length;
    write(server());
    await expect.poll(() => said.slice(before), { timeout: 200_000 }).toMatch(/conforms: 0 failed.*\(everything/);
    watching.kill("SIGINT");
    expect(await over).toBe(130);
  }, 700_000);
});

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { root, runCli, runReport } from "../support/run-cli.ts";
import { skipped, whyNoSandbox } from "../support/why-no-sandbox.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-confined-"));
const home = join(folder, "home");
const project = join(home, "work/project");
const env = { HOME: home, PATH: [join(home, ".local/bin"), process.env["PATH"]].join(delimiter) };
const why = whyNoSandbox();
/** A Python that can make virtual environments. */
const python = ["python3", "/usr/bin/python3"].find((name) => spawnSync(name, ["-c", "import venv, ensurepip"]).status === 0);

/** The least a server can say, in two languages; the one of Python takes its name from a module of its environment. */
const nodeServer = `#!/usr/bin/env node
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "from PATH", version: "1" } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: method === "initialize" ? result : {} }));
}`;
const pythonServer = `
import json, sys, installed
for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        result = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": installed.name, "version": "1"}}
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result if asked["method"] == "initialize" else {}}), flush=True)
`;

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

afterAll(() => rmSync(folder, { recursive: true }));

/** The subject and the exit code of a short run in a sandbox. */
async function confined(...command: string[]): Promise<[name: string | undefined, exitCode: number, said: string]> {
  const argv = [
    "run",
    "server",
    "--sandbox",
    "--spec",
    "2025-06-18",
    "--check",
    "lifecycle.*",
    "--timeout",
    "20000",
    "--",
    ...command,
  ];
  const { report, exitCode, stderr } = await runReport(argv, { env, cwd: project });
  return [report.subject?.name, exitCode, report.error?.message ?? stderr];
}

describe.skipIf(why !== undefined)(`servers run in a sandbox as they do outside${skipped(why)}`, () => {
  test("one of Node's, from a folder of packages", async () => {
    const server = join(root, "node_modules/.bin/mcp-server-everything");
    expect(await confined(server)).toEqual(["mcp-servers/everything", 0, ""]);
  });

  test("a program on PATH that is a link into a library, and whose first line names its interpreter", async () => {
    const program = write(join(home, ".local/lib/node_modules/tool/server.mjs"), nodeServer);
    chmodSync(program, 0o755);
    mkdirSync(join(home, ".local/bin"));
    symlinkSync("../lib/node_modules/tool/server.mjs", join(home, ".local/bin/tool"));
    expect(await confined("tool")).toEqual(["from PATH", 0, ""]);
  });

  test.skipIf(python === undefined)("one of Python's, in a virtual environment (left out where there is no Python)", async () => {
    const venv = join(project, ".venv");
    expect(spawnSync(python ?? "", ["-m", "venv", "--without-pip", venv]).status).toBe(0);
    const packages = spawnSync(join(venv, "bin/python"), ["-c", "import site; print(site.getsitepackages()[0])"], {
      encoding: "utf8",
    });
    write(join(packages.stdout.trim(), "installed.py"), 'name = "from the environment"');
    const server = write(join(project, "server.py"), pythonServer);
    expect(await confined(join(venv, "bin/python"), server)).toEqual(["from the environment", 0, ""]);
  });

  test("and one that lacks a file is told how it can see it", async () => {
    const settings = write(join(home, "elsewhere/settings.json"), "{}");
    const where = write(join(project, "where.txt"), settings);
    const script = `process.exit(fs.existsSync(fs.readFileSync(${JSON.stringify(where)}, "utf8")) ? 8 : 7)`;
    const argv = (...shown: string[]): string[] => ["run", "server", "--sandbox", ...shown, "--", process.execPath, "-e", script];
    const without = await runCli(argv(), { env });
    expect(without.stdout).toMatch(/exited with code 7 .*--sandbox-read <path> shows more/);
    const shown = await runCli(argv("--sandbox-read", join(home, "elsewhere")), { env });
    expect(shown.stdout).toContain("exited with code 8");
  });
});

test("a server that is not started here cannot be confined, and is not judged without", async () => {
  const { exitCode, stderr } = await runCli(["run", "server", "--sandbox", "--url", "http://127.0.0.1:9/mcp"]);
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/--sandbox: .* is not started here/)]);
});

test("what is shown has to be there, and there has to be a sandbox to show it in", async () => {
  const without = await runCli(["run", "server", "--sandbox-read", "/usr", "--", "node"]);
  expect([without.exitCode, without.stderr]).toEqual([2, expect.stringContaining("there is no sandbox without --sandbox")]);
  const nothing = await runCli(["run", "server", "--sandbox", "--sandbox-read", "/nowhere/at-all", "--", "node"]);
  expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining("--sandbox-read: there is no /nowhere/at-all")]);
});

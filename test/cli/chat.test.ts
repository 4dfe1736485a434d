import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { main } from "../../src/cli/main.ts";
import { createFakeModel } from "../../src/model/fake/fake-model.ts";
import { serveFakeModel } from "../../src/model/fake/serve-fake-model.ts";
import { modelScript } from "../../src/model/script/model-script.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { runCli } from "./run-cli.ts";

/** A model on loopback that says the given turns. */
async function fakeModel(turns: readonly object[]): Promise<string> {
  const script = modelScript.parse({ id: "test", title: "Test", scenarios: [{ id: "only", turns }] });
  const fake = createFakeModel({ scripts: [script], apis: ["ollama", "openai"], clock: systemClock, date: () => new Date(0) });
  const served = await serveFakeModel(fake, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => served.close());
  return served.url;
}

/** A directory with a file in it and a configuration of the filesystem server. */
function directory(): { readonly folder: string; readonly config: string } {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-chat-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "note.txt"), "the note says \u001b[31mred\u001b[0m");
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/package.json");
  const args = [join(manifest, "../dist/index.js")];
  const server = { name: "filesystem", command: process.execPath, args, requires_path: true, auto_enable: "with_path" };
  const config = join(folder, "servers.json");
  writeFileSync(config, JSON.stringify({ servers: [server] }));
  return { folder, config };
}

const env = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };

describe("chat", () => {
  it("answers one prompt from a pipe (B1-086)", async () => {
    const url = await fakeModel([{ say: ["You said: ", { user: true }] }]);
    const { exitCode, stdout, stderr } = await runCli(["chat", "test", "--model-url", url], { stdin: "hello", env });
    expect([exitCode, stdout, stderr]).toEqual([0, "You said: hello\n", ""]);
  });

  it("runs the tools of a directory, and shows what a file says without acting on it (B0-001, B0-007, B2-044)", async () => {
    const { folder, config } = directory();
    const path = join(folder, "note.txt");
    const url = await fakeModel([
      { calls: [{ name: "mcp_discover", arguments: { pattern: "*read_text_file" } }] },
      { calls: [{ name: "filesystem:read_text_file", arguments: { path } }] },
      { say: ["It reads: ", { result: "last" }] },
    ]);
    const argv = ["chat", "test", "what does the note say?", "--tools", folder, "--config", config, "--model-url", url];
    const { exitCode, stdout, stderr } = await runCli([...argv, "--set", "policy.approval.when=off"], { env });
    expect(stderr).toContain("Enabling MCP servers: filesystem");
    expect(stderr).toContain("→ filesystem:read_text_file");
    expect(`${stdout}${stderr}`).not.toContain("\u001b");
    expect(stdout).toContain("It reads: the note says \\u{1b}[31mred");
    expect(exitCode).toBe(0);
  });

  it("gives every event as JSON (--json)", async () => {
    const url = await fakeModel([{ say: "fine" }]);
    const { stdout } = await runCli(["chat", "test", "hi", "--json", "--model-url", `${url}/v1`, "--model-api", "openai"], {
      env,
    });
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; text?: string });
    expect(events.map(({ kind }) => kind).at(-1)).toBe("end");
    expect(events.map(({ text = "" }) => text).join("")).toBe("fine");
  });

  it("refuses calls that need approval when nobody can be asked (B2-045)", async () => {
    const { folder, config } = directory();
    const call = { name: "filesystem_write_file", arguments: { path: join(folder, "new.txt"), content: "x" } };
    const url = await fakeModel([{ calls: [call] }, { say: [{ result: "last" }] }]);
    const argv = ["chat", "test", "write", "--profile", "ollmcpc", "--config", config, "--tools", folder, "--model-url", url];
    const { stdout } = await runCli(argv, { env });
    expect(stdout).toContain("User denied execution");
  });

  it("goes on with a warning when no server matches (B0-006)", async () => {
    const { folder } = directory();
    const config = join(folder, "none.json");
    writeFileSync(config, JSON.stringify({ servers: [] }));
    const url = await fakeModel([{ say: "ok" }]);
    const { exitCode, stderr } = await runCli(["chat", "test", "hi", "--tools", folder, "--config", config, "--model-url", url], {
      env,
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("No MCP servers matched for --tools context")]);
  });

  it.each([
    ["a directory that is none", ["--tools", "/no/such/place"], "not an existing directory"],
    ["tools from a pipe in profile ollama (B0-009)", ["--tools", ".", "--profile", "ollama"], "terminal"],
    ["an unknown profile (BX-033)", ["--profile", "olama"], "there is no profile"],
    ["a model API nobody has", ["--model-api", "soap"], "--model-api"],
    ["a profile without a terminal", ["--profile", "vllm-rs"], "no terminal chat"],
  ])("refuses %s", async (_, argv, words) => {
    const { exitCode, stderr } = await runCli(["chat", "test", "hi", ...argv], { env });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it("says what the model server refused and ends with 3", async () => {
    const url = await fakeModel([{ fault: { status: { code: 404, message: "model not found" } } }]);
    const { exitCode, stdout, stderr } = await runCli(["chat", "nobody", "hi", "--model-url", url], { env });
    expect([exitCode, stdout, stderr]).toEqual([3, "", expect.stringContaining("not found")]);
  });

  it("goes on at a terminal: asks, remembers what was said, lists servers, ends (B2-038 to B2-042, B2-046, B2-058, B2-063)", async () => {
    const { folder, config } = directory();
    const call = (name: string): object => ({
      calls: [{ name: "filesystem_write_file", arguments: { path: join(folder, name), content: "x" } }],
    });
    const url = await fakeModel([call("yes.txt"), call("no.txt"), { say: ["Last: ", { result: "last" }] }]);
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    let stdout = "";
    let stderr = "";
    const answers = ["write two files\n", "y\n", "n\n", "/servers\n", "/quit\n"];
    const questions = [">>> ", "Execute? ", "Execute? ", ">>> ", ">>> "];
    let seen = 0;
    const answerNext = (): void => {
      const question = questions[0];
      const at = question === undefined ? -1 : stderr.indexOf(question, seen);
      if (question === undefined || at < 0) return;
      seen = at + question.length;
      questions.shift();
      input.write(answers.shift());
    };
    const exitCode = await main(
      ["chat", "test", "--profile", "ollmcpc", "--config", config, "--tools", folder, "--model-url", url],
      {
        stdout: (text) => void (stdout += text),
        stderr: (text) => {
          stderr += text;
          answerNext();
        },
        env,
        cwd: folder,
        isTerminal: true,
        interrupted: new AbortController().signal,
        stdin: () => input,
      },
    );
    expect([exitCode, answers]).toEqual([0, []]);
    expect(stderr).toContain("Execute? ([y]/n)");
    expect(stdout).toContain("User denied execution");
    expect(stderr).toContain("filesystem  ACTIVE");
    expect([existsSync(join(folder, "yes.txt")), existsSync(join(folder, "no.txt"))]).toEqual([true, false]);
  });
});

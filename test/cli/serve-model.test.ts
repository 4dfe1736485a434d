import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { main } from "../../src/cli/main.ts";
import { formats } from "../../src/toolcall/formats/registry.ts";
import { root, runCli } from "../support/run-cli.ts";

const chat = { model: "any", stream: false, messages: [{ role: "user", content: "hi" }], tools: [] as unknown[] };
const tool = { type: "function", function: { name: "read_file", parameters: { type: "object", properties: {} } } };

/** Runs `serve model …` until `use` is done with the address it gave, then signals it. */
async function whileServing(argv: readonly string[], use: (url: string) => Promise<void>) {
  const controller = new AbortController();
  const lines: string[] = [];
  let used: Promise<void> | undefined;
  const exitCode = await main(["serve", "model", ...argv], {
    stdout(text) {
      lines.push(text);
      const { listening } = JSON.parse(text) as { readonly listening: string };
      used = use(listening).finally(() => controller.abort("SIGTERM"));
    },
    stderr: (text) => lines.push(`stderr: ${text}`),
    env: {},
    cwd: root,
    isTerminal: false,
    interrupted: controller.signal,
    stdin: async function* () {},
  });
  await used;
  return { exitCode, lines };
}

async function post(url: string, body: object) {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

describe("serve model", () => {
  it("says where it listens in one line, speaks every wire, and ends with 0 when signalled", async () => {
    const { exitCode, lines } = await whileServing(["say"], async (url) => {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await post(`${url}/api/chat`, chat)).body).toMatchObject({ message: { content: "You said: hi" } });
      expect((await post(`${url}/v1/chat/completions`, chat)).body).toMatchObject({ choices: [{ finish_reason: "stop" }] });
      expect((await fetch(`${url}/__mcpcheck/requests`)).status).toBe(200);
    });
    expect(exitCode).toBe(0);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{"listening":"http:[^"]+"\}\n$/);
  });

  it("refuses tools as a provider does, and names those there are", async () => {
    const tools = [{ ...tool, function: { ...tool.function, name: "files.read" } }];
    await whileServing(["say", "--strict-schemas", "anthropic"], async (url) => {
      expect((await post(`${url}/api/chat`, { ...chat, tools: [tool] })).status).toBe(200);
      expect(await post(`${url}/api/chat`, { ...chat, tools })).toEqual({
        status: 400,
        body: { error: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'" },
      });
    });
    const { exitCode, stderr } = await runCli(["serve", "model", "say", "--strict-schemas", "claude"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--strict-schemas: there is no provider "claude"')]);
  });

  it("speaks one wire if told so, in any format, and ends although a chat is still open", async () => {
    let open: Promise<unknown> = Promise.resolve();
    const { exitCode } = await whileServing(["hang", "--api", "ollama"], async (url) => {
      expect((await post(`${url}/v1/chat/completions`, chat)).status).toBe(404);
      open = post(`${url}/api/chat`, chat).catch(() => "cut");
      await expect.poll(async () => (await (await fetch(`${url}/__mcpcheck/requests`)).text()).split("\n").length).toBe(3);
    });
    expect([exitCode, await open]).toEqual([0, "cut"]);
    await whileServing(["call-then-say", "--format", "mistral-v3"], async (url) => {
      const { body } = await post(`${url}/api/chat`, { ...chat, tools: [tool] });
      expect(body["message"]).toEqual({
        role: "assistant",
        content: 'Let me look.[TOOL_CALLS][{"name": "read_file", "arguments": {}, "id": "call00000"}]',
      });
    });
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "is a process that ends with 0 on %s, also with an endless chat open",
    async (signal) => {
      const entry = 'import { main } from "./src/cli/main.ts"; process.exitCode = await main(process.argv.slice(1));';
      const words = ["serve", "model", "endless"];
      const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", entry, "--", ...words], {
        cwd: root,
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      const written: readonly unknown[] = await once(child.stdout, "data");
      const { listening } = JSON.parse(String(written[0])) as { readonly listening: string };
      const response = await fetch(`${listening}/api/chat`, { method: "POST", body: JSON.stringify({ ...chat, stream: true }) });
      const reader = response.body?.getReader();
      expect((await reader?.read())?.done).toBe(false);
      child.kill(signal);
      expect(await once(child, "exit")).toEqual([0, null]);
      await reader?.cancel().catch(() => undefined);
    },
  );

  it("plays all scripts at once, by the model's name", async () => {
    await whileServing(["all"], async (url) => {
      expect((await post(`${url}/api/chat`, { ...chat, model: "capture" })).body).toMatchObject({ message: { content: "ok" } });
      expect(await post(`${url}/api/chat`, chat)).toMatchObject({ status: 404 });
      const { models } = (await (await fetch(`${url}/api/tags`)).json()) as { readonly models: readonly unknown[] };
      expect(models.length).toBeGreaterThan(40);
    });
  });

  it.each([
    [["sey"], /there is no model script sey; did you mean .*say/],
    [["nowhere.json"], /cannot read the model script .*nowhere\.json/],
    [["package.json"], /package\.json#/],
    [["say", "--api", "cohere"], /--api must be ollama, openai, anthropic, gemini or all/],
    [["say", "--port", "99999"], /--port must be 0 to 65535/],
    [["say", "--format", "nobodys"], new RegExp(`no format nobodys .*${formats[0]?.id ?? ""}`)],
  ])("refuses %j as usage", async (argv, message) => {
    const { exitCode, stderr, stdout } = await runCli(["serve", "model", ...argv]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});

describe("list models", () => {
  it("lists the scripts with their titles", async () => {
    const { exitCode, stdout } = await runCli(["list", "models", "--json"]);
    expect(exitCode).toBe(0);
    const items = JSON.parse(stdout) as readonly { readonly id: string; readonly builds: boolean; readonly whyNot?: string }[];
    expect(items).toContainEqual(
      expect.objectContaining({ id: "say", title: "Answers in plain text and calls nothing", builds: false }),
    );
    // Of every script it is said whether a model file can be made of it, or why not.
    expect(items.filter(({ builds }) => builds).map(({ id }) => id)).toEqual(["capture", "marked", "markup"]);
    expect(items.every(({ builds, whyNot }) => builds === (whyNot === undefined))).toBe(true);
    expect((await runCli(["list", "models"])).stdout).toContain("call-then-say");
  });
});

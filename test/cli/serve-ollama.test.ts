import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadMock } from "../../src/mock/script/load-script.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import { serveHttp } from "../../src/mock/serve/http/serve-http.ts";
import { systemWorld } from "../../src/mock/world/system-world.ts";
import { fakeModel, serveHost } from "./serving.ts";

const main = join(
  createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/package.json"),
  "../dist/index.js",
);

/** An `npx` that runs the official file-system server as it is installed here, and two text files to read. */
function machine(): { readonly home: string; readonly path: string; readonly files: string } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "mcpcheck-ollama-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const folder of ["bin", "files", ".ollama"]) mkdirSync(join(home, folder));
  const npx = join(home, "bin", "npx");
  const program = `#!${process.execPath}\nprocess.argv.splice(1, 3, ${JSON.stringify(main)});\nimport(require("node:url").pathToFileURL(process.argv[1]));\n`;
  writeFileSync(npx, program);
  chmodSync(npx, 0o755);
  for (const name of ["one.txt", "two.txt"]) writeFileSync(join(home, "files", name), `This is ${name}.`);
  return { home, path: `${join(home, "bin")}${delimiter}${process.env["PATH"]}`, files: join(home, "files") };
}

const filesystem = (folder: string): object => ({
  name: "filesystem",
  command: "npx",
  args: ["-y", "@modelcontextprotocol/server-filesystem", folder],
});
const discover = (pattern: string): object => ({ calls: [{ name: "mcp_discover", arguments: { pattern } }] });
const call = (name: string, path: string): object => ({ name: `filesystem:${name}`, arguments: { path } });

async function post(url: string, path: string, body: object): Promise<string> {
  const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify({ model: "qwen2.5:7b", ...body }) });
  expect(response.status).toBe(200);
  return await response.text();
}
const user = (content: string): object => ({ messages: [{ role: "user", content }] });

type Whole = {
  readonly message: {
    readonly content: string;
    readonly tool_calls: readonly { readonly function: { readonly name: string } }[];
  };
  readonly tool_results?: readonly { readonly tool_name: string; readonly content: string }[];
  readonly done_reason: string;
  readonly task_status: string;
};

describe("serve host --profile ollama", () => {
  it("lists files through a server of the request, and streams what it does (B0-044, B0-049, B0-218)", async () => {
    const { files, ...world } = machine();
    const model = await fakeModel([
      discover("*list*"),
      { calls: [call("list_directory", files)] },
      { say: [{ result: "last" }] },
    ]);
    const host = await serveHost(["--profile", "ollama", "--model-url", model], world);
    const text = await post(host.url, "/api/chat", { ...user("List the files"), mcp_servers: [filesystem(files)] });
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { done: boolean; message?: { content?: string } });
    expect(lines.map(({ done }) => done).filter(Boolean)).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({ done: true, done_reason: "stop", task_status: "completed" });
    expect(lines.map(({ message }) => message?.content ?? "").join("")).toContain("[FILE] one.txt");
  });

  it("lists and reads in one request, with the results in the answer (B0-053, B0-067, B0-285)", async () => {
    const { files, ...world } = machine();
    const reads = ["one.txt", "two.txt"].map((name) => call("read_file", join(files, name)));
    const model = await fakeModel([
      discover("*"),
      { calls: [call("list_directory", files)] },
      { calls: reads },
      { say: "Both files say who they are." },
    ]);
    const host = await serveHost(["--profile", "ollama", "--model-url", model], world);
    const asked = { ...user("List the files and read any .txt files you find"), mcp_servers: [filesystem(files)] };
    const options = { stream: false, include_tool_results: true, max_tool_rounds: 5, jit_max_tools: 20 };
    const answer = JSON.parse(await post(host.url, "/api/chat", { ...asked, ...options })) as Whole;
    expect(answer).toMatchObject({ message: { content: "Both files say who they are." }, done_reason: "stop" });
    expect(answer.tool_results?.map(({ tool_name }) => tool_name)).toEqual([
      "mcp_discover",
      "filesystem:list_directory",
      "filesystem:read_file",
      "filesystem:read_file",
    ]);
    // Both are read at once, and whichever is there first, the results are in the order of the calls.
    const texts = answer.tool_results?.slice(2).map(({ content }) => content.trim());
    expect(texts).toEqual(["This is one.txt.", "This is two.txt."]);
  });

  it("searches tools without a chat (B0-116, B0-117)", async () => {
    const { files, ...world } = machine();
    const host = await serveHost(["--profile", "ollama", "--model-url", await fakeModel([{ say: "ok" }])], world);
    const found = JSON.parse(
      await post(host.url, "/api/tools/search", { pattern: "*file*", mcp_servers: [filesystem(files)] }),
    ) as {
      readonly tools: readonly { readonly name: string; readonly server: string }[];
      readonly total: number;
    };
    expect(found.tools.map(({ name }) => name)).toContain("filesystem:read_file");
    expect([new Set(found.tools.map(({ server }) => server)), found.total]).toEqual([
      new Set(["filesystem"]),
      found.tools.length,
    ]);
  });

  it("loads every tool at once where discovery is switched off (B0-054)", async () => {
    const { files, ...world } = machine();
    const model = await fakeModel([{ say: [{ tools: true }] }]);
    const host = await serveHost(["--profile", "ollama", "--model-url", model], world);
    const body = { ...user("go"), stream: false, jit_tools: false, mcp_servers: [filesystem(files)] };
    const { message } = JSON.parse(await post(host.url, "/api/chat", body)) as Whole;
    expect(message.content).toContain("filesystem:read_file");
    expect(message.content).not.toContain("mcp_discover");
  });

  it("does the same on OpenAI's wire, with tools_path and jit_max_tools (B0-208)", async () => {
    const { files, ...world } = machine();
    const model = await fakeModel([
      discover("*list*"),
      { calls: [call("list_directory", files)] },
      { say: [{ result: "last" }] },
    ]);
    const host = await serveHost(["--profile", "ollama", "--model-url", model], world);
    const asked = { ...user("List the files"), mcp_servers: [filesystem(files)], tools_path: files, jit_max_tools: 10 };
    const answer = JSON.parse(await post(host.url, "/v1/chat/completions", asked)) as {
      readonly choices: readonly { readonly message: { readonly content: string } }[];
    };
    expect(answer.choices[0]?.message.content).toContain("[FILE] two.txt");
  });

  it("reaches a remote server, with its name before those of its tools (B0-061, B0-162)", async () => {
    const mock = createMockServer(
      loadMock("reference", process.cwd()),
      systemWorld("http", () => undefined),
    );
    const listening = await serveHttp(mock, { host: "127.0.0.1", port: 0 });
    onTestFinished(() => listening.close());
    const model = await fakeModel([
      discover("*echo*"),
      { calls: [{ name: "calendar:echo", arguments: { text: "planted" } }] },
      { say: "ok" },
    ]);
    const host = await serveHost(["--profile", "ollama", "--model-url", model], machine());
    const calendar = { name: "calendar", transport: "http", url: listening.url };
    const body = { ...user("List my tasks"), stream: false, include_tool_results: true, mcp_servers: [calendar] };
    const { tool_results } = JSON.parse(await post(host.url, "/api/chat", body)) as Whole;
    expect(tool_results?.[1]).toMatchObject({
      tool_name: "calendar:echo",
      content: expect.stringContaining("planted") as string,
    });
  });
});

import { describe, expect, test } from "vitest";
import { effectiveProfile } from "../../../src/host/profile/effective-profile.ts";
import { profiles } from "../../../src/host/profile/profiles.ts";
import { loadConfiguration } from "../../../src/host/config/load-configuration.ts";
import { modelAccess } from "../../../src/host/config/model-access.ts";
import { usable } from "../../../src/host/config/read/problem.ts";
import { resolveServers } from "../../../src/host/config/resolve-servers.ts";
import { directory, testWorld } from "../../../src/host/config/world/test-world.ts";

const npx = (name: string, rest: object): object => ({ name, command: "npx", args: ["-y", `server-${name}`], ...rest });

describe("B0-041: four definitions with every way of switching on (profile ollama)", () => {
  const text = JSON.stringify({
    servers: [
      npx("filesystem", { requires_path: true, auto_enable: "with_path" }),
      npx("git", { requires_path: true, auto_enable: "if_match", enable_if: { file_exists: ".git" } }),
      npx("postgres", { auto_enable: "if_match", enable_if: { env_set: "POSTGRES_CONNECTION" } }),
      { name: "python", command: "python", args: ["-m", "mcp_server_python"], auto_enable: "never" },
    ],
  });
  const files = { "/home/user/.ollama/mcp-servers.json": text, "/repo/.git/HEAD": "", "/plain": directory };
  test.each([
    ["/plain", {}, ["filesystem"]],
    ["/repo", {}, ["filesystem", "git"]],
    ["/repo", { POSTGRES_CONNECTION: "postgres://" }, ["filesystem", "git", "postgres"]],
    [undefined, { POSTGRES_CONNECTION: "postgres://" }, ["postgres"]],
    ["/gone", {}, []],
  ])("tools at %j with %j", (path, env, expected) => {
    const world = testWorld(files, { env });
    const { servers: definitions } = usable(loadConfiguration(profiles.ollama, world));
    const { servers } = resolveServers({ requested: [], definitions, tools: { path }, maxServers: 10 }, world);
    expect(servers.map(({ definition }) => definition.name)).toEqual(expected);
    for (const { reach, root } of servers.filter(({ definition }) => definition.requiresPath)) {
      expect(reach).toMatchObject({ args: ["-y", expect.stringContaining("server-"), path] });
      expect(root).toBe(path);
    }
  });
});

describe("B1-001, B1-007, B1-009, B1-021 to B1-026: a project with servers, models and prompts (profile llamafarm)", () => {
  const text = `
version: v1
name: project
mcp:
  servers:
    - name: files
      transport: stdio
      command: npx
      args: ['-y', 'server-files', '/data']
    - name: database
      transport: stdio
      command: npx
      args: [-y, server-sqlite, ./data/app.db]
      env:
        NODE_ENV: production
    - name: company
      transport: http
      base_url: https://api.example.com/mcp
      headers:
        Authorization: Bearer \${env:COMPANY_KEY}
        X-Custom: value
    - name: own
      transport: sse
      base_url: http://localhost:14345/mcp
runtime:
  default_model: assistant
  models:
    - {name: assistant, provider: openai, model: gpt-4, tool_call_strategy: native_api, mcp_servers: [files, database, company], prompts: [default]}
    - {name: public, provider: ollama, model: "llama3.1:8b", mcp_servers: []}
    - name: everything
      provider: ollama
      model: llama2
      tool_call_strategy: prompt_based
      tools:
        - type: function
          name: cli.dataset_upload
          description: Upload a file
          parameters: {type: object, required: [filepath], properties: {filepath: {type: string}}}
prompts:
  - name: default
    messages:
      - {role: system, content: You help.}
`;
  const world = testWorld({ "/project/llamafarm.yaml": text }, { env: { COMPANY_KEY: "k3y-of-company" } });
  const reading = loadConfiguration(profiles.llamafarm, world);
  test("loads without a word", () => {
    expect([reading.problems, reading.warnings]).toEqual([[], []]);
    expect(reading.value.servers.map(({ name, reach }) => [name, reach.transport])).toEqual([
      ["files", "stdio"],
      ["database", "stdio"],
      ["company", "http"],
      ["own", "sse"],
    ]);
    expect(reading.value).toMatchObject({
      defaultModel: "assistant",
      prompts: { default: [{ role: "system", content: "You help." }] },
    });
  });
  test("B1-069, B1-074: the key is in the header, and known as a secret", () => {
    expect(reading.value.servers[2]?.reach).toMatchObject({
      headers: { Authorization: "Bearer k3y-of-company", "X-Custom": "value" },
    });
    expect(reading.value.secrets).toContain("k3y-of-company");
  });
  test.each([
    [undefined, ["files", "database", "company"]],
    ["assistant", ["files", "database", "company"]],
    ["public", []],
    ["everything", ["files", "database", "company", "own"]],
  ])("B1-008, B1-021 to B1-023: model %j may use %j", (model, expected) => {
    expect(modelAccess(reading.value, model)?.servers.map(({ name }) => name)).toEqual(expected);
  });
  test("B1-092: a model is known by the name of its entry, not by what the provider calls it", () => {
    expect(modelAccess(reading.value, "gpt-4")).toBeUndefined();
    expect(modelAccess(reading.value, "public")?.entry?.model).toBe("llama3.1:8b");
  });
  test("B1-037, B1-051, B1-052: strategy and inline tools of a model", () => {
    expect(reading.value.models.map(({ strategy }) => strategy)).toEqual(["native", undefined, "prompt"]);
    expect(reading.value.models[2]?.tools).toEqual([
      {
        name: "cli.dataset_upload",
        description: "Upload a file",
        parameters: { type: "object", required: ["filepath"], properties: { filepath: { type: "string" } } },
      },
    ]);
  });
});

test("B2-016, B2-012: settings and servers in one file, commands as lists, some switched off (profile ollmcpc)", () => {
  const text = JSON.stringify({
    default_provider: "ollama",
    ollama_model: "functiongemma",
    human_in_loop: false,
    servers: [
      { name: "filesystem", command: ["npx", "-y", "server-filesystem", "/home/user"], enabled: true },
      { name: "os-assistant", command: ["python3", "os.py"], enabled: false },
    ],
  });
  const configuration = usable(loadConfiguration(profiles.ollmcpc, testWorld({ "/home/user/.ollmcpc.json": text })));
  expect(configuration.settings).toEqual({ provider: "ollama", model: "functiongemma", humanInLoop: false });
  expect(configuration.servers).toMatchObject([
    { name: "filesystem", enabled: true, reach: { command: "npx", args: ["-y", "server-filesystem", "/home/user"] } },
    { name: "os-assistant", enabled: false, reach: { command: "python3", args: ["os.py"] } },
  ]);
  expect(modelAccess(configuration, undefined)?.servers.map(({ name }) => name)).toEqual(["filesystem"]);
});

test("B3-006, B3-007, B3-008, B3-067: local and remote servers mixed in one map (profile vllm-rs)", () => {
  const text = JSON.stringify({
    mcpServers: {
      local: { command: "path/to/executable", args: ["a", "b"], env: { V: "x" } },
      remote: {
        url: "https://mcp.example.com/api/",
        headers: { Authorization: "Bearer TOKEN-TOKEN", Accept: "text/event-stream" },
      },
    },
  });
  const configuration = usable(loadConfiguration(profiles["vllm-rs"], testWorld({ "/project/mcp.json": text })));
  expect(configuration.servers.map(({ reach }) => reach)).toEqual([
    { transport: "stdio", command: "path/to/executable", args: ["a", "b"], env: { V: "x" }, cwd: undefined },
    {
      transport: "http",
      url: "https://mcp.example.com/api/",
      headers: { Authorization: "Bearer TOKEN-TOKEN", Accept: "text/event-stream" },
    },
  ]);
});

test("B4-001, B4-005: one server in a map, without environment (profile dolphin)", () => {
  const text = JSON.stringify({
    mcpServers: { "demo-db": { command: "uvx", args: ["mcp-server-sqlite", "--db-path", "./demo.db"] } },
  });
  const configuration = usable(loadConfiguration(profiles.dolphin, testWorld({ "/project/mcp_config.json": text })));
  expect(configuration.servers).toMatchObject([
    { name: "demo-db", reach: { command: "uvx", args: ["mcp-server-sqlite", "--db-path", "./demo.db"], env: {} } },
  ]);
});

test("every sample loads in the profile strict as well, once transports and paths fit", () => {
  const text = JSON.stringify({ mcpServers: { a: { command: "uvx", args: ["x"] }, b: { url: "http://localhost:1/mcp" } } });
  const profile = effectiveProfile("strict", ["configuration.files=./c.json"]);
  expect(usable(loadConfiguration(profile, testWorld({ "/project/c.json": text }))).servers).toHaveLength(2);
});

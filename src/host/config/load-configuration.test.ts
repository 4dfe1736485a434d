import { describe, expect, test } from "vitest";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ProfileId } from "../profile/host-profile.ts";
import { profiles } from "../profile/profiles.ts";
import { loadConfiguration, type LoadedConfiguration } from "./load-configuration.ts";
import { type Reading, problemText, usable } from "./read/problem.ts";
import { type Entry, testWorld } from "./world/test-world.ts";

const list = (...names: string[]): string => JSON.stringify({ servers: names.map((name) => ({ name, command: `run-${name}` })) });

function load(
  profile: ProfileId,
  files: Readonly<Record<string, Entry>>,
  env: Readonly<Record<string, string>> = {},
  file?: string,
): Reading<LoadedConfiguration> {
  return loadConfiguration(profiles[profile], testWorld(files, { env }), file);
}

const namesOf = ({ value }: Reading<LoadedConfiguration>): string[] => value.servers.map(({ name }) => name);
const commandOf = ({ value }: Reading<LoadedConfiguration>, name: string): unknown => {
  const reach = value.servers.find((one) => one.name === name)?.reach;
  return reach?.transport === "stdio" ? reach.command : undefined;
};

describe("B0-012, B0-013: the first file of the profile's that loads is used, and no other", () => {
  const user = "/home/user/.ollama/mcp-servers.json";
  const system = "/etc/ollama/mcp-servers.json";
  const local = "/project/mcp-servers.json";
  test.each([
    [[user, system, local], user],
    [[system, local], system],
    [[local], local],
  ])("of %j", (present, expected) => {
    const reading = load("ollama", Object.fromEntries(present.map((path) => [path, list(path.replaceAll("/", "_"))])));
    expect(reading.value.file).toBe(expected);
    expect(namesOf(reading)).toEqual(["filesystem", expected.replaceAll("/", "_")]);
  });
});

test("B0-014: profile ollama alone has a builtin filesystem definition, and a file's own goes before it", () => {
  expect(load("ollama", {}).value.servers).toMatchObject([
    { name: "filesystem", autoEnable: "with_path", requiresPath: true, pathArgIndex: null, origin: "builtin" },
  ]);
  for (const profile of ["strict", "llamafarm", "ollmcpc", "vllm-rs", "dolphin"] as const)
    expect(namesOf(load(profile, {}))).toEqual([]);
  const own = load("ollama", { "/project/mcp-servers.json": list("filesystem") });
  expect(namesOf(own)).toEqual(["filesystem"]);
  expect(commandOf(own, "filesystem")).toBe("run-filesystem");
});

describe("B0-015: OLLAMA_MCP_SERVERS goes over the file name by name", () => {
  const files = { "/project/mcp-servers.json": list("a", "b") };
  const variable = JSON.stringify({
    servers: [
      { name: "b", command: "other" },
      { name: "c", command: "new" },
    ],
  });
  test("same names are replaced, new ones added", () => {
    const reading = load("strict", files, { OLLAMA_MCP_SERVERS: variable });
    expect(namesOf(reading)).toEqual(["a", "b", "c"]);
    expect([commandOf(reading, "a"), commandOf(reading, "b"), commandOf(reading, "c")]).toEqual(["run-a", "other", "new"]);
  });
  test("with replace it is all there is", () => {
    const replacing = JSON.stringify({ ...(JSON.parse(variable) as object), replace: true });
    expect(namesOf(load("ollama", files, { OLLAMA_MCP_SERVERS: replacing }))).toEqual(["b", "c"]);
  });
  test("a bare list and a map are read as well", () => {
    expect(namesOf(load("strict", {}, { OLLAMA_MCP_SERVERS: '[{"name":"x","command":"y"}]' }))).toEqual(["x"]);
    expect(namesOf(load("strict", {}, { OLLAMA_MCP_SERVERS: '{"mcpServers":{"x":{"command":"y"}}}' }))).toEqual(["x"]);
  });
  test("hosts that do not know it do not read it", () => {
    expect(namesOf(load("dolphin", {}, { OLLAMA_MCP_SERVERS: "{" }))).toEqual([]);
    expect(load("dolphin", {}, { OLLAMA_MCP_SERVERS: "{" }).problems).toEqual([]);
  });
});

test.each(["strict", "ollama"] as const)("B0-016: malformed text in the variable is an error that names it (%s)", (profile) => {
  const reading = load(profile, { "/project/mcp-servers.json": list("a") }, { OLLAMA_MCP_SERVERS: "{" });
  expect(reading.problems.map(problemText)).toEqual(["OLLAMA_MCP_SERVERS:1:2: not JSON: close brace expected"]);
  expect(() => usable(reading)).toThrow(McpcheckError);
  expect(namesOf(reading)).toContain("a");
});

describe("B0-017: a malformed file", () => {
  const files = { "/home/user/.ollama/mcp-servers.json": '{\n  "servers": [,]\n}', "/project/mcp-servers.json": list("good") };
  test("is skipped with a warning in profile ollama, the next one is used", () => {
    const reading = load("ollama", files);
    expect(reading.value.file).toBe("/project/mcp-servers.json");
    expect(namesOf(reading)).toContain("good");
    expect(reading.warnings.map(problemText)).toEqual(["/home/user/.ollama/mcp-servers.json:2:15: not JSON: value expected"]);
  });
  test("is an error with its place in profile strict", () => {
    const reading = load("strict", { "/project/mcp-servers.json": '{\n  "servers": [,]\n}', "/project/mcp.json": list("good") });
    expect(reading.problems.map(problemText)).toEqual(["/project/mcp-servers.json:2:15: not JSON: value expected"]);
  });
  test("one bad entry of a file leaves the others in use in profile ollama, and is told with file, line and field", () => {
    const text = '{"servers":[\n {"name":"a","command":"x"},\n {"name":"b","transport":"http"}\n]}';
    const reading = load("ollama", { "/project/mcp-servers.json": text });
    expect(namesOf(reading)).toEqual(["filesystem", "a"]);
    expect(reading.problems).toEqual([]);
    expect(reading.warnings.map(problemText)).toEqual(["/project/mcp-servers.json:3:2: #/servers/1: transport http needs a url"]);
  });
  test("B3-012: profiles that go on without servers do so, with a warning", () => {
    const reading = load("vllm-rs", { "/project/mcp.json": "{" });
    expect([namesOf(reading), reading.problems, reading.warnings.length]).toEqual([[], [], 1]);
  });
});

test("B4-002: the default file of profile dolphin is mcp_config.json in the working directory", () => {
  const files = { "/project/mcp_config.json": '{"mcpServers":{"db":{"command":"uvx","args":["x","~/data.db"]}}}' };
  expect(load("dolphin", files).value.servers[0]).toMatchObject({ name: "db", reach: { args: ["x", "/home/user/data.db"] } });
});

test("B1-006: the files of profile llamafarm are tried in order", () => {
  const yaml = "mcp:\n  servers:\n    - {name: y, transport: stdio, command: c}\n";
  const toml = '[[mcp.servers]]\nname = "t"\ntransport = "stdio"\ncommand = "c"\n';
  const json = '{"mcp":{"servers":[{"name":"j","transport":"stdio","command":"c"}]}}';
  const all = { "/project/llamafarm.yaml": yaml, "/project/llamafarm.toml": toml, "/project/llamafarm.json": json };
  expect(namesOf(load("llamafarm", all))).toEqual(["y"]);
  expect(namesOf(load("llamafarm", { ...all, "/project/llamafarm.yaml": { directory: true } }))).toEqual(["t"]);
  expect(namesOf(load("llamafarm", { "/project/llamafarm.json": json }))).toEqual(["j"]);
});

test("B1-011: in profile llamafarm servers start in the directory of the file, relative directories are taken from it", () => {
  const text =
    "mcp:\n  servers:\n    - {name: a, transport: stdio, command: c}\n    - {name: b, transport: stdio, command: c, cwd: sub}\n";
  const { servers } = load("llamafarm", { "/proj/x.yaml": text }, {}, "/proj/x.yaml").value;
  expect(servers.map(({ reach }) => (reach.transport === "stdio" ? reach.cwd : ""))).toEqual(["/proj", "/proj/sub"]);
});

test("a named file that is not there, or cannot be read, is an error that names it", () => {
  expect(() => usable(load("strict", {}, {}, "gone.json"))).toThrow("/project/gone.json: there is no such file");
  const world = testWorld(
    {},
    {
      readText: () => {
        throw new Error("EACCES");
      },
    },
  );
  expect(() => usable(loadConfiguration(profiles.strict, world, "x.json"))).toThrow("/project/x.json: cannot be read: EACCES");
});

describe("B0-019, B0-287: two servers of one name", () => {
  const twice = '{"servers":[{"name":"a","command":"1"},{"name":"b","command":"x"},{"name":"a","command":"2"}]}';
  test("are an error in strict", () => {
    expect(load("strict", { "/project/mcp.json": twice }).problems.map(problemText)).toEqual([
      '/project/mcp.json:1:67: #/servers/2: a second server named "a"',
    ]);
  });
  test("the later wins in ollama, in the place of the first", () => {
    const reading = load("ollama", { "/project/mcp-servers.json": twice });
    expect(namesOf(reading)).toEqual(["filesystem", "a", "b"]);
    expect(commandOf(reading, "a")).toBe("2");
    expect(reading.warnings).toHaveLength(1);
  });
  test("are noticed in a map, too", () => {
    const map = '{"mcpServers":{"a":{"command":"1"},\n"a":{"command":"2"}}}';
    expect(load("strict", { "/project/mcp.json": map }).problems.map(problemText)).toEqual([
      '/project/mcp.json:2:1: #/mcpServers/a: a second server named "a"',
    ]);
  });
});

test.each(["[1]", "7", '"x"', "null", "{}", '{"other":1}', ""])("a file that holds no configuration is a problem: %j", (text) => {
  expect(load("strict", { "/project/mcp.json": text }).problems.length).toBeGreaterThan(0);
});

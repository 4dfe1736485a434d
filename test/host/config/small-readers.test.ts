import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { McpcheckError } from "../../../src/base/mcpcheck-error.ts";
import { profiles } from "../../../src/host/profile/profiles.ts";
import { commaSeparated, commandLineServer } from "../../../src/host/config/command-line-server.ts";
import { readEnvironment } from "../../../src/host/config/environment-settings.ts";
import { problemText } from "../../../src/host/config/read/problem.ts";
import { readConfiguration } from "../../../src/host/config/read/read-configuration.ts";
import { mayDownload, resolveRunner } from "../../../src/host/config/world/resolve-runner.ts";
import { directory, link, testWorld } from "../../../src/host/config/world/test-world.ts";
import { toolsPath } from "../../../src/host/config/world/tools-path.ts";

const strictRules = { profile: profiles.strict, env: {}, origin: "file" as const };

describe("B3-009, B3-010, B3-011: a server on the command line", () => {
  test.each([
    ["", []],
    ["a", ["a"]],
    ["a,b", ["a", "b"]],
    ["a,,b,", ["a", "", "b", ""]],
    ["a\\,b,c", ["a,b", "c"]],
    ["a\\\\,b", ["a\\", "b"]],
    ["a\\b", ["a\\b"]],
  ])("%j", (text, expected) => {
    expect(commaSeparated(text)).toEqual(expected);
  });
  test("whatever the items, they come back once commas and backslashes are escaped", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1 }).filter((list) => list.length > 1 || list[0] !== ""),
        (items) => {
          const text = items.map((item) => item.replace(/[\\,]/g, (character) => `\\${character}`)).join(",");
          expect(commaSeparated(text)).toEqual(items);
        },
      ),
    );
  });
  test("it is named default", () => {
    expect(commandLineServer({ command: "uvx", args: "a,b", config: undefined })).toMatchObject({
      name: "default",
      reach: { command: "uvx", args: ["a", "b"] },
    });
    expect(commandLineServer({ command: undefined, args: undefined, config: "x.json" })).toBeUndefined();
  });
  test.each([
    [{ command: "x", args: undefined, config: "c.json" }, "both --mcp-command and a configuration file"],
    [{ command: undefined, args: "a", config: undefined }, "--mcp-args without --mcp-command"],
  ])("%j is a usage error", (options, message) => {
    expect(() => commandLineServer(options)).toThrow(McpcheckError);
    expect(() => commandLineServer(options)).toThrow(message);
  });
});

describe("B0-199, B0-204, B0-205: environment variables", () => {
  const read = (env: Readonly<Record<string, string>>): ReturnType<typeof readEnvironment> =>
    readEnvironment({ ...strictRules, env });
  test.each([
    ["5000", 5000],
    [" 1 ", 1],
    ["", undefined],
  ])("OLLAMA_MCP_TIMEOUT=%j", (value, expected) => {
    expect(read({ OLLAMA_MCP_TIMEOUT: value })).toMatchObject({ value: { callMs: expected }, problems: [] });
  });
  test.each(["0", "-1", "30s", "1.5", "x", "99999999999"])("OLLAMA_MCP_TIMEOUT=%j is a problem that names it", (value) => {
    expect(read({ OLLAMA_MCP_TIMEOUT: value }).problems.map(problemText)).toEqual([
      `OLLAMA_MCP_TIMEOUT: expected milliseconds above 0, got "${value}"`,
    ]);
  });
  test.each(["1", "true", "2", "DEBUG", "INFO", "trace"])("OLLAMA_DEBUG=%s turns it on", (word) => {
    expect(read({ OLLAMA_DEBUG: word }).value.debug).toBe(true);
  });
  test.each(["", "0", "false"])("OLLAMA_DEBUG=%j leaves it off", (word) => {
    expect(read({ OLLAMA_DEBUG: word })).toMatchObject({ value: { debug: false }, warnings: [] });
  });
  test("OLLAMA_DEBUG with another word is a warning", () => {
    expect(read({ OLLAMA_DEBUG: "loud" }).warnings).toHaveLength(1);
  });
  test("OLLAMA_MCP_DISABLE=1 skips validation", () => {
    expect([read({ OLLAMA_MCP_DISABLE: "1" }), read({})].map(({ value }) => value.skipValidation)).toEqual([true, false]);
  });
  test("B0-176: OLLAMA_MCP_SECURITY", () => {
    const given = { block: ["node"], strict: true, allow: ["python"], origins: ["http://localhost:3000"] };
    expect(read({ OLLAMA_MCP_SECURITY: JSON.stringify(given) }).value.security).toEqual(given);
    expect(read({ OLLAMA_MCP_SECURITY: "{}" }).value.security).toEqual({ block: [], allow: [], strict: false, origins: [] });
    expect(read({ OLLAMA_MCP_SECURITY: "[]" }).problems.map(problemText)[0]).toContain("OLLAMA_MCP_SECURITY");
    expect(read({ OLLAMA_MCP_SECURITY: "{" }).problems).toHaveLength(1);
  });
  test("B0-131: what is started for a runner", () => {
    const runners = read({ OLLAMA_NPX_COMMAND: "/opt/npx", OLLAMA_PYTHON_COMMAND: "", OLLAMA_NODE_COMMAND: "bun" }).value.runners;
    expect(runners).toEqual({ npx: "/opt/npx", node: "bun" });
  });
});

describe("B0-131, B4-045: runners", () => {
  const world = (...programs: string[]): ReturnType<typeof testWorld> =>
    testWorld(Object.fromEntries(programs.map((name) => [`/usr/bin/${name}`, ""])));
  test.each([
    ["npx", ["npx", "bunx"], ["npx"]],
    ["npx", ["yarn", "pnpm"], ["pnpm", "dlx"]],
    ["npx", ["yarn"], ["yarn", "dlx"]],
    ["npx", ["bunx"], ["bunx"]],
    ["npx", [], ["npx"]],
    ["python", ["python", "python3"], ["python3"]],
    ["python", ["python3.9"], ["python3.9"]],
    ["node", ["nodejs"], ["nodejs"]],
    ["uvx", [], ["uvx"]],
  ])("%s with %j installed", (command, installed, expected) => {
    expect(resolveRunner(command, {}, world(...installed))).toEqual(expected);
  });
  test("an override goes first", () => {
    expect(resolveRunner("npx", { npx: "/opt/npx" }, world("npx"))).toEqual(["/opt/npx"]);
  });
  test.each([
    ["npx", [], true],
    ["/usr/local/bin/uvx", [], true],
    ["npx.cmd", [], true],
    ["pnpm", ["dlx", "x"], true],
    ["npm", ["exec"], true],
    ["pnpm", ["start"], false],
    ["node", ["npx"], false],
  ])("%s %j may download first: %j", (command, args, expected) => {
    expect(mayDownload(command, args)).toBe(expected);
  });
});

describe("B0-001, B0-004, B0-005: the tools path", () => {
  const world = testWorld({
    "/project/sub": directory,
    "/home/user/repo": directory,
    "/project/file": "",
    "/project/ln": link("sub"),
    "/project/~x": directory,
  });
  test.each([
    [".", "/project"],
    ["true", "/project"],
    [true, "/project"],
    ["", "/project"],
    ["sub", "/project/sub"],
    ["./sub/", "/project/sub"],
    ["/project/sub", "/project/sub"],
    ["~", "/home/user"],
    ["~/repo", "/home/user/repo"],
    ["~x", "/project/~x"],
    ["ln", "/project/ln"],
  ])("%j is %s", (value, expected) => {
    expect(toolsPath(value, world)).toBe(expected);
  });
  test.each(["file", "gone", "~user/x", "a\0b"])("%j is a usage error", (value) => {
    expect(() => toolsPath(value, world)).toThrow(McpcheckError);
  });
});

describe("B1-025, B1-040, B1-051, B1-053: models and inline tools", () => {
  const model = (members: object): string[] => {
    const runtime = { models: [{ name: "m", model: "x", ...members }] };
    const text = JSON.stringify({ mcp: { servers: [{ name: "files", command: "node" }] }, runtime });
    return readConfiguration(text, "c.json", strictRules).problems.map((one) => problemText({ ...one, position: undefined }));
  };
  const tool = { type: "function", name: "t", description: "d", parameters: { type: "object" } };
  test.each([
    [{ mcp_servers: ["file"] }, 'c.json: #/runtime/models/0/mcp_servers/0: Server not found: "file"; did you mean files?'],
    [
      { tool_call_strategy: "magic" },
      'c.json: #/runtime/models/0/tool_call_strategy: unknown strategy "magic": expected native_api or prompt_based',
    ],
    [{ model: null }, "c.json: #/runtime/models/0: no model: what the provider calls it"],
    [{ prompts: ["p"] }, 'c.json: #/runtime/models/0/prompts: there is no prompt named "p"'],
    [{ tools: [{ ...tool, type: "x" }] }, 'c.json: #/runtime/models/0/tools/0/type: the type of a tool must be "function"'],
    [{ tools: [{ ...tool, name: null }] }, "c.json: #/runtime/models/0/tools/0/name: a tool needs a name"],
    [{ tools: [{ ...tool, description: "" }] }, "c.json: #/runtime/models/0/tools/0/description: a tool needs a description"],
    [
      { tools: [{ ...tool, parameters: null }] },
      "c.json: #/runtime/models/0/tools/0/parameters: a tool needs parameters: a JSON Schema of type object",
    ],
    [
      { tools: [{ ...tool, parameters: { type: "object", properties: { a: { type: "text" } } } }] },
      'c.json: #/runtime/models/0/tools/0/parameters/properties/a/type: unknown type "text": expected string, integer, number, boolean, array, object, null',
    ],
    [{ tools: {} }, "c.json: #/runtime/models/0/tools: expected a list, got a map"],
  ])("%j is a problem with its place", (members, expected) => {
    expect(model(members)).toEqual([expected]);
  });
  test.each([{ mcp_servers: ["files"] }, { mcp_servers: [] }, { mcp_servers: null }, { tools: [tool] }])(
    "%j is fine",
    (members) => {
      expect(model(members)).toEqual([]);
    },
  );
  test("B1-054: a schema is handed on unchanged, defaults are not applied", () => {
    const parameters = {
      type: "object",
      properties: { a: { type: ["boolean", "null"], default: false } },
      additionalProperties: false,
    };
    const text = JSON.stringify({ runtime: { models: [{ name: "m", model: "x", tools: [{ ...tool, parameters }] }] } });
    expect(readConfiguration(text, "c.json", strictRules).value.models[0]?.tools[0]?.parameters).toEqual(parameters);
  });
  test("B1-008: a default that is not a model is a problem", () => {
    const text = JSON.stringify({ runtime: { default_model: "gone", models: [{ name: "m", model: "x" }] } });
    expect(readConfiguration(text, "c.json", strictRules).problems.map(problemText)[0]).toContain(
      'there is no model named "gone"',
    );
  });
});

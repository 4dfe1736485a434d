import { describe, expect, test } from "vitest";
import { profiles } from "../../../src/host/profile/profiles.ts";
import type { LeftOut } from "../../../src/host/config/auto-enable.ts";
import { problemText } from "../../../src/host/config/read/problem.ts";
import { readRequestServers } from "../../../src/host/config/read/request-servers.ts";
import { resolveServers } from "../../../src/host/config/resolve-servers.ts";
import type { ServerDefinition } from "../../../src/host/config/server-definition.ts";
import { testWorld } from "../../../src/host/config/world/test-world.ts";

const world = testWorld({ "/dir/file": "" });

function requested(value: unknown, definitions: readonly ServerDefinition[] = []): ReturnType<typeof readRequestServers> {
  return readRequestServers(value, definitions, profiles.ollama);
}

const entry = (name: string, rest: object = {}): object => ({ name, command: "node", ...rest });

function names(value: unknown, definitions?: readonly ServerDefinition[]): string[] {
  return requested(value, definitions).value.map(({ name }) => name);
}

describe("B0-044: mcp_servers in a request", () => {
  test("a list of entries, local and remote", () => {
    const { value, problems } = requested([
      entry("a", { args: ["x"], env: { K: "v" } }),
      { name: "b", transport: "http", url: "http://h/" },
    ]);
    expect(problems).toEqual([]);
    expect(value).toMatchObject([
      { name: "a", origin: "request", reach: { transport: "stdio", args: ["x"], env: { K: "v" } } },
      { name: "b", origin: "request", reach: { transport: "http", url: "http://h/" } },
    ]);
  });
  test.each([undefined, null, []])("B0-286: none at all: %j", (value) => {
    expect(requested(value)).toMatchObject({ value: [], problems: [] });
  });
  test.each([
    ["x", "request: #/mcp_servers: expected a list or a map of servers, got text"],
    [[7], "request: #/mcp_servers/0: expected a map describing a server, got 7"],
    [[{ command: "x" }], "request: #/mcp_servers/0: no name"],
    [[entry("a:b")], 'request: #/mcp_servers/0/name: the name contains ":"; none of / \\ : * ? " < > | may be in it'],
    [[{ name: "a", transport: "http" }], "request: #/mcp_servers/0: transport http needs a url"],
  ])("%j is refused with its place", (value, problem) => {
    expect(requested(value).problems.map(problemText)).toEqual([problem]);
  });
  test("B1-071: a request is never given the host's variables", () => {
    const { value } = requested([entry("a", { args: ["${env:HOME}"] })]);
    expect(value[0]?.reach).toMatchObject({ args: ["${env:HOME}"] });
  });
});

test("B0-287: two servers of one name in a request are refused in every profile", () => {
  expect(requested([entry("a"), entry("a")]).problems.map(problemText)).toEqual([
    'request: #/mcp_servers/1: a second server named "a"',
  ]);
});

describe("B0-029: a definition that never enables itself is used when a request names it", () => {
  const { value: definitions } = requested([entry("python"), entry("git")]);
  test("by its name alone, as text or as an entry", () => {
    expect(names(["python"], definitions)).toEqual(["python"]);
    expect(names([{ name: "git" }, "python"], definitions)).toEqual(["git", "python"]);
  });
  test("and no other", () => {
    expect(requested(["pyton"], definitions).problems.map(problemText)).toEqual([
      'request: #/mcp_servers/0: Server not found: "pyton"; did you mean python?',
    ]);
  });
});

describe("B0-027, B0-028, B0-083, B0-295: which servers a chat gets", () => {
  const file = (name: string, rest: Partial<ServerDefinition> = {}): ServerDefinition => ({
    ...(requested([entry(name)]).value[0] as ServerDefinition),
    origin: "file",
    autoEnable: "always",
    ...rest,
  });
  const resolve = (
    own: unknown,
    definitions: readonly ServerDefinition[],
    path?: string,
  ): { servers: string[]; left: readonly LeftOut[] } => {
    const tools = path === undefined ? undefined : { path };
    const { servers, left } = resolveServers({ requested: requested(own).value, definitions, tools, maxServers: 10 }, world);
    return { servers: servers.map(({ definition }) => `${definition.name} (${definition.origin})`), left };
  };
  test("those of the request first, and they win over definitions of the same name", () => {
    expect(resolve([entry("b")], [file("a"), file("b")], "/dir").servers).toEqual(["b (request)", "a (file)"]);
  });
  test("B0-030: without tools being asked for, definitions stay off", () => {
    expect(resolve([entry("b")], [file("a")]).servers).toEqual(["b (request)"]);
    expect(resolve(undefined, [file("a")]).servers).toEqual([]);
  });
  test("B0-028: without definitions, those of the request still work", () => {
    expect(resolve([entry("b")], [], "/dir").servers).toEqual(["b (request)"]);
  });
  test("B0-083: at most ten, the eleventh is reported", () => {
    const eleven = Array.from({ length: 11 }, (_, index) => entry(`s${index}`));
    const { servers, left } = resolve(eleven, []);
    expect(servers).toHaveLength(10);
    expect(left).toEqual([{ name: "s10", reason: "maximum number of MCP servers reached (10)" }]);
  });
  test("B0-040: one that needs a missing path is left out, the others stay", () => {
    const { servers, left } = resolve([entry("a", { requires_path: true }), entry("b")], []);
    expect(servers).toEqual(["b (request)"]);
    expect(left).toEqual([{ name: "a", reason: "it needs a path and none was given" }]);
  });
});

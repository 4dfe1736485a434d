import { describe, expect, test } from "vitest";
import { profiles } from "../../profile/profiles.ts";
import type { HostProfile, ProfileId } from "../../profile/host-profile.ts";
import { readConfiguration } from "./read-configuration.ts";
import { problemText } from "./problem.ts";
import type { ServerDefinition } from "../server-definition.ts";

type Read = { readonly server: ServerDefinition | undefined; readonly problems: string[]; readonly warnings: string[] };

/** One entry in a list, read with a profile; problems without their position. */
function read(entry: unknown, profile: HostProfile | ProfileId = "strict"): Read {
  const rules = { profile: typeof profile === "string" ? profiles[profile] : profile, env: {}, origin: "file" as const };
  const { value, problems, warnings } = readConfiguration(JSON.stringify({ servers: [entry] }), "c.json", rules);
  const texts = (list: typeof problems): string[] => list.map((one) => problemText(one).replace(/^c\.json:\d+:\d+: /, ""));
  return { server: value.servers[0], problems: texts(problems), warnings: texts(warnings) };
}

const stdio = { name: "a", command: "node" };

test("B0-018: every member of a definition is read", () => {
  const { server, problems, warnings } = read({
    ...stdio,
    description: "d",
    args: ["x", 1, true],
    env: { A: "b", N: 2 },
    cwd: "/c",
    requires_path: true,
    path_arg_index: 1,
    capabilities: ["read"],
    auto_enable: "if_match",
    enable_if: { file_exists: ".git", env_set: "V" },
    init_timeout_ms: 60_000,
    tool_timeout_ms: 5,
    enabled: false,
  });
  expect([problems, warnings]).toEqual([[], []]);
  expect(server).toEqual({
    name: "a",
    description: "d",
    reach: { transport: "stdio", command: "node", args: ["x", "1", "true"], env: { A: "b", N: "2" }, cwd: "/c" },
    requiresPath: true,
    pathArgIndex: 1,
    capabilities: ["read"],
    autoEnable: "if_match",
    enableIf: { fileExists: ".git", envSet: "V" },
    enabled: false,
    initializeMs: 60_000,
    callMs: 5,
    origin: "file",
    place: "c.json:1:13: #/servers/0",
  });
});

describe("B0-018: a member of the wrong type is a problem that names it, and the entry is not used", () => {
  test.each([
    [{ args: "x" }, "#/servers/0/args: expected a list of texts, got text"],
    [{ args: [{}] }, "#/servers/0/args/0: expected text, got a map"],
    [{ env: ["A=b"] }, "#/servers/0/env: expected a map of texts, got a list"],
    [{ env: { A: [] } }, "#/servers/0/env/A: expected text, got a list"],
    [{ requires_path: "yes" }, "#/servers/0/requires_path: expected true or false, got text"],
    [{ path_arg_index: "1" }, "#/servers/0/path_arg_index: expected an integer, got text"],
    [{ path_arg_index: 1.5 }, "#/servers/0/path_arg_index: expected an integer, got 1.5"],
    [{ capabilities: "read" }, "#/servers/0/capabilities: expected a list of texts, got text"],
    [{ enable_if: ".git" }, "#/servers/0/enable_if: expected a map of conditions, got text"],
    [{ enable_if: { file_exist: "x" } }, "#/servers/0/enable_if/file_exist: unknown condition; did you mean file_exists?"],
    [{ init_timeout_ms: 0 }, "#/servers/0/init_timeout_ms: expected milliseconds above 0, got 0"],
    [{ command: { a: 1 } }, "#/servers/0/command: expected text or a list of texts, got a map"],
    [{ enabled: "no" }, "#/servers/0/enabled: expected true or false, got text"],
  ])("%j", (members, problem) => {
    const result = read({ ...stdio, ...members });
    expect(result.problems).toContain(problem);
    expect(result.server).toBeUndefined();
  });

  test("an entry that is not a map", () => {
    expect(read("node").problems).toEqual(["#/servers/0: expected a map describing a server, got text"]);
  });
});

test("B0-018: an unknown member is a warning with what may have been meant, and ignored", () => {
  const { server, warnings } = read({ ...stdio, pathargindex: 1, auto_enabled: "always" });
  expect(server?.autoEnable).toBe("never");
  expect(warnings).toContain("#/servers/0/auto_enabled: unknown member, ignored; did you mean auto_enable?");
  expect(warnings).toHaveLength(2);
});

describe("B0-022: the name of a server", () => {
  test.each(Array.from(String.raw`/\:*?"<>|`))("must not contain %s", (character) => {
    expect(read({ ...stdio, name: `a${character}b` }).problems[0]).toContain('none of / \\ : * ? " < > | may be in it');
  });
  test.each([
    ["", "the name is empty"],
    ["a".repeat(101), "the name has more than 100 characters"],
    ["a\u0007", "the name contains control characters"],
    ["a\u202eb", "the name contains control characters"],
    ["__proto__", "the name cannot be a member of a JSON object"],
    [undefined, "no name"],
    [7, "no name"],
  ])("%j is refused", (name, message) => {
    expect(read({ ...stdio, name }).problems[0]).toContain(message);
  });
  test.each(["a", "a".repeat(100), "😀".repeat(100), "os-assistant", "with blank", "名前", "a_b", "demo.db"])(
    "%j is fine",
    (name) => {
      expect(read({ ...stdio, name }).server?.name).toBe(name);
    },
  );
});

describe("B0-023, B0-156: transports", () => {
  test.each([
    [{ command: "x" }, "stdio"],
    [{ command: "x", transport: "stdio" }, "stdio"],
    [{ url: "http://localhost/", transport: "http" }, "http"],
    [{ url: "http://localhost/", transport: "streamable-http" }, "http"],
    [{ url: "http://localhost/", type: "sse" }, "sse"],
    [{ url: "http://localhost/" }, "http"],
    [{ base_url: "http://localhost/", transport: "sse" }, "sse"],
  ])("%j", (entry, transport) => {
    expect(read({ name: "a", ...entry }).server?.reach.transport).toBe(transport);
  });
  test.each(["tcp", "STDIO", "websocket"])("%s is refused with the valid ones", (transport) => {
    expect(read({ ...stdio, transport }).problems).toEqual([
      `#/servers/0/transport: unknown transport "${transport}": expected stdio, http, streamable-http or sse`,
    ]);
  });
  test("B4-003: a url alone is the old transport in profile dolphin", () => {
    expect(read({ name: "a", url: "http://localhost/" }, "dolphin").server?.reach.transport).toBe("sse");
  });
  test("B1-005: profile llamafarm wants the transport named", () => {
    expect(read(stdio, "llamafarm").problems).toEqual(["#/servers/0: no transport: expected stdio, http or sse"]);
    expect(read({ ...stdio, transport: "stdio" }, "llamafarm").problems).toEqual([]);
  });
});

describe("B0-024, B1-003, B1-004: addresses", () => {
  test.each([
    ["", "the url must start with http:// or https://"],
    ["ftp://host/", "the url must start with http:// or https://"],
    ["ws://host/", "the url must start with http:// or https://"],
    ["http://", "the url is not valid"],
    ["https://a b/", "the url is not valid"],
  ])("%j is refused", (url, message) => {
    expect(read({ name: "a", transport: "http", url }).problems).toEqual([`#/servers/0/url: ${message}`]);
  });
  test.each(["HTTPS://example.org/mcp", "http://127.0.0.1:1/", "https://example.org/mcp/"])("%s is taken as given", (url) => {
    expect(read({ name: "a", url }).server?.reach).toMatchObject({ url });
  });
  test("B1-003: every host's own word for it is understood", () => {
    for (const member of ["url", "base_url", "serverUrl", "httpUrl"]) {
      expect(read({ name: "a", [member]: "https://example.org/" }).server?.reach).toMatchObject({ url: "https://example.org/" });
    }
    expect.assertions(4);
  });
  test("B0-165: http to another machine is a warning, to this one it is not", () => {
    expect(read({ name: "a", url: "http://example.org/" }).warnings).toHaveLength(1);
    expect(read({ name: "a", url: "http://localhost:1/" }).warnings).toEqual([]);
  });
  test("B0-024, B1-003: a transport without its address", () => {
    expect(read({ name: "a", transport: "http" }).problems).toEqual(["#/servers/0: transport http needs a url"]);
    expect(read({ name: "a", transport: "sse" }).problems).toEqual(["#/servers/0: transport sse needs a url"]);
  });
});

test.each([{}, { command: "" }, { command: [] }, { command: null }])(
  "B0-025, B1-002: a stdio server needs a command: %j",
  (entry) => {
    expect(read({ name: "a", transport: "stdio", ...entry }).problems).toEqual(["#/servers/0: transport stdio needs a command"]);
  },
);

describe("B0-026, B3-008: a command and a url", () => {
  const both = { name: "a", command: "x", url: "http://localhost/" };
  test("is an error in profiles strict and vllm-rs", () => {
    for (const profile of ["strict", "vllm-rs"] as const) {
      expect(read(both, profile).problems).toEqual(["#/servers/0: both a command and a url; a server has one of them"]);
    }
    expect.assertions(2);
  });
  test("is decided by the transport in profile ollama, stdio by default", () => {
    expect(read(both, "ollama").server?.reach.transport).toBe("stdio");
    expect(read({ ...both, transport: "http" }, "ollama").server?.reach.transport).toBe("http");
  });
  test("is the url in profile dolphin", () => {
    expect(read(both, "dolphin").server?.reach.transport).toBe("sse");
  });
  test("neither is an error everywhere", () => {
    expect(read({ name: "a" }, "ollama").problems).toEqual(["#/servers/0: neither a command nor a url"]);
  });
});

test("B2-016: a command may be a list of which the rest are arguments", () => {
  expect(read({ name: "a", command: ["npx", "-y", "p"], args: ["q"] }, "ollmcpc").server?.reach).toMatchObject({
    command: "npx",
    args: ["-y", "p", "q"],
  });
});

describe("B0-036, B0-037, B0-039: conditions and modes that make no sense", () => {
  test("if_match without a condition is an error in strict and matches in ollama", () => {
    const entry = { ...stdio, auto_enable: "if_match" };
    expect(read(entry).problems).toEqual(["#/servers/0: auto_enable is if_match, but enable_if has no condition"]);
    expect(read(entry, "ollama").server).toMatchObject({ autoEnable: "if_match", enableIf: {} });
  });
  test.each(["Always", "on", "true"])("mode %s is an error in strict and never enables in ollama", (mode) => {
    expect(read({ ...stdio, auto_enable: mode }).problems[0]).toContain(`unknown mode "${mode}"`);
    const ollama = read({ ...stdio, auto_enable: mode }, "ollama");
    expect(ollama.server?.autoEnable).toBe("never");
    expect(ollama.warnings).toHaveLength(1);
  });
  test.each(["", null, undefined])("B0-029: no mode (%j) is never", (mode) => {
    expect(read({ ...stdio, auto_enable: mode }).server?.autoEnable).toBe("never");
  });
  test.each(["../x", "a/../../x", "/etc/passwd", "~/x", "C:\\x", "..\\x"])("file_exists %j leaves the tools path", (path) => {
    expect(read({ ...stdio, auto_enable: "if_match", enable_if: { file_exists: path } }).problems[0]).toContain(
      "leaves the tools path",
    );
  });
});

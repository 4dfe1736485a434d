import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profileIds } from "../../../src/host/profile/host-profile.ts";
import { profiles } from "../../../src/host/profile/profiles.ts";
import { maskedServers } from "../../../src/host/config/masked-servers.ts";
import { problemText } from "../../../src/host/config/read/problem.ts";
import { readConfiguration } from "../../../src/host/config/read/read-configuration.ts";
import { readRequestServers } from "../../../src/host/config/read/request-servers.ts";
import { writeConfiguration } from "../../../src/host/config/write-configuration.ts";

const read = (text: string, name: string, env: Readonly<Record<string, string>> = {}): ReturnType<typeof readConfiguration> =>
  readConfiguration(text, name, { profile: profiles.strict, env, origin: "file" });

describe("B0-017: a broken file is told with file, line and column", () => {
  test.each([
    ["c.json", '{"servers": [\n  {"name": "a" "command": "b"}\n]}', "c.json:2:16: not JSON: comma expected"],
    ["c.json", "", "c.json:1:1: not JSON: it is empty"],
    [
      "c.yaml",
      "mcp:\n  servers: [\n",
      "c.yaml:3:1: not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
    ["c.yaml", "a: 1\na: 2\n", "c.yaml:2:1: not YAML: Map keys must be unique"],
    ["c.toml", "a = \n", "c.toml:1:5: not TOML: Invalid TOML document: invalid value"],
  ])("%s %j", (name, text, expected) => {
    expect(read(text, name).problems.map(problemText)).toEqual([expected]);
  });
  test.each([
    [
      "c.yaml",
      "mcp:\n  servers:\n    - name: a\n      transport: stdio\n      command: x\n      args: y\n",
      "c.yaml:6:13: #/mcp/servers/0/args: expected a list of texts, got text",
    ],
    [
      "c.json",
      '\uFEFF{\r\n // comment\r\n "mcpServers": {"a": {"command": 1}}\r\n}',
      "c.json:3:23: #/mcpServers/a/command: expected text or a list of texts, got 1",
    ],
    ["c.toml", "[mcpServers.a]\ncommand = 1\n", "c.toml: #/mcpServers/a/command: expected text or a list of texts, got 1"],
  ])("a bad value is told with its field: %s", (name, text, expected) => {
    expect(read(text, name).problems.map(problemText)).toEqual([expected]);
  });
});

test("comments and commas at the end are taken in JSON, as editors write them", () => {
  expect(read('{"mcpServers": {"a": {"command": "x",}, /* no more */ },}', "c.json")).toMatchObject({
    problems: [],
    value: { servers: [{ name: "a" }] },
  });
});

describe("BX-012: input made to break the reader", () => {
  test("aliases that multiply", () => {
    const lines = [
      "a0: &a0 [x,x,x,x,x,x,x,x,x,x]",
      ...Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(10)}]`),
    ];
    expect(read(lines.join("\n"), "c.yaml").problems.map(problemText)[0]).toContain("c.yaml:2:10: cannot be parsed");
  });
  test.each(["c.json", "c.yaml", "c.toml"])("nesting beyond the stack: %s", (name) => {
    const text = name === "c.toml" ? `a = ${"[".repeat(100_000)}` : "[".repeat(100_000);
    expect(read(text, name).problems.length).toBeGreaterThan(0);
  });
  test("members that every object has are not a configuration", () => {
    expect(
      read('{"mcpServers":{"constructor":{"command":"x"},"toString":{"command":"y"}}}', "c.json").value.servers,
    ).toHaveLength(2);
    expect(read('{"mcpServers":{"a":{"command":"x","env":{"__proto__":"y"}}}}', "c.json").problems).toEqual([]);
    expect(read('{"__proto__":{"servers":[]}}', "c.json").problems).toHaveLength(1);
  });
  test("no text makes it throw, whatever its form", () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, fc.constantFrom("c.json", "c.yaml", "c.toml"), (content, name) => {
        expect(read(content, name).problems.every((one) => problemText(one).startsWith("c."))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
  test("no value makes it throw, and what is used is sound", () => {
    const entry = fc.dictionary(
      fc.constantFrom(
        "name",
        "command",
        "args",
        "env",
        "url",
        "headers",
        "transport",
        "requires_path",
        "auto_enable",
        "enable_if",
        "path_arg_index",
      ),
      fc.oneof(fc.jsonValue(), fc.constantFrom("a", "stdio", "http", "http://h/", true, 1, null)),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(entry)), fc.constantFrom(...profileIds), (value, id) => {
        const { value: servers } = readRequestServers(value, [], profiles[id]);
        for (const { name, reach } of servers) {
          expect(name).not.toBe("");
          expect(reach.transport === "stdio" ? reach.command : reach.url).not.toBe("");
        }
      }),
      { numRuns: 500 },
    );
  });
});

test("B1-074, B1-083: what is shown of definitions holds no secret", () => {
  const env = { KEY: "k3y-value", HOST_KEY: "h0st-secret" };
  const text = JSON.stringify({
    mcpServers: {
      a: { command: "node", args: ["--token=${env:KEY}"], env: { TOKEN: "written-here" }, description: "with ${env:KEY}" },
      b: {
        url: "https://user:passw0rd@example.org/${env:HOST_KEY}",
        headers: { Authorization: "Bearer ${env:KEY}", "X-Y": "z" },
      },
    },
  });
  const { value, problems } = read(text, "c.json", env);
  expect(problems).toEqual([]);
  const shown = writeConfiguration(maskedServers(value), profiles.strict.configuration);
  for (const secret of ["k3y-value", "h0st-secret", "written-here", "passw0rd"]) expect(shown).not.toContain(secret);
  expect(JSON.parse(shown)).toEqual({
    mcpServers: {
      a: { command: "node", args: ["--token=***"], env: { TOKEN: "***" }, description: "with ***" },
      b: { transport: "http", url: "https://user:***@example.org/***", headers: { Authorization: "***", "X-Y": "***" } },
    },
  });
  expect(value.servers[0]?.reach).toMatchObject({ args: ["--token=k3y-value"] });
});

test("B1-072: variables are filled in everywhere but in names", () => {
  const entry = { command: "${env:V}", args: ["${env:V}"], env: { A: "${env:V}" }, cwd: "${env:V}", description: "${env:V}" };
  const { value } = read(
    JSON.stringify({
      servers: [
        { name: "a", ...entry },
        { name: "${env:V}", ...entry },
      ],
    }),
    "c.json",
    { V: "filled" },
  );
  const reach = { transport: "stdio", command: "filled", args: ["filled"], env: { A: "filled" }, cwd: "filled" };
  expect(value.servers).toMatchObject([{ name: "a", description: "filled", reach }]);
  const map = read(JSON.stringify({ mcpServers: { $V: entry } }), "c.json", { V: "filled" });
  expect(map.value.servers).toMatchObject([{ name: "$V", reach }]);
});

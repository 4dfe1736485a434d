import { describe, expect, test } from "vitest";
import { readFleet } from "./read-fleet.ts";

const read = (...lines: readonly string[]) => readFleet(lines.join("\n"), "servers.jsonl");

test("a line that cannot be taken is named with its remedy, and the others go on", () => {
  const { servers, faults } = read(
    '{"id":"one","command":["node","server.js"]}',
    "",
    '{"id":"two"',
    '{"id":"three","command":["true"],"url":"http://127.0.0.1:1/mcp"}',
    '{"id":"one","command":["true"]}',
    '{"id":"four","url":"ftp://127.0.0.1/"}',
    '{"id":"five","command":["true"],"env":["TOKEN=secret"]}',
    "[]",
    '{"id":"last","url":"http://127.0.0.1:1/mcp"}',
  );
  expect(servers.map(({ id }) => id)).toEqual(["one", "last"]);
  expect(faults.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8]);
  const said = faults.map(({ message }) => message);
  expect(said[0]).toContain("servers.jsonl:3:1:12: not JSON");
  expect(said[1]).toBe("servers.jsonl:4#: expected exactly one of command, url, package");
  expect(said[2]).toBe("servers.jsonl:5: one stands in line 1 already: give it another id or version");
  expect(said[3]).toContain("servers.jsonl:6#/url");
  expect(said[4]).toBe("servers.jsonl:7#/env/0: expected the name of a variable: its value comes from the environment");
  expect(said[4]).not.toContain("secret");
  expect(said[5]).toContain("expected a JSON object a line");
});

test("one server in two versions is two", () => {
  const { servers, faults } = read('{"id":"a","version":"1","command":["x"]}', '{"id":"a","version":"2","command":["x"]}');
  expect([servers.length, faults.length]).toEqual([2, 0]);
});

describe("a document of the registry", () => {
  const document = (more: object) => JSON.stringify({ name: "io.example/files", version: "1.2.0", ...more });
  const npm = { registryType: "npm", identifier: "@example/files", version: "1.2.0", transport: { type: "stdio" } };

  test("is its first package that can be installed, with what it is given", () => {
    const { servers } = read(
      document({
        packages: [
          { registryType: "oci", identifier: "docker.io/x/y" },
          {
            ...npm,
            packageArguments: [
              { type: "positional", value: "serve" },
              { type: "named", name: "--root", default: "/srv" },
              { type: "positional" },
            ],
            environmentVariables: [{ name: "TOKEN", isRequired: true, isSecret: true }],
          },
        ],
      }),
    );
    const wanted = { registry: "npm", name: "@example/files", version: "1.2.0", arguments: ["serve", "--root", "/srv"] };
    expect(servers).toEqual([{ id: "io.example/files", version: "1.2.0", package: wanted, env: ["TOKEN"] }]);
  });

  test("is its remote end where no package can be installed, also as the registry lists it", () => {
    const remotes = [{ type: "sse", url: "https://mcp.example.com/sse" }];
    const { servers } = read(
      `{"server":${document({ packages: [{ registryType: "nuget", identifier: "X" }], remotes })},"_meta":{}}`,
    );
    expect(servers).toEqual([{ id: "io.example/files", version: "1.2.0", url: "https://mcp.example.com/sse", transport: "sse" }]);
  });

  test.for([
    [
      "oci docker.io/x/y: packages of npm and pypi are installed, no others",
      { packages: [{ registryType: "oci", identifier: "docker.io/x/y" }] },
    ],
    ["npm @example/files: it names no exact version", { packages: [{ ...npm, version: "latest" }] }],
    [
      "npm @example/files: it is started to speak sse, and stdio is judged",
      { packages: [{ ...npm, transport: { type: "sse" } }] },
    ],
    [
      "npm @example/files: its argument --key has no value",
      { packages: [{ ...npm, packageArguments: [{ type: "named", name: "--key", isRequired: true }] }] },
    ],
    [
      "https://{tenant}.example.com/mcp: its address has a part to be filled in",
      { remotes: [{ type: "streamable-http", url: "https://{tenant}.example.com/mcp" }] },
    ],
    [
      "https://a.example/mcp: it asks for the header X-Key",
      { remotes: [{ type: "streamable-http", url: "https://a.example/mcp", headers: [{ name: "X-Key", isRequired: true }] }] },
    ],
    ["it names neither a package nor a remote end", { remotes: [] }],
  ] as const)("cannot be run, and says why: %s", ([why, more]) => {
    expect(read(document(more))).toEqual({
      servers: [],
      faults: [],
      unreachable: [{ id: "io.example/files", version: "1.2.0", why }],
    });
  });
});

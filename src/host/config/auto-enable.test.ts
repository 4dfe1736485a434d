import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { autoEnabled, insertPath, withPath } from "./auto-enable.ts";
import type { AutoEnableMode, EnableIf, ServerDefinition } from "./server-definition.ts";
import { directory, link, testWorld } from "./world/test-world.ts";

function server(name: string, autoEnable: AutoEnableMode, rest: Partial<ServerDefinition> = {}): ServerDefinition {
  return {
    name,
    description: undefined,
    reach: { transport: "stdio", command: "node", args: ["-y", "pkg"], env: { A: "b" }, cwd: undefined },
    requiresPath: false,
    pathArgIndex: null,
    capabilities: [],
    autoEnable,
    enableIf: {},
    enabled: true,
    initializeMs: undefined,
    callMs: undefined,
    origin: "file",
    place: "test",
    ...rest,
  };
}

const world = testWorld(
  {
    "/repo/.git/config": "",
    "/repo/file": "text",
    "/repo/good": link("file"),
    "/repo/dangling": link("gone"),
    "/worktree/.git": "gitdir: elsewhere",
    "/plain": directory,
    "/project/.git/config": "",
    "/etc/passwd": "",
  },
  { env: { SET: "1", ZERO: "0", BLANK: " ", EMPTY: "" } },
);

function enabledWith(definition: ServerDefinition, path: string | undefined): boolean {
  return autoEnabled([definition], { path }, world).enabled.length === 1;
}

describe("modes", () => {
  test.each([
    ["B0-029", "never", "/repo", false],
    ["B0-029", "never", undefined, false],
    ["B0-030", "always", "/repo", true],
    ["B0-030", "always", undefined, true],
    ["B0-030", "always", "", true],
    ["B0-031", "with_path", "/repo", true],
    ["B0-031", "with_path", undefined, false],
    ["B0-031", "with_path", "", false],
    ["B0-036", "if_match", "/repo", true],
  ] as const)("%s: mode %s with path %j", (_row, mode, path, expected) => {
    expect(enabledWith(server("a", mode), path)).toBe(expected);
  });
});

describe("B0-032, B0-033: file_exists", () => {
  test.each([
    ["/repo", ".git", true],
    ["/repo", ".git/config", true],
    ["/repo", "file", true],
    ["/repo", "good", true],
    ["/repo", "dangling", false],
    ["/repo", "gone", false],
    ["/plain", ".git", false],
    ["/worktree", ".git", true],
  ])("B0-002, B0-033: %s has %s: %j", (path, fileExists, expected) => {
    expect(enabledWith(server("a", "if_match", { enableIf: { fileExists } }), path)).toBe(expected);
  });
  test.each(["../etc/passwd", "/etc/passwd", "a/../../etc/passwd", "~/x"])("B0-037: %s never holds", (fileExists) => {
    expect(enabledWith(server("a", "if_match", { enableIf: { fileExists } }), "/repo")).toBe(false);
  });
  test.each([undefined, ""])("B0-038: without a path (%j) it does not hold, whatever is in the working directory", (path) => {
    expect(enabledWith(server("a", "if_match", { enableIf: { fileExists: ".git" } }), path)).toBe(false);
  });
});

test.each([
  ["SET", true],
  ["ZERO", true],
  ["BLANK", true],
  ["EMPTY", false],
  ["UNSET", false],
  ["constructor", false],
])("B0-034: env_set %s: %j", (envSet, expected) => {
  expect(enabledWith(server("a", "if_match", { enableIf: { envSet } }), "/repo")).toBe(expected);
});

test.each<[EnableIf, boolean]>([
  [{ fileExists: ".git", envSet: "SET" }, true],
  [{ fileExists: ".git", envSet: "UNSET" }, false],
  [{ fileExists: "gone", envSet: "SET" }, false],
  [{ fileExists: "gone", envSet: "UNSET" }, false],
])("B0-035: both conditions have to hold: %j", (enableIf, expected) => {
  expect(enabledWith(server("a", "if_match", { enableIf }), "/repo")).toBe(expected);
});

describe("B0-020, B0-021: where the path goes", () => {
  test.each([
    [null, ["-y", "pkg", "/p"]],
    [-1, ["-y", "pkg", "/p"]],
    [-7, ["-y", "pkg", "/p"]],
    [0, ["/p", "-y", "pkg"]],
    [1, ["-y", "/p", "pkg"]],
    [2, ["-y", "pkg", "/p"]],
    [7, ["-y", "pkg", "/p"]],
  ])("index %j", (index, expected) => {
    expect(insertPath(["-y", "pkg"], "/p", index)).toEqual(expected);
  });
  test("whatever the index, the arguments keep their order and the path is added once", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), fc.option(fc.integer({ min: -9, max: 9 })), (args, path, index) => {
        const at = insertPath(args, path, index);
        const position = index === null || index < 0 || index > args.length ? args.length : index;
        expect(at).toHaveLength(args.length + 1);
        expect(at[position]).toBe(path);
        expect(at.toSpliced(position, 1)).toEqual(args);
      }),
    );
  });
});

test("B0-040: a server that needs a path and has none, or a missing one, is left out with the reason; others stay", () => {
  const definitions = [server("needy", "always", { requiresPath: true }), server("other", "always")];
  expect(autoEnabled(definitions, { path: "/gone" }, world)).toMatchObject({
    enabled: [{ definition: { name: "other" } }],
    left: [{ name: "needy", reason: "the path /gone does not exist" }],
  });
  expect(autoEnabled(definitions, { path: undefined }, world).left).toEqual([
    { name: "needy", reason: "it needs a path and none was given" },
  ]);
});

test("B0-042: what is enabled keeps the order of the definitions", () => {
  const names = Array.from({ length: 20 }, (_, index) => `s${(index * 7) % 20}`);
  const { enabled } = autoEnabled(
    names.map((name) => server(name, "always")),
    { path: undefined },
    world,
  );
  expect(enabled.map(({ definition }) => definition.name)).toEqual(names);
});

test("B0-043: making a definition ready does not change it", () => {
  const definition = Object.freeze(server("a", "with_path", { requiresPath: true, pathArgIndex: 0 }));
  const before = structuredClone(definition);
  const ready = withPath(definition, "/repo", world);
  expect(definition).toEqual(before);
  expect(ready).toMatchObject({ reach: { args: ["/repo", "-y", "pkg"] }, root: "/repo" });
});

test("B2-012: a server that is switched off is not enabled", () => {
  expect(enabledWith(server("a", "always", { enabled: false }), "/repo")).toBe(false);
});

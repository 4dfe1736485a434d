import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { circles } from "../../scripts/house/circles.ts";
import { houseDefects } from "../../scripts/house/defects.ts";
import type { SourceFile } from "../../scripts/house/imports.ts";
import { type House, readHouse, roomOf } from "../../scripts/house/rooms.ts";
import { root } from "../support/run-cli.ts";

const house: House = {
  core: ["base"],
  mostFiles: 2,
  rooms: {
    base: { holds: "helpers", mayImport: [] },
    "base/files": { holds: "files", mayImport: ["base"] },
    cli: { holds: "commands", mayImport: ["*"] },
  },
};

const file = (path: string, ...targets: readonly string[]): SourceFile => ({
  path,
  imports: targets.map((target, index) => ({ line: index + 1, target, ours: target.startsWith("src/") })),
});

describe("the house", () => {
  it("has no defect where imports go down", () => {
    const files = [
      file("src/cli/main.ts", "src/base/a.ts", "src/base/files/b.ts", "node:fs"),
      file("src/base/files/b.ts", "src/base/a.ts"),
    ];
    expect(houseDefects(house, files, new Map([["src/cli", 2]]))).toEqual([]);
  });

  it.each([
    [
      "an import that goes up",
      file("src/base/a.ts", "src/cli/main.ts"),
      "src/base/a.ts:1: base may not import cli (it may import: nothing of ours)",
    ],
    [
      "an import of a room below the own one that is not allowed",
      file("src/base/a.ts", "src/base/files/b.ts"),
      "base may not import base/files",
    ],
    ["I/O in the core", file("src/base/a.ts", "src/base/c.ts", "node:fs"), "src/base/a.ts:2: base is core"],
    ["a file outside of all rooms", file("src/lost.ts"), "src/lost.ts: is in no room"],
  ])("tells %s", (_, wrong, told) => {
    const defects = houseDefects(house, [wrong], new Map());
    expect(defects).toHaveLength(1);
    expect(defects[0]).toContain(told);
  });

  it("tells circles of files, circles of folders beside each other, and a folder that is too full", () => {
    const files = [
      file("src/cli/a/x.ts", "src/cli/b/y.ts"),
      file("src/cli/b/y.ts", "src/cli/a/z.ts"),
      file("src/cli/main.ts", "src/cli/io.ts"),
      file("src/cli/io.ts", "src/cli/main.ts"),
      // A folder and the folder it is in may know each other.
      file("src/cli/a/w.ts", "src/cli/shared.ts"),
      file("src/cli/all.ts", "src/cli/a/w.ts"),
    ];
    expect(houseDefects(house, files, new Map([["src/cli", 3]]))).toEqual([
      "circle of files: src/cli/main.ts → src/cli/io.ts",
      "circle of folders: src/cli/a → src/cli/b",
      "src/cli: holds 3 files, at most 2 (divide it by what its files are about)",
    ]);
  });

  it("finds the circles of a graph, each once, however they hang together", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", ["a"]],
      ["d", ["e"]],
      ["e", ["d", "f"]],
      ["f", []],
    ]);
    expect(circles(graph).map((circle) => circle.toSorted())).toEqual([
      ["d", "e"],
      ["a", "b", "c"],
    ]);
  });

  it("knows the room of a file by the longest name", () => {
    expect(roomOf(readHouse(), "src/base/time/clock.ts")).toBe("base/time");
    expect(roomOf(readHouse(), "src/check/server/tools/list.ts")).toBe("check");
  });
});

describe("pages for people", () => {
  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
  ].filter((page) => page.endsWith(".md") && existsSync(join(root, page)));

  it.each(pages)("%s names only files that are there", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    const linked = Array.from(text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g), ([, target = ""]) =>
      join(root, dirname(page), target),
    );
    const named = Array.from(
      text.matchAll(/`((?:src|test|scripts|suites|mocks|fixtures|docs|examples|reports)\/[\w./-]+)`/g),
      ([, path = ""]) => join(root, path),
    );
    expect([...linked, ...named].filter((path) => !existsSync(path))).toEqual([]);
  });
});

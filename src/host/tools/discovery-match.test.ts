import { describe, expect, it } from "vitest";
import { matchesDiscovery } from "./discovery-match.ts";

const names = [
  "filesystem:read_file",
  "filesystem:list_directory",
  "git:status",
  "github:search",
  "git:status_long",
  "postgres:query",
  "mysql:execute",
  "my:filesystem:read",
];

const bareOf = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

describe("patterns of a discovery", () => {
  it.each([
    ["*file*", "YY.....Y"],
    ["*git*", "..YYY..."],
    ["*sql*", "......Y."],
    ["*search*", "...Y...."],
    ["*", "YYYYYYYY"],
    ["**", "YYYYYYYY"],
    ["", "YYYYYYYY"],
    ["filesystem:*", "YY.....Y"],
    ["*:status", "..Y.Y..."],
    ["read_file", "Y......."],
    ["read?file", "........"],
    ["*read?file", "Y......."],
    ["*read*file*", "Y......."],
    ["*[", "........"],
    ["*FILE*", "YY.....Y"],
    ["Git:*", "..Y.Y..."],
    ["[fg]i*", "YYYYY..."],
  ])("match loosely: %s (B0-096 to B0-101)", (pattern, expected) => {
    expect(names.map((name) => (matchesDiscovery("loose", pattern, name, bareOf(name)) ? "Y" : ".")).join("")).toBe(expected);
  });

  it.each([
    ["*file*", "YY.....Y"],
    ["filesystem:*", "YY......"],
    ["*:status", "..Y....."],
    ["read_file", "Y......."],
    ["read?file", "Y......."],
    ["READ_FILE", "Y......."],
    ["*", "YYYYYYYY"],
    ["", "YYYYYYYY"],
    ["git", "........"],
    ["*[", "........"],
    ["[a-f]*", "YY....Y."],
  ])("match anchored, the namespaced or the bare name: %s (B0-098)", (pattern, expected) => {
    expect(names.map((name) => (matchesDiscovery("anchored", pattern, name, bareOf(name)) ? "Y" : ".")).join("")).toBe(expected);
  });

  it("cross no slash loosely, and take no time on hostile patterns (B0-099)", () => {
    expect(matchesDiscovery("loose", "a?*c", "a/b/c", "a/b/c")).toBe(false);
    const began = performance.now();
    expect(matchesDiscovery("anchored", "*a".repeat(200), "a".repeat(2000), "")).toBe(true);
    expect(matchesDiscovery("anchored", `${"*a".repeat(200)}b`, "a".repeat(2000), "")).toBe(false);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

import { describe, expect, it } from "vitest";
import { link, testWorld } from "../../config/world/test-world.ts";
import { profiles } from "../../profile/profiles.ts";
import { judgePaths } from "./path-guard.ts";

const files = {
  "/base/in/file": "",
  "/base/in/?x": "",
  "/base/linked": link("/base/in"),
  "/base/in/to-home": link("/home/user"),
  "/home/user/in/x": "",
  "/secret/key": "",
};
const world = testWorld(files, { home: "/base/in/home" });
const homeless = testWorld(files, { home: undefined });
const settings = profiles.strict.policy.path;
const allowed = { allowed: true };
const refused = (reason: string): object => ({ allowed: false, rule: "path.outside", reason: `Access denied: ${reason}` });
const outside = refused("path lies outside /base/in");

describe("a path that a server may read in several ways", () => {
  it.each([
    ["is within by every reading", "file", world, allowed],
    ["is outside as it is written", "../x", world, outside],
    ["is outside with backslashes for slashes", "..\\x", world, outside],
    ["is outside decoded once", "%2e%2e/x", world, outside],
    ["is outside decoded twice", "%252e%252e/x", world, outside],
    ["is outside decoded three times", "%25252e%25252e/x", world, outside],
    ["is taken for within where only a fourth time leads out", "%2525252e%2525252e/x", world, allowed],
    ["is outside decoded where something else in it is not to be", "%zz/%2e%2e/%2E%2E/x", world, outside],
    ["is outside by a slash that is decoded then", "..%2fx%zz", world, outside],
    ["is outside by a backslash that is decoded then", "..%5Cx%zz", world, outside],
    ["is outside by NUL that is decoded then", "x%00%zz", world, outside],
    ["is outside by a home that is decoded then", "%7Eroot/%zz", world, outside],
    ["is within where nothing in it is to be decoded", "100% of it", world, allowed],
    ["is outside by NUL", "a\0", world, outside],
    ["is in the home, which is within", "~", world, allowed],
    ["is below the home, which is within", "~/x", world, allowed],
    ["is below the home behind blanks", "  ~/x", world, allowed],
    ["is outside where the home leads upwards", "~/../../x", world, outside],
    ["is outside where there is no home", "~", homeless, outside],
    ["is outside below a home that does not exist", "~/x", homeless, outside],
    ["is outside in another's home", "~root", world, outside],
    ["is outside below another's home", "~Some_one-2/x", world, outside],
    ["is within where the tilde only begins a name", "~lock.file#", world, allowed],
    ["is within where the tilde stands later", "a~b/x", world, allowed],
    ["is outside on a drive", "c:\\x", world, outside],
    ["is outside on a drive with a slash", "Z:/x", world, outside],
    ["is outside on another machine", "\\\\host\\x", world, outside],
    ["is within where two letters stand before the colon", "ab:/x", world, allowed],
    ["is within where such a name stands further down", "a/c:/x", world, allowed],
  ])("%s", (_title, path, machine, expected) => {
    expect(judgePaths({ path }, "/base/in", settings, machine)).toEqual(expected);
  });
});

describe("a file URL", () => {
  it.each([
    ["is within", "file:///base/in/file", allowed],
    ["is within without slashes for a host", "file:/base/in/file", allowed],
    ["is within on this machine", "file://localhost/base/in/file", allowed],
    ["is within with a query and a fragment, which are no part of the path", "file:///base/in/file?../../x#../../y", allowed],
    ["is within with a blank", "file:///base/in/a%20b", allowed],
    ["is outside", "file:///base/x", outside],
    ["is outside over two lines, of which nobody knows what a server takes", "file:///base/in/file\nx", outside],
    ["is outside on another machine", "file://host/base/in/file", outside],
    ["is outside on a machine whose name only begins so", "file://localhost.evil/base/in/file", outside],
    ["is outside where it is relative", "file:base/in/file", outside],
    ["is outside where it only names a machine", "file://localhost", outside],
    ["is outside decoded", "file:///base/in/%2e%2e/x", outside],
    ["is outside by NUL that is decoded", "file:///base/in/x%00", outside],
    ["is outside behind a prefix of its own", "view-source:file:///base/x", outside],
  ])("%s", (_title, path, expected) => {
    expect(judgePaths({ path }, "/base/in", settings, world)).toEqual(expected);
  });
});

describe("a path below a directory", () => {
  it.each([
    ["that is reached through a link is within by its own name", "/base/in/file", "/base/linked", allowed],
    ["that is reached through a link is within by the link's", "/base/linked/file", "/base/linked", allowed],
    [
      "that is reached through a link is outside of both",
      "/base/file",
      "/base/linked",
      refused("path lies outside /base/linked"),
    ],
    ["is outside where the directory's name only begins so", "/base/inner", "/base/in", outside],
    ["is the directory itself", "/base/in", "/base/in", allowed],
    ["whose name ends in a slash is within", "/base/in/file", "/base/in/", allowed],
    ["is within the root, as everything is", "/secret/key", "/", allowed],
    ["is outside in fact, though not in words", "to-home/x", "/base/in", outside],
    ["is outside in words, though not in fact", "/base/linked/file", "/base/in", outside],
    ["that does not exist is within by its words", "/later/x", "/later", allowed],
    ["that does not exist is outside by its words", "/sooner/x", "/later", refused("path lies outside /later")],
  ])("%s", (_title, path, root, expected) => {
    expect(judgePaths({ path }, root, settings, world)).toEqual(expected);
  });
});

describe("arguments with paths", () => {
  const deep = Array.from({ length: 65 }).reduce<unknown>((inner) => ({ a: inner }), "x");
  it.each([
    ["are refused for the second path", { path: "file", to: "/etc/x" }, "on", refused("to lies outside /base/in")],
    ["are refused for a name", { files: { "/x": "" } }, "on", refused("a name in files lies outside /base/in")],
    ["are refused for the second of several readings of a text", { file: "a, /x" }, "on", refused("file lies outside /base/in")],
    ["are within with the longest path", { path: "x".repeat(4096) }, "on", allowed],
    ["are refused with a longer path", { path: "x".repeat(4097) }, "on", refused("path has more than 4096 characters")],
    ["are refused where they are nested without end", deep, "on", refused("the arguments are nested too deeply to be checked")],
    ["are let through where nobody looks", { path: "/etc/x" }, "off", allowed],
    ["are refused where a server that declares it has a directory", { path: "/x" }, "requiresPath", outside],
  ] as const)("%s", (_title, args, mode, expected) => {
    expect(judgePaths(args, "/base/in", { ...settings, mode }, world)).toEqual(expected);
  });

  it("are a text as it stands where names alone count", () => {
    const byName = { ...settings, maybe: null };
    expect(judgePaths({ path: "a, /x" }, "/base/in", byName, world)).toEqual(allowed);
    expect(judgePaths({ path: "in/profile:x" }, "/base/in", byName, world)).toEqual(allowed);
    expect(judgePaths({ path: "/x" }, "/base/in", byName, world)).toEqual(outside);
    expect(judgePaths({ path: " /x" }, "/base/in", byName, world)).toEqual(outside);
  });

  it("are known by whole words, each of those that are named", () => {
    const own = { ...settings, keys: "place|Ort", maybe: null };
    const judged = ["place", "ort", "placebo", "workplace"].map((name) => judgePaths({ [name]: "/x" }, "/base/in", own, world));
    expect(judged.map((decision) => decision.allowed)).toEqual([false, false, true, true]);
  });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { directory, link, testWorld } from "../../config/world/test-world.ts";
import { profiles } from "../../profile/profiles.ts";
import { leadsTo } from "./leads-to.ts";
import { pathArguments } from "./path-arguments.ts";
import { judgePaths } from "./path-guard.ts";

const world = testWorld(
  {
    "/base/in/file": "",
    "/base/in/dir/deep": "",
    "/base/in/out": link("/secret"),
    "/base/in/up": link(".."),
    "/base/in/self": link("."),
    "/base/in/dangling": link("../gone"),
    "/base/in/loop": link("loop"),
    "/base/in/inner": link("dir"),
    "/base/index": "",
    "/secret/key": "",
    "/home/user": directory,
  },
  { home: "/home/user" },
);
const settings = profiles.strict.policy.path;

function isAllowed(args: unknown, root: string | undefined = "/base/in"): boolean {
  return judgePaths(args, root, settings, world).allowed;
}

describe("B0-188, B0-190: paths within the directory", () => {
  test.each([
    "file",
    "./file",
    "dir/../file",
    "dir//deep",
    "dir/",
    "/base/in",
    "/base/in/",
    "/base/in/new/file",
    "//base/in/file",
    "self/file",
    "inner/deep",
    "",
    "a%20b",
    "100%",
    "a\\b",
    "~lock.file#",
    "...",
    "..a",
    "a..b",
    "file:///base/in/file",
    "file:/base/in/file",
    "file://localhost/base/in/a%20b",
    "file://LOCALHOST/base/in/file",
    "https://example.org/../x",
  ])("%j is let through", (path) => {
    expect(isAllowed({ path })).toBe(true);
  });
});

describe("B0-188, B0-189, B0-190, B0-191: paths that leave it", () => {
  test.each([
    ["../secret", "parent"],
    ["..", "parent"],
    ["dir/../../index", "parent within"],
    ["/etc/passwd", "absolute"],
    ["/base/index", "prefix of the name"],
    ["/base/in2/x", "prefix of the name"],
    ["/base", "above"],
    ["/", "above"],
    ["/ROOT/IN/file", "other case"],
    ["out/key", "link"],
    ["out", "link"],
    ["up/index", "link up"],
    ["out/../in/file", "up from where a link led"],
    ["dangling", "dangling link"],
    ["loop/x", "link in a circle"],
    ["%2e%2e/secret", "encoded"],
    ["%2E%2E%2Fsecret", "encoded"],
    ["%252e%252e/secret", "encoded twice"],
    ["%2e%2e%2fsecret%zz", "encoded, and malformed"],
    ["..\\secret", "backslash"],
    ["dir\\..\\..\\secret", "backslash"],
    ["..%5csecret", "encoded backslash"],
    ["~", "home"],
    ["~/x", "home"],
    ["~root/x", "another home"],
    ["file:///etc/passwd", "file URL"],
    ["FILE:///etc/passwd", "file URL"],
    ["file:///base/in/../../etc", "file URL"],
    ["file:///base/in/%2e%2e/index", "file URL, encoded"],
    ["file://server/base/in/file", "file URL of another machine"],
    ["file:relative", "file URL without a path"],
    ["file\0", "NUL"],
    ["file%00", "NUL, encoded"],
    ["C:\\Windows", "drive"],
    ["C:/Windows", "drive"],
    ["\\\\server\\share", "share"],
    ["https://x/../../../../etc/passwd", "what joins a directory and a URL leaves it"],
    ["a+b://../../../../etc/passwd", "a scheme nobody knows"],
    ["https://x/%2e%2e/%2e%2e/../../etc/passwd", "a URL, encoded"],
    [" ../secret", "blank before"],
    ["\t/etc/passwd", "tab before"],
    [`${"a/".repeat(3000)}b`, "very long"],
  ])("%j (%s) is refused", (path) => {
    const decision = judgePaths({ path }, "/base/in", settings, world);
    expect(decision).toMatchObject({ allowed: false, rule: "path.outside", reason: expect.stringContaining("Access denied") });
  });
});

describe("B0-192: where paths stand", () => {
  const outside = "/etc/passwd";
  test.each([
    { file: outside },
    { filePath: outside },
    { file_path: outside },
    { "output-dir": outside },
    { paths: ["file", outside] },
    { directories: [outside] },
    { fileName: outside },
    { FILENAME: outside },
    { options: { path: outside } },
    { items: [{ path: outside }] },
    { uri: "file:///etc/passwd" },
    { cwd: outside },
    { root: outside },
    { source: "file", destination: outside },
    { paths: { a: { path: outside } } },
    { files: { "../../x": "content" } },
    { a: { b: { c: { d: [[{ path: outside }]] } } } },
  ])("%j is refused", (args) => {
    expect(isAllowed(args)).toBe(false);
  });
  test.each([
    { content: "/etc/passwd" },
    { file_content: "../x" },
    { profile: "/x" },
    { query: "../x" },
    { pathology: "/x" },
    { files: { "a.ts": "/* a comment */" } },
    { path: 7 },
    { path: null },
    { paths: [] },
    {},
    [],
    "x",
    null,
    undefined,
  ])("%j is none of the guard's business", (args) => {
    expect(isAllowed(args)).toBe(true);
  });
  test("what is nested beyond reason is refused", () => {
    const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => ({ a: inner }), { path: "file" });
    expect(isAllowed(deep)).toBe(false);
    expect(pathArguments(deep, { path: /^path$/, maybe: undefined })).toBe("too deep");
  });
  test("texts of other members are none where names alone count", () => {
    expect(pathArguments({ text: "/etc/passwd", url: "file:///x" }, { path: /^path$/, maybe: undefined })).toEqual([]);
  });
  test("a number behind a name is none of it, and words may be written in capitals", () => {
    expect(isAllowed({ path12: "/etc/passwd" })).toBe(false);
    expect(judgePaths({ ablage: "/etc/passwd" }, "/base/in", { ...settings, keys: "Ablage" }, world).allowed).toBe(false);
  });
  test("the reason names the member, not the path", () => {
    const decision = judgePaths({ options: { path: "/very/private" } }, "/base/in", settings, world);
    expect(decision).toEqual({
      allowed: false,
      rule: "path.outside",
      reason: "Access denied: options.path lies outside /base/in",
    });
  });
});

test("without a directory, or with the guard off, nothing is refused", () => {
  expect(judgePaths({ path: "/etc/passwd" }, undefined, settings, world).allowed).toBe(true);
  expect(judgePaths({ path: "/etc/passwd" }, "/base/in", profiles.dolphin.policy.path, world).allowed).toBe(true);
  expect(judgePaths({ path: "/etc/passwd" }, "/", settings, world).allowed).toBe(true);
});

describe("B0-190, B0-191: no traversal escapes", () => {
  const step = fc.constantFrom(
    "..",
    ".",
    "",
    "in",
    "file",
    "dir",
    "deep",
    "out",
    "up",
    "self",
    "inner",
    "dangling",
    "loop",
    "new",
    "root",
    "secret",
  );
  const path = fc
    .tuple(fc.constantFrom("", "/", "/base/in/", "./", "../"), fc.array(step, { maxLength: 8 }))
    .map(([start, steps]) => start + steps.join("/"));
  const disguises: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => text.replaceAll("/", "\\"),
    (text) => text.replaceAll(".", "%2e"),
    (text) => text.replaceAll("/", "%2F"),
    (text) => encodeURIComponent(encodeURIComponent(text)),
  ];
  const leaves = (text: string): boolean => {
    const target = leadsTo(text, "/base/in", world);
    return target === undefined || (target !== "/base/in" && !target.startsWith("/base/in/"));
  };
  test("whatever leads outside is refused, in every disguise", () => {
    fc.assert(
      fc.property(path, fc.constantFrom(...disguises), (text, disguise) => {
        fc.pre(leaves(text));
        expect(isAllowed({ path: disguise(text) })).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
  test("whatever is let through leads, step by step, to a place within", () => {
    fc.assert(
      fc.property(path, (text) => {
        fc.pre(isAllowed({ path: text }));
        expect(leaves(text)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
  test("no text at all makes it throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        expect(typeof isAllowed({ path: text })).toBe("boolean");
      }),
    );
  });
});

describe("paths are known by their values as well as by their names", () => {
  const outside = [
    ...["filepath", "pathname", "path1", "file_2", "fullpath", "outfile", "logfile", "workdir"].map((name) => ({
      [name]: "/etc/passwd",
    })),
    ...["input", "location", "document", "from", "to", "inputUrl", "output_2"].map((name) => ({ [name]: "/etc/passwd" })),
    ...["../../x", "~/x", "~root/x", "dir/../../../x", "C:\\x", "\\\\host\\share", "@/etc/passwd"].map((input) => ({ input })),
    { url: "file:///etc/passwd" },
    { url: "file:etc/passwd" },
    { href: "view-source:file:///etc/passwd" },
    { anything: "file:///etc/passwd" },
    { anything: "FILE:///etc/passwd" },
    { anything: " file:/etc/passwd" },
    { anything: "view-source:file:///etc/passwd" },
    { anything: "jar:file:///etc/x.jar!/y" },
    { anything: "first line\nfile:///etc/passwd" },
    { anything: "file:%2f%2f/etc/passwd" },
    { deep: [{ list: ["x", { more: "file:///etc/passwd" }] }] },
    { path: [{ x: "/etc/passwd" }] },
    { path: { x: { y: ["/etc/passwd"] } } },
    { path: "view-source:file:///etc/passwd" },
    { path: "@/etc/passwd" },
    { path: "<@/etc/passwd" },
    { path: "a\n/etc/passwd" },
    { path: "a\r\n../../x" },
    { path: "file, /etc/passwd" },
    { path: "file;/etc/passwd" },
    { path: "'/etc/passwd'" },
    { path: "the file file:///etc/passwd" },
    { paths: { a: "file", b: "/etc/passwd" } },
  ];
  test.each(outside.map((args) => [args]))("%j is refused", (args) => {
    expect(isAllowed(args)).toBe(false);
  });

  test.each(
    [
      { path1: "file", filepath: "dir/deep", outfile: "new.txt" },
      { input: "/base/in/file", from: "dir/deep", to: "file:///base/in/new" },
      { anything: "file:///base/in/file" },
      { text: "../secret.txt", content: "/etc/passwd", query: "../*", pattern: "/srv/", path_separator: "/" },
      { pathology: "../x", profile: "/x", command_text: "cd .." },
      { message: "it is in file:///etc/passwd, I think", note: "file: see /etc", query: "file:README.md" },
      { from: "ann@example.org", to: "bob@example.org", location: "Berlin / Mitte", document: "/* css */\nbody {}" },
      { input: "a question about /etc/passwd", output: "// a comment", url: "https://example.org/../x" },
      { files: { "ok.txt": "see ../secret.txt", "style.css": "/* x */", "x.sh": "#!/bin/sh\ncat /etc/passwd" } },
      { path: "my file, the second (copy)=1.txt" },
    ].map((args) => [args]),
  )("%j is let through", (args) => {
    expect(isAllowed(args)).toBe(true);
  });

  test("a profile that goes by names alone goes on doing so", () => {
    const byName = { ...profiles.ollama.policy.path, mode: "on" as const };
    const judged = [
      { filepath: "/etc/passwd" },
      { input: "/etc/passwd" },
      { any: "file:///etc/passwd" },
      { path: "/etc/passwd" },
    ].map((args) => judgePaths(args, "/base/in", byName, world).allowed);
    expect(judged).toEqual([true, true, true, false]);
  });
});

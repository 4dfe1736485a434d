import { describe, expect, it } from "vitest";
import { fileUrlsIn, looksLikePath, pathsIn } from "./path-text.ts";

describe("a text is taken for a path", () => {
  it.each([
    ["that is absolute", "/etc/passwd"],
    ["that is absolute, with blanks around it", "  /etc/passwd\n"],
    ["that a client of chats marks with an at sign", "@/etc/passwd"],
    ["in the home directory", "~/x"],
    ["that is the home directory", "~"],
    ["in the home directory of somebody else", "~some.one-else/x"],
    ["on a drive of Windows", "C:\\x"],
    ["on a drive of Windows, with a slash", "d:/x"],
    ["on another machine", "\\\\host\\share"],
    ["that begins upwards", "../x"],
    ["that begins upwards with a backslash", "..\\x"],
    ["that leads upwards within", "a/../b"],
    ["that ends upwards", "a\\.."],
    ["that is upwards and nothing else", ".."],
    ["that is a file URL", "file:///x"],
    ["that is a file URL in capitals, without slashes", "FILE:x"],
    ["that is a file URL within another", "view-source:file:///x"],
    ["that is a file URL within two others", "jar:view-source:file:///x"],
  ])("%s", (_title, text) => {
    expect(looksLikePath(text)).toBe(true);
  });

  it.each([
    ["that is nothing", ""],
    ["that is a word", "report"],
    ["below the directory", "dir/file.txt"],
    ["that is a slash", "/"],
    ["that is a comment", "// see below"],
    ["that is a comment of other languages", "/* see below */"],
    ["with a blank behind a slash", "/ or both"],
    ["over two lines", "/etc/passwd\n/etc/group"],
    ["over two lines of old machines", "/etc/passwd\r/etc/group"],
    ["with a slash later", "see /etc/passwd"],
    ["behind two at signs", "@@/etc/passwd"],
    ["with an at sign later", "x@/etc"],
    ["that is a bundler's name for a directory", "~@/components"],
    ["that is about a number", "~5 minutes"],
    ["with a tilde later", "a~/x"],
    ["of two letters before the colon", "ab:/x"],
    ["with a drive later", "on C:\\x"],
    ["with three backslashes", "\\\\\\x"],
    ["with two backslashes later", "a \\\\host"],
    ["with a command to go upwards", "cd .. && ls"],
    ["with two dots in a name", "v1..v2"],
    ["with three dots", ".../x"],
    ["about a file", "file: see below"],
    ["with a file URL later", "see file:///x"],
    ["with a word that ends so", "profile:x"],
  ])("not one %s", (_title, text) => {
    expect(looksLikePath(text)).toBe(false);
  });
});

describe("file URLs", () => {
  it.each<[title: string, text: string, expected: readonly string[]]>([
    ["are a text as a whole", "file:///x", ["file:///x"]],
    ["are a text with blanks around it", "\t file:///x ", ["file:///x"]],
    ["are lines of their own", "first\nfile:///x\r\nFile:/y", ["file:///x", "File:/y"]],
    ["may stand in brackets", "<(file:///x)>", ["file:///x)>"]],
    ["may stand within another URL", "view-source:file:///x", ["file:///x"]],
    ["may stand within two, in brackets", "<jar:view-source:file:///x", ["file:///x"]],
    ["may have a backslash", "file:\\x", ["file:\\x"]],
    ["may have their slash encoded", "file:%2Fx", ["file:%2Fx"]],
    ["may have a backslash encoded", "file:%5cx", ["file:%5cx"]],
    ["go on to the end of the line", "file:///a b", ["file:///a b"]],
    ["are none without a slash", "file:README.md", []],
    ["are none behind a word", "see file:///x", []],
    ["are none behind a number", "1 file:///x", []],
    ["are none behind a letter with an accent", "é file:///x", []],
    ["are none in a word that ends so", "profile:///x", []],
    ["are none in other URLs", "https://x/file:///y", []],
    ["are none in nothing", "", []],
  ])("%s", (_title, text, expected) => {
    expect(fileUrlsIn(text)).toEqual(expected);
  });
});

describe("a text that is called a path may be", () => {
  it.each<[title: string, text: string, others: readonly string[]]>([
    ["itself only", "dir/my file.txt", []],
    ["each of its lines", "a\r\n../x\nb", ["a", "../x", "b"]],
    ["what is absolute behind a blank", "file /etc/x", ["/etc/x"]],
    ["what is absolute behind a comma, a semicolon or a bar", "a,/b;/c|/d", ["/b", "/c", "/d"]],
    ["what is absolute in quotes of any kind", `a "/b" '/c' \`/d\``, ["/b", "/c", "/d"]],
    ["what is absolute behind a sign or a bracket", "a=/b </c> (/d)", ["/b", "/c", "/d"]],
    ["what stands behind an at sign", "see @/etc/x", ["/etc/x"]],
    ["what leads upwards behind a blank", "see ../x", ["../x"]],
    ["what is in a home behind a blank", "see ~/x ~some.one/y", ["~/x", "~some.one/y"]],
    ["a file URL behind a blank", "see file:///x", ["file:///x"]],
    ["a file URL up to what ends its word, and on to its quote", "see file:/a,b", ["file:/a", "file:/a,b"]],
    ["a file URL within a word", "xfile:/a FILE:/b", ["file:/a", "FILE:/b"]],
    ["nothing behind a colon", "a:/b", []],
    ["nothing that is a tilde within a name", "a ~b", []],
  ])("%s", (_title, text, others) => {
    expect(new Set(pathsIn(text))).toEqual(new Set([text, ...others]));
  });

  it("each but once", () => {
    expect(pathsIn("/x")).toEqual(["/x"]);
    expect(pathsIn("file:/x")).toEqual(["file:/x"]);
  });
});

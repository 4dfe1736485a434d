import { describe, expect, it } from "vitest";
import { pathArguments } from "./path-arguments.ts";

const words = { path: /^(?:path|file|filename|directory|dir)$/, maybe: /^(?:input|url)$/ };
const byName = { path: words.path, maybe: undefined };
const at = (text: string, place: string): object => ({ text, place });

describe("paths in the arguments of a call", () => {
  it.each<[title: string, args: unknown, expected: readonly object[]]>([
    ["are what is called one", { path: "a" }, [at("a", "path")]],
    [
      "are what ends in the word, however it is joined",
      { outputDir: "a", in_file: "b", "x-path": "c", OUT_FILE: "d" },
      [at("a", "outputDir"), at("b", "in_file"), at("c", "x-path"), at("d", "OUT_FILE")],
    ],
    ["are what ends in the word behind a number", { v2Path: "a" }, [at("a", "v2Path")]],
    [
      "are what is called by two words that are one",
      { fileName: "a", FILE_NAME: "b" },
      [at("a", "fileName"), at("b", "FILE_NAME")],
    ],
    ["are what ends in two words that are one, with a number behind", { file_name_2: "a" }, [at("a", "file_name_2")]],
    [
      "are what ends in the word, or in two that are one, behind others",
      { my_output_file: "a", my_file_name: "b" },
      [at("a", "my_output_file"), at("b", "my_file_name")],
    ],
    ["are not what is called by three words of which two are one later", { file_name_length: "a" }, []],
    [
      "are what is called so in the plural",
      { paths: "a", files: "b", directories: "c" },
      [at("a", "paths"), at("b", "files"), at("c", "directories")],
    ],
    ["are what is called so with a number", { path12: "a", file_2: "b" }, [at("a", "path12"), at("b", "file_2")]],
    ["are not what only begins so", { path_separator: "a", fileContent: "b" }, []],
    ["are not what has the word within another", { pathology: "a", profile: "b", ies: "c" }, []],
    ["are not what is called by no letters", { "": "a", "--": "b", 7: "c" }, []],
    ["are each of a list", { files: ["a", ["b"]] }, [at("a", "files[0]"), at("b", "files[1][0]")]],
    ["are in lists and maps further down", { jobs: [{ to: { file: "a" } }] }, [at("a", "jobs[0].to.file")]],
    [
      "are each of the names of a map that is called so",
      { files: { "a.ts": "text", b: 7 } },
      [at("a.ts", "a name in files"), at("b", "a name in files")],
    ],
    [
      "are texts of such a map that look like one",
      { files: { a: "/etc/x" } },
      [at("a", "a name in files"), at("/etc/x", "files.a")],
    ],
    ["are lists in such a map", { files: { a: ["b"] } }, [at("a", "a name in files"), at("b", "files.a[0]")]],
    ["are maps in such a map", { files: { a: { b: "text" } } }, [at("a", "a name in files"), at("b", "a name in files.a")]],
    ["are not what is nothing, a number or a truth", { path: null, file: 7, dir: true }, []],
    ["are what may be one and looks like it", { input: "../x", url: "file:///y" }, [at("../x", "input"), at("file:///y", "url")]],
    ["are not what may be one but does not look like it", { input: "x", url: "https://y" }, []],
    ["are each of a list that may be one", { input: ["../x", "y"] }, [at("../x", "input[0]")]],
    ["are not the names of a map that may be one, but its texts", { input: { "../x": "../y" } }, [at("../y", "input.../x")]],
    ["are file URLs anywhere", { text: "first\nfile:///x" }, [at("file:///x", "text")]],
    ["are not other paths anywhere", { text: "/etc/passwd" }, []],
    ["are not in arguments that are a text", "/etc/passwd", []],
    ["are not in arguments that are nothing", null, []],
  ])("%s", (_title, args, expected) => {
    expect(pathArguments(args, words)).toEqual(expected);
  });

  it.each<[title: string, args: unknown, expected: readonly object[]]>([
    [
      "are what is called one",
      { path: "a", outputDir: "b", files: "c" },
      [at("a", "path"), at("b", "outputDir"), at("c", "files")],
    ],
    ["are not what is called one with a number", { path12: "a" }, []],
    ["are not what may be one", { input: "/etc/passwd" }, []],
    ["are not file URLs anywhere", { text: "file:///etc/passwd" }, []],
    ["are the names of a map, and not its texts", { files: { a: "/etc/passwd" } }, [at("a", "a name in files")]],
    [
      "are the texts of lists and maps in a map",
      { files: { a: ["b"], c: { d: "/e" } } },
      [at("a", "a name in files"), at("b", "files.a[0]"), at("c", "a name in files"), at("d", "a name in files.c")],
    ],
  ])("where names alone count %s", (_title, args, expected) => {
    expect(pathArguments(args, byName)).toEqual(expected);
  });
});

describe("arguments in arguments", () => {
  const nested = (depth: number, inLists: boolean): unknown =>
    Array.from({ length: depth }).reduce<unknown>((inner) => (inLists ? [inner] : { a: inner }), "text");
  it.each([
    ["are followed for 64 maps", 64, false, []],
    ["are too deep in one map more", 65, false, "too deep"],
    ["are followed for 64 lists", 64, true, []],
    ["are too deep in one list more", 65, true, "too deep"],
  ])("%s", (_title, depth, inLists, expected) => {
    expect(pathArguments(nested(depth, inLists), words)).toEqual(expected);
  });
});

import { expect, it } from "vitest";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { parseReporterOption, reporterHelp } from "./reporter-option.ts";

const names = "badge, comment, github, gitlab, html, json, junit, markdown, ndjson, pretty, sarif, tap";

it.each<[string, string, string | undefined, readonly (readonly [string, string | null])[]]>([
  ["one report goes to standard output", "json", undefined, [["json", null]]],
  ["one report goes to standard output although there is a folder", "json", "out", [["json", null]]],
  [
    "spaces around names and files are none of theirs",
    " pretty , json = out.json ",
    undefined,
    [
      ["pretty", null],
      ["json", "out.json"],
    ],
  ],
  ["a file may have spaces and signs inside", "json=a b=c.json", undefined, [["json", "a b=c.json"]]],
  [
    "a report with a file beside one without leaves that on standard output",
    "json=a.json,tap",
    "out",
    [
      ["json", "out/a.json"],
      ["tap", null],
    ],
  ],
  ["a file of a whole path is not in the folder", "json=/a.json", "out", [["json", "/a.json"]]],
  [
    "of several without a file all but pretty get one in the folder, named after them",
    "pretty,badge,comment,github,gitlab,junit,markdown,html,json,ndjson,sarif,tap",
    "out",
    [
      ["pretty", null],
      ["badge", "out/mcpcheck.svg"],
      ["comment", "out/mcpcheck.comment.md"],
      ["github", "out/mcpcheck.github.txt"],
      ["gitlab", "out/mcpcheck.gitlab.json"],
      ["junit", "out/mcpcheck.junit.xml"],
      ["markdown", "out/mcpcheck.md"],
      ["html", "out/mcpcheck.html"],
      ["json", "out/mcpcheck.json"],
      ["ndjson", "out/mcpcheck.ndjson"],
      ["sarif", "out/mcpcheck.sarif"],
      ["tap", "out/mcpcheck.tap"],
    ],
  ],
])("%s", (_title, value, out, targets) => {
  expect(parseReporterOption(value, out)).toEqual(targets.map(([name, file]) => ({ name, file })));
});

it.each<[string, string, string | undefined, string]>([
  ["an unknown name", "nothing-like-it", undefined, `--reporter: no reporter "nothing-like-it" (there are ${names})`],
  ["a misspelt name", "prety", undefined, `--reporter: no reporter "prety"; did you mean pretty? (there are ${names})`],
  ["a file without a name", "json= ", undefined, '--reporter: "json= " names no file; write json=<file> or json'],
  [
    "two reports on standard output",
    "tap,json=a,json",
    undefined,
    "--reporter: tap and json both want standard output; give all but one a file, as in json=<file>",
  ],
  [
    "pretty twice, whatever the folder",
    "pretty,pretty",
    "out",
    "--reporter: pretty and pretty both want standard output; give all but one a file, as in pretty=<file>",
  ],
  ["two reports in one file", "tap,json=a,junit=a", undefined, "--reporter: two reports want the file a"],
  ["two reports of one kind in one folder", "json,json", "out", "--reporter: two reports want the file out/mcpcheck.json"],
])("%s is a mistake of the caller", (_title, value, out, message) => {
  expect(() => parseReporterOption(value, out)).toThrow(new McpcheckError("usage", message));
});

it("help names every reporter", () => {
  expect(reporterHelp).toBe(`reporters, each with an optional file, as in pretty,json=out.json: ${names}`);
});

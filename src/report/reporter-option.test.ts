import { expect, test } from "vitest";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { parseReporterOption, reporterHelp } from "./reporter-option.ts";
import { reporters } from "./reporters.generated.ts";

test("several reports, one of them on standard output", () => {
  expect(parseReporterOption("pretty,json=out.json,junit=a=b.xml")).toEqual([
    { name: "pretty", file: null },
    { name: "json", file: "out.json" },
    { name: "junit", file: "a=b.xml" },
  ]);
});

test("files are named from the folder of --out, and of several reports without one all but pretty get a file there", () => {
  expect(parseReporterOption("pretty,sarif,junit,json=a/b.json,html=/tmp/c.html", "d")).toEqual([
    { name: "pretty", file: null },
    { name: "sarif", file: "d/mcpcheck.sarif" },
    { name: "junit", file: "d/mcpcheck.junit.xml" },
    { name: "json", file: "d/a/b.json" },
    { name: "html", file: "/tmp/c.html" },
  ]);
  expect(parseReporterOption("json", "d")).toEqual([{ name: "json", file: null }]);
});

test.each([
  ["prety", /no reporter "prety"; did you mean pretty\?/],
  ["", /no reporter ""/],
  ["constructor", /no reporter "constructor"/],
  ["json=", /names no file/],
  ["pretty,json", /pretty and json both want standard output/],
  ["json=a,junit=a", /two reports want the file a/],
])("%j is a usage error", (value, message) => {
  expect(() => parseReporterOption(value)).toThrow(message);
  expect(() => parseReporterOption(value)).toThrow(McpcheckError);
});

test("the contract's reporters of this part are there", () => {
  expect(Object.keys(reporters)).toEqual(expect.arrayContaining("pretty json ndjson junit github markdown tap".split(" ")));
});

test("help names every reporter", () => {
  for (const name of Object.keys(reporters)) expect(reporterHelp).toContain(name);
});

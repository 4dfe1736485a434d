import { Command } from "commander";
import { expect, test } from "vitest";
import { addRunOptions, readReporters } from "./run-options.ts";

test("lists that are given twice count twice, as with commas", () => {
  const command = addRunOptions(new Command());
  const words = [
    "--check",
    "tools.*",
    "--check",
    "http.a,http.b",
    "--suite",
    "one",
    "--suite",
    "two",
    "--reporter",
    "json=r.json",
  ];
  command.parse([...words, "--reporter", "pretty"], { from: "user" });
  expect(command.opts()).toMatchObject({ check: "tools.*,http.a,http.b", suite: "one,two", reporter: "json=r.json,pretty" });
});

test("annotations are chosen by themselves in GitHub Actions, and only where no reporter was", () => {
  const actions = { GITHUB_ACTIONS: "true" };
  expect(readReporters({}, {})).toEqual([{ name: "pretty", file: null }]);
  expect(readReporters({}, actions)).toEqual([
    { name: "pretty", file: null },
    { name: "github", file: null },
  ]);
  expect(readReporters({ reporter: "json" }, actions)).toEqual([{ name: "json", file: null }]);
});

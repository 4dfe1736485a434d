import { expect, test } from "vitest";
import { readReporters } from "./run-options.ts";

test("annotations are chosen by themselves in GitHub Actions, and only where no reporter was", () => {
  const actions = { GITHUB_ACTIONS: "true" };
  expect(readReporters({}, {})).toEqual([{ name: "pretty", file: null }]);
  expect(readReporters({}, actions)).toEqual([
    { name: "pretty", file: null },
    { name: "github", file: null },
  ]);
  expect(readReporters({ reporter: "json" }, actions)).toEqual([{ name: "json", file: null }]);
});

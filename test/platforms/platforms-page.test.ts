import { expect, test } from "vitest";
import { failedIn, type Played, platformsPage } from "../../scripts/platforms/platforms-page.ts";

const played: Played = {
  node: "22.1.0",
  platform: "linux x64",
  command: "npm test -- src",
  day: "2026-01-02",
  seconds: 12.3,
  passed: 7,
  skipped: 1,
  failed: ["src/a.test.ts: adds"],
};

test("the page has a row for each version that was played, names what failed, and what was not run", () => {
  const page = platformsPage("1.2.3", [played], ["Windows: nowhere"]);
  expect(page).toContain("| 22.1.0 | linux x64 | `npm test -- src` | 2026-01-02 | 7 | **1** | 1 | 12 |");
  expect(page).toContain("- Node 22.1.0: src/a.test.ts: adds");
  expect(page).toContain("## Not run\n\n- Windows: nowhere");
});

test("a file that could not be loaded counts as failed", () => {
  const file = (name: string, status: string, tests: readonly string[]) => ({
    name: `/x/${name}`,
    status,
    assertionResults: tests.map((one) => ({ fullName: one, status: one })),
  });
  const testResults = [file("a", "passed", ["passed"]), file("b", "failed", ["failed", "passed"]), file("c", "failed", [])];
  expect(failedIn({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 0, testResults }, "/x/")).toEqual([
    "b: failed",
    "c: could not be loaded",
  ]);
});

import { expect, test } from "vitest";
import { loadPage, verdictsOfProof, verdictsOfRun, verdictsOfTests } from "../../scripts/steadiness/load-page.ts";
import type { KillMatrix } from "../../src/run/proof/kill-matrix.ts";
import type { Report } from "../support/run-cli.ts";

const finding = (subject: string, verdict: string): Report["findings"][number] & { readonly subject: string } => ({
  subject,
  check: "tools.list",
  revision: "2025-11-25",
  verdict,
  message: "",
  spec: "",
  evidence: [],
  promised: true,
});
const report = (verdict: string): Report => ({
  subject: null,
  revisions: [],
  summary: { pass: 0, fail: 0, warn: 0, untested: 0, notApplicable: 0, error: 0 },
  exitCode: 0,
  findings: [finding("a", "pass"), finding("b", verdict)],
  error: null,
});

test("the page says in which runs a verdict was another one than in the run by itself, and which", () => {
  const run = (verdict: string): { readonly verdicts: Map<string, string>; readonly seconds: number; readonly load: number } => ({
    verdicts: verdictsOfRun(report(verdict), 0),
    seconds: 30,
    load: 5,
  });
  const page = loadPage([{ command: "mcpcheck run", runs: ["pass", "pass", "fail"].map(run) }], 4);
  expect(page).toContain("| `mcpcheck run` | 3 | 30 | 30, 30 | same | **1 differ** |");
  expect(page).toContain("- mcpcheck run: b tools.list (2025-11-25): pass × 2, fail × 1");
});

test("a proof differs where a mutant is not caught, or somebody else is accused", () => {
  const kill = (caught: boolean, astray: readonly string[]): KillMatrix["kills"][number] => ({
    kind: "server",
    check: "a.b",
    deviation: "x",
    place: "stdio",
    caught,
    said: "words that differ from run to run",
    astray: astray.map((check) => ({ check, message: "" }) as unknown as KillMatrix["kills"][number]["astray"][number]),
    also: [],
  });
  const verdicts = (one: KillMatrix["kills"][number], code: number): string[] =>
    [...verdictsOfProof({ kills: [one], idle: [], clean: [], pending: {}, holds: true }, code)].map((pair) => pair.join(": "));
  expect(verdicts(kill(true, []), 0)).toEqual(["a.b x stdio: caught", "the run: exit code 0"]);
  expect(verdicts(kill(false, ["c.d", "c.d"]), 1)).toEqual(["a.b x stdio: missed, astray: c.d", "the run: exit code 1"]);
});

test("every test counts, by its file, and a file that could not be loaded", () => {
  const passed = { fullName: "adds up", status: "passed" };
  const testResults = [
    { name: "/here/test/a.test.ts", status: "failed", assertionResults: [passed, { ...passed, status: "failed" }] },
    { name: "/here/test/b.test.ts", status: "failed", assertionResults: [] },
  ];
  expect([...verdictsOfTests({ testResults }, 1, "/here")]).toEqual([
    ["test/a.test.ts 0 adds up", "passed"],
    ["test/a.test.ts 1 adds up", "failed"],
    ["test/b.test.ts", "failed"],
    ["the run", "exit code 1"],
  ]);
});

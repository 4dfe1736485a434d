import { expect, test } from "vitest";
import { sarifReporter } from "../../src/report/sarif.ts";
import { sarifText } from "../../src/report/text/sarif-text.ts";
import { render } from "./render.ts";
import { brokenRun, sampleRun } from "./sample-run.ts";

type Log = {
  version: string;
  runs: {
    tool: { driver: { rules: { id: string }[] } };
    invocations: {
      executionSuccessful: boolean;
      exitCode: number;
      toolExecutionNotifications: { message: { text: string } }[];
    }[];
    results: { ruleId: string; ruleIndex: number; kind: string; level: string; suppressions?: object[] }[];
  }[];
};

test("the golden run", async () => {
  await expect(await render(sarifReporter(), sampleRun)).toMatchFileSnapshot("../../fixtures/golden/report/sarif.json");
});

test("every result points at its rule, and only what is open has no level", async () => {
  const [run] = (JSON.parse(await render(sarifReporter(), sampleRun)) as Log).runs;
  expect(run?.results.map(({ ruleId, kind, level }) => [ruleId, kind, level])).toEqual([
    ["tools.unknown-name", "fail", "error"],
    ["tools.unknown-name", "fail", "error"],
    ["process.exit-code", "fail", "warning"],
    ["jsonrpc.parse-error", "fail", "warning"],
    ["pagination.unknown-cursor", "fail", "warning"],
    ["tools.structured-content", "open", "none"],
  ]);
  for (const { ruleId, ruleIndex } of run?.results ?? []) expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  expect(run?.results.filter(({ suppressions }) => suppressions !== undefined).map(({ ruleId }) => ruleId)).toEqual([
    "pagination.unknown-cursor",
  ]);
});

test("a run that could not judge, or that broke off, was not successful", async () => {
  for (const events of [brokenRun, sampleRun.slice(0, -1)]) {
    const [run] = (JSON.parse(await render(sarifReporter(), events)) as Log).runs;
    expect(run?.invocations).toMatchObject([{ executionSuccessful: false, exitCode: 3 }]);
    expect(run?.invocations[0]?.toolExecutionNotifications[0]?.message.text).toMatch(/exited with code 1|broke off/);
  }
});

/** A link as section 3.11.6 has it: its text has no bracket that is not escaped. */
const link = /\[((?:[^\\[\]]|\\[\\[\]])*)\]\(/;

test.each([
  ["[x](https://example.com)", String.raw`[x\](https://example.com)`],
  [String.raw`[x\](y)`, String.raw`[x\\\](y)`],
  ["[[x](y)](z)", String.raw`[[x\](y)\](z)`],
  ['{"tools":[]} (again)', '{{"tools":[]}} (again)'],
  ["{0} of {{1}}", "{{0}} of {{{{1}}}}"],
])("%j is not a link and holds no place for an argument", (text, shown) => {
  expect(sarifText(text)).toBe(shown);
  expect(shown).not.toMatch(link);
  expect(shown.replaceAll(/\{\{|\}\}/g, "")).not.toMatch(/[{}]/);
});

test("no message of a run is a link or holds a place for an argument, whatever a server wrote", async () => {
  const events = sampleRun.map((event) =>
    event.type === "finding" ? { ...event, finding: { ...event.finding, message: "[x](https://example.com) {0}" } } : event,
  );
  const text = await render(sarifReporter(), events);
  expect(text).toContain("https://example.com");
  for (const [, message = ""] of text.matchAll(/"(?:message|shortDescription|help)": \{\s*"text": ("(?:[^"\\]|\\.)*")/g)) {
    expect(JSON.parse(message)).not.toMatch(link);
    expect(String(JSON.parse(message)).replaceAll(/\{\{|\}\}/g, "")).not.toMatch(/[{}]/);
  }
});

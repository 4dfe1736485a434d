import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { sarifReporter } from "../../src/report/sarif/sarif.ts";
import { sarifText } from "../../src/report/text/sarif-text.ts";
import { render } from "./render.ts";
import { brokenRun, runOf, sampleFindings, sampleRun } from "./sample-run.ts";
import type { RunEvent } from "../../src/run/run-event.ts";

type Result = {
  ruleId: string;
  ruleIndex: number;
  kind: string;
  level: string;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
  partialFingerprints: { primaryLocationLineHash: string };
  suppressions?: object[];
};

type Rule = {
  id: string;
  shortDescription: { text: string };
  fullDescription: { text: string };
  help: { text: string; markdown: string };
  helpUri: string;
  properties: { tags: string[] };
};

type Log = {
  version: string;
  runs: {
    tool: { driver: { rules: Rule[] } };
    invocations: {
      executionSuccessful: boolean;
      exitCode: number;
      toolExecutionNotifications: { message: { text: string } }[];
    }[];
    results: Result[];
    automationDetails: { id: string };
  }[];
};

test("the golden run", async () => {
  await expect(await render(sarifReporter(), sampleRun)).toMatchFileSnapshot("../../fixtures/golden/report/sarif.json");
});

test("every result points at its rule, and only what is open has no level", async () => {
  const [run] = (JSON.parse(await render(sarifReporter(), sampleRun)) as Log).runs;
  expect(run?.results.map(({ ruleId, kind, level }) => [ruleId, kind, level])).toEqual([
    ["tools.unknown-name", "fail", "error"],
    ["tools.structured-content", "open", "none"],
    ["progress.increases", "fail", "warning"],
    ["process.exit-code", "fail", "warning"],
    ["jsonrpc.parse-error", "fail", "warning"],
    ["pagination.unknown-cursor", "fail", "warning"],
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
  for (const [, message = ""] of text.matchAll(
    /"(?:message|shortDescription|fullDescription|help)": \{\s*"text": ("(?:[^"\\]|\\.)*")/g,
  )) {
    expect(JSON.parse(message)).not.toMatch(link);
    expect(String(JSON.parse(message)).replaceAll(/\{\{|\}\}/g, "")).not.toMatch(/[{}]/);
  }
});

const validate = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(new URL("sarif.schema.json", import.meta.url), "utf8")) as object,
);

/** More than any service takes: long bytes that do not compress, long words, odd places. */
function hugeRun(): readonly RunEvent[] {
  let seed = 7;
  const random = Array.from({ length: 40_000 }, () => (seed = (seed * 48271) % 0x7fffffff).toString(36).padStart(6, "x")).join(
    "",
  );
  let at = 0;
  const noise = (length: number): string => {
    at = (at + 7919) % (random.length - length);
    return random.slice(at, at + length);
  };
  const [fail] = sampleFindings.filter(({ verdict }) => verdict === "fail");
  const [warn] = sampleFindings.filter(({ verdict }) => verdict === "warn");
  const [started, described, ...others] = runOf([]);
  const subjects = Array.from({ length: 12 }, (_, index) => ({ ...described, subjectId: `server ${index}` }) as RunEvent);
  const findings = subjects.flatMap((_subject, server) =>
    Array.from({ length: 500 }, (_, index) => ({
      type: "finding" as const,
      subjectId: `server ${server}`,
      finding: {
        ...(index % 3 === 0 ? fail! : warn!),
        check: `tools.n${index}`,
        title: `{${noise(2000)}}`,
        message: noise(3000),
        tolerance: noise(2000),
        spec: index % 2 === 0 ? "docs/formats.md#the-rules" : fail!.spec,
      },
      wire: [{ seq: 1, at: 1, direction: "sent" as const, kind: "frame" as const, text: noise(2048), evidence: true }],
      repro: "mcpcheck run server",
    })),
  );
  return [started!, ...subjects, ...findings, ...others];
}

const huge = hugeRun();
const runs: readonly (readonly [string, readonly RunEvent[]])[] = [
  ["the golden run", sampleRun],
  ["a run that could not judge", brokenRun],
  ["a run that broke off", sampleRun.slice(0, -1)],
  ["a run with more than GitHub takes", huge],
];

test.each(runs)("%s has the shape of SARIF 2.1.0 that is used here", async (_, events) => {
  validate(JSON.parse(await render(sarifReporter(), events)));
  expect((validate.errors ?? []).slice(0, 3)).toEqual([]);
});

test.each(runs)("%s keeps to what GitHub asks for and takes", async (_, events) => {
  const text = await render(sarifReporter(), events);
  expect(gzipSync(text).length).toBeLessThan(10_000_000);
  const log = JSON.parse(text) as Log;
  expect(log.runs).toHaveLength(1);
  for (const { tool, results, automationDetails } of log.runs) {
    // A category ends with a slash; without one GitHub takes the whole for the id of a run.
    expect(automationDetails.id).toMatch(/^mcpcheck\/([\w.-]+\/)*$/);
    expect(results.length).toBeLessThanOrEqual(5000);
    expect(tool.driver.rules.length).toBeLessThanOrEqual(25_000);
    expect(new Set(tool.driver.rules.map(({ id }) => id)).size).toBe(tool.driver.rules.length);
    for (const { shortDescription, fullDescription, help, helpUri, properties } of tool.driver.rules) {
      for (const { text: words } of [shortDescription, fullDescription]) {
        expect(words.length).toBeGreaterThan(0);
        expect(words.length).toBeLessThanOrEqual(1024);
      }
      expect(help.text).not.toBe("");
      expect(help.markdown).not.toBe("");
      expect(helpUri).toMatch(/^https:\/\//);
      expect(properties.tags.length).toBeLessThanOrEqual(10);
    }
    for (const { message, locations, partialFingerprints } of results) {
      expect(message.text).not.toBe("");
      expect(locations).toHaveLength(1);
      expect(locations[0]?.physicalLocation.artifactLocation.uri).toMatch(/^[\w.%-]+(\/[\w.%-]+)*$/);
      expect(locations[0]?.physicalLocation.region.startLine).toBeGreaterThan(0);
      expect(partialFingerprints.primaryLocationLineHash).toMatch(/^[0-9a-f]{16}:1$/);
    }
  }
});

test("of more than GitHub takes the gravest are told, and how many are not", async () => {
  const [run] = (JSON.parse(await render(sarifReporter(), huge)) as Log).runs;
  expect(run?.results.filter(({ level }) => level === "error")).toHaveLength(2004);
  expect(run?.results).toHaveLength(5000);
  expect(run?.invocations[0]?.toolExecutionNotifications.map(({ message }) => message.text)).toContain(
    "1000 more results, the least grave ones, are in the other reports only",
  );
});

test("the same fault at two revisions is one result that names both, and has the same identity in another run", async () => {
  const [run] = (JSON.parse(await render(sarifReporter(), sampleRun)) as Log).runs;
  const [told] = run?.results ?? [];
  expect(told?.message.text).toContain("(2025-06-18, 2025-11-25)");
  const [later] = (
    JSON.parse(await render(sarifReporter({ placeOf: () => ({ path: "a b/é.ts", line: 7, length: 0 }) }), sampleRun)) as Log
  ).runs;
  expect(later?.results[0]?.partialFingerprints).toEqual(told?.partialFingerprints);
  expect(later?.results[0]?.locations[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: "a%20b/%C3%A9.ts" },
    region: { startLine: 7, startColumn: 1, endLine: 7, endColumn: 2 },
  });
});

test("two long commands that differ only at their end have categories of their own", async () => {
  const categoryOf = async (last: string): Promise<string | undefined> => {
    const subjectId = `node /a/${"very/".repeat(40)}${last}`;
    const events = sampleRun.map((event) => ("subjectId" in event ? { ...event, subjectId } : event));
    return (JSON.parse(await render(sarifReporter(), events)) as Log).runs[0]?.automationDetails.id;
  };
  const one = await categoryOf("one.js");
  expect(one).toMatch(/^mcpcheck\/server\/node-a-very-[\w.-]{50,68}\/$/);
  expect(await categoryOf("two.js")).not.toBe(one);
});

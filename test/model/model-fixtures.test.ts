import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modelChecks } from "../../src/check/model/model-checks.ts";
import type { ModelEvent, ModelTrace } from "../../src/check/model/model-event.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/model");
const kinds = ["not-applicable", "inconclusive", "satisfied", "violated"] as const;

const filesOf = (id: string): string[] => readdirSync(join(fixtures, id)).filter((file) => file.endsWith(".ndjson"));

function traceIn(id: string, file: string): ModelTrace {
  const lines = readFileSync(join(fixtures, id, file), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as ModelEvent);
}

describe.each(modelChecks.map((check) => [check.id, check] as const))("%s", (id, check) => {
  it("is well declared", () => {
    expect(id).toMatch(/^model\.[a-z0-9]+(-[a-z0-9]+)*$/);
    expect([check.title, check.advice]).not.toContain("");
    expect(Object.values(check.spec).every((place) => /^(https:\/\/|docs\/models\.md#)/.test(place))).toBe(true);
    expect(Object.keys(check.spec)).not.toEqual([]);
  });

  it("has a satisfied and a violated fixture", () => {
    expect(filesOf(id)).toEqual(expect.arrayContaining(["satisfied.ndjson", "violated.ndjson"]));
  });

  it.each(filesOf(id))("%s", (file) => {
    const trace = traceIn(id, file);
    const outcome = check.verify(trace);
    expect(outcome.kind).toBe(kinds.find((kind) => file.startsWith(kind)));
    const seqs = new Set(trace.map(({ seq }) => seq));
    const evidence = outcome.kind === "satisfied" || outcome.kind === "violated" ? outcome.evidence : [];
    expect(evidence.filter((seq) => !seqs.has(seq))).toEqual([]);
  });
});

describe("fixtures of models", () => {
  it("have no folder without a check, and no check twice", () => {
    const ids = modelChecks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(readdirSync(fixtures).toSorted()).toEqual(ids.toSorted());
  });

  it("cite sections of docs/models.md that are there", () => {
    const text = readFileSync(join(import.meta.dirname, "../../docs/models.md"), "utf8");
    const sections = modelChecks.flatMap(({ spec }) => Object.values(spec)).filter((place) => place.startsWith("docs/"));
    const missing = sections.filter((place) => {
      const title = place.split("#")[1]?.replaceAll("-", " ") ?? "";
      return !text.toLowerCase().includes(`## ${title}\n`);
    });
    expect(missing).toEqual([]);
  });
});

/** What a server may put in the place of anything it sends. */
const hostile = fc.oneof(
  fc.constantFrom(
    "",
    "null",
    "[]",
    "{}",
    "data:",
    "data: null",
    "data: [DONE]",
    '{"message":{"tool_calls":[null,{"function":1}]}}',
  ),
  fc.constantFrom(
    'data: {"choices":[{"delta":{"tool_calls":[{"index":1e99},{"index":-1,"function":{"arguments":{}}}]}}]}',
    `[${"[".repeat(5000)}`,
  ),
  fc.json(),
  fc.string(),
);

it("no check throws, whatever a server sends", () => {
  const traces = modelChecks.map(({ id }) => traceIn(id, "satisfied.ndjson"));
  const property = fc.property(fc.constantFrom(...traces), fc.array(hostile, { minLength: 1 }), (trace, texts) => {
    let at = 0;
    const spoiled = trace.map((event) => (event.kind === "chunk" ? { ...event, text: texts[at++ % texts.length] ?? "" } : event));
    for (const check of modelChecks) expect(check.verify(spoiled).kind).toBeTypeOf("string");
  });
  fc.assert(property, { numRuns: 30, seed: 20260728 });
});

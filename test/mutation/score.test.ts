import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areas } from "../../scripts/mutation/areas.ts";
import { drawn, type Place } from "../../scripts/mutation/draw.ts";
import { foundOf, mutationPage } from "../../scripts/mutation/mutation-page.ts";
import { ProseIgnorer } from "../../scripts/mutation/runner/prose-ignorer.ts";
import { type Equivalent, scoreOf, type Tried, wilson } from "../../scripts/mutation/score.ts";
import { testFiles } from "../../scripts/mutation/test-files.ts";
import { told } from "../../scripts/mutation/told.ts";

const root = join(import.meta.dirname, "../..");

function at(line: number, status = "Killed", replacement = "true"): Tried {
  const location = { start: { line, column: 1 }, end: { line, column: 6 } };
  return { file: "src/check/a.ts", mutatorName: "ConditionalExpression", replacement, location, original: `a > ${line}`, status };
}

const equivalent: Equivalent = {
  file: "src/check/a.ts",
  mutator: "ConditionalExpression",
  original: "a > 2",
  replacement: "true",
  why: "a is never smaller",
};
const area = { name: "check", mutate: ["src/check"], tests: [], bar: 90, share: 0.5 };

test("noticed are mutants that a test fails for or hangs at; equivalents that survive do not count", () => {
  const mutants = [at(1), at(2, "Survived"), at(3, "Survived"), at(4, "NoCoverage"), at(5, "Timeout"), at(6, "RuntimeError")];
  const score = scoreOf(mutants, [equivalent], true);
  expect([score.tried, score.noticed, score.equivalent, score.percent, score.interval]).toEqual([4, 2, 1, 50, [50, 50]]);
  expect(score.survivors.map(({ location, reached }) => [location.start.line, reached])).toEqual([
    [3, true],
    [4, false],
  ]);
  expect(score.broken).toEqual([at(6, "RuntimeError")]);
});

test("an equivalent that a test notices is told", () => {
  const score = scoreOf([at(2)], [equivalent], true);
  expect(score.wrongly).toEqual([equivalent]);
  expect(told(area, score).at(-1)).toBe("  test/mutation/equivalent.json: a test notices src/check/a.ts: a > 2 → true");
});

test("the interval of a sample is Wilson's", () => {
  const [low, high] = wilson(90, 100);
  expect([low.toFixed(1), high.toFixed(1)]).toEqual(["82.6", "94.5"]);
  expect(wilson(0, 0)).toEqual([0, 100]);
  expect(wilson(20, 20)[1]).toBe(100);
});

test("a sample holds about the part that is asked for, is the same each time, and another for another seed", () => {
  const places = Array.from({ length: 4000 }, (_, index): Place => at(index + 1));
  const chosen = (seed: string): number[] => places.flatMap((place, index) => (drawn(place, 0.1, seed) ? [index] : []));
  expect(Math.abs(chosen("one").length - 400)).toBeLessThan(80);
  expect(chosen("one")).toEqual(chosen("one"));
  expect(chosen("two")).not.toEqual(chosen("one"));
  expect(places.filter((place) => drawn(place, 1, "one"))).toHaveLength(4000);
});

test("sentences are not mutated, words that are compared are", () => {
  const ignorer = new ProseIgnorer();
  const text = (value: string): string | undefined => ignorer.shouldIgnore({ node: { type: "StringLiteral", value } });
  expect(["no request was sent", "the `id` of it"].map(text)).toEqual(["a sentence", "a sentence"]);
  expect(["tools/call", "2025-11-25", "", "server/tools#error-handling", ", ", " "].map(text).filter(Boolean)).toEqual([]);
  const template = (...parts: string[]): string | undefined =>
    ignorer.shouldIgnore({ node: { type: "TemplateLiteral", quasis: parts.map((raw) => ({ value: { raw } })) } });
  expect(template("", " was sent twice")).toBe("a sentence");
  expect(template("", "/", "")).toBeUndefined();
  expect(ignorer.shouldIgnore({ node: { type: "BinaryExpression" } })).toBeUndefined();
});

test("the page says of each area whether its bar is kept, and what survived where", () => {
  const score = { ...scoreOf([at(1), at(3, "Survived")], [], false), all: 40 };
  const page = mutationPage("made here", [{ area, ...foundOf(score, "2026-01-02", "lima") }]);
  expect(page).toContain("| check | 40 | 2 | 1 | 1 | 0 | 0 | 50.0 % | 9.5 to 90.5 | 90 % | cannot tell | 2026-01-02 | `lima` |");
  expect(page).toContain("### src/check: 1\n\n- a.ts:3: `a > 3` → `true`");
});

test("every area names sources and tests that are there, and the nightly job tries each", () => {
  for (const { tests, mutate } of areas) {
    expect(testFiles(tests, root).length).toBeGreaterThan(0);
    for (const place of mutate) expect(() => testFiles([place.replace("!", "")], root)).not.toThrow();
  }
  const nightly = readFileSync(join(root, ".github/workflows/nightly.yml"), "utf8");
  expect(nightly).toContain(`area: [${areas.map(({ name }) => name).join(", ")}]`);
});

test("every mutant that is said to be equivalent is in a source, with a reason", () => {
  const all = JSON.parse(readFileSync(join(root, "test/mutation/equivalent.json"), "utf8")) as readonly Equivalent[];
  for (const { file, original, why } of all) {
    expect(readFileSync(join(root, file), "utf8")).toContain(original);
    expect(why).not.toBe("");
  }
});

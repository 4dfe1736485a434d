import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parserChecks } from "../parser/parser-checks.ts";
import { modelChecks } from "./model-checks.ts";

const all: readonly { readonly id: string; readonly level: string }[] = [...modelChecks, ...parserChecks];
const ofLevel = (level: string): string => all.flatMap((check) => (check.level === level ? [check.id] : [])).join(" ");

it.each([
  [
    "MUST",
    "model.answered model.beyond-ascii model.call-arguments model.call-deltas model.call-ids model.call-names model.calls-found " +
      "model.characters model.content model.finish-reason model.form model.goes-on model.nothing-lost model.parallel-calls " +
      "model.stream-equals-whole model.tool-results parser.whole parser.streamed parser.invariant parser.deltas",
  ],
  ["MUST NOT", "model.nothing-fabricated"],
  [
    "SHOULD",
    "model.escapes model.layout model.malformed-answered model.malformed-kept model.markers-in-strings model.numbers " +
      "model.reasoning model.string-arguments model.text-after-calls model.tool-choice-named model.tool-choice-none " +
      "model.tool-choice-required model.unknown-tool model.usage parser.layout parser.policy filter.reasoning filter.fences",
  ],
  ["PRACTICE", "model.lookalikes model.streamed-in-pieces"],
])("what is held to %s is known, sorted by id or as reports show it", (level, ids) => {
  expect(ofLevel(level)).toBe(ids);
});

it("every check of servers judges servers, on both wires but for what OpenAI's alone has", () => {
  expect(modelChecks.every(({ subject }) => subject === "model")).toBe(true);
  const one = modelChecks.filter(({ spec }) => spec.ollama === undefined || spec.openai === undefined);
  expect(one.map(({ id, spec }) => `${id} ${Object.keys(spec).join()}`)).toEqual([
    "model.call-deltas openai",
    "model.call-ids openai",
    "model.tool-choice-named openai",
    "model.tool-choice-none openai",
    "model.tool-choice-required openai",
  ]);
});

it("every check stands in the documentation of an API, or under a heading of ours", () => {
  const places = [...modelChecks.flatMap(({ spec }) => Object.values(spec)), ...parserChecks.map(({ spec }) => spec)];
  const wrong = places.filter((place) => {
    const [file = "", anchor = ""] = place.split("#");
    if (file.startsWith("https://")) return false;
    const headings = readFileSync(file, "utf8").match(/^#+ .*$/gm) ?? [];
    return !headings.some((heading) => heading.replace(/^#+ /, "").toLowerCase().replaceAll(" ", "-") === anchor);
  });
  expect(wrong).toEqual([]);
});

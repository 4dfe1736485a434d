import { expect, test } from "vitest";
import { formatById } from "../../toolcall/formats/registry.ts";
import { benchMarkdown } from "./bench-markdown.ts";
import { benchParser, type ParserBench } from "./bench-parser.ts";
import { deltasOf, payloadOf, textOf } from "./payload.ts";

const size = { tokens: [50, 100], runs: 1, bulkTokens: 500, heldMb: 1 };

test("a payload is one call with a text of the length that is asked for, in deltas of four characters", () => {
  const hermes = formatById("hermes");
  if (hermes === undefined) throw new Error("no hermes");
  const message = payloadOf(hermes, 100);
  expect(message).toContain(JSON.stringify(textOf(100)));
  expect(textOf(100)).toHaveLength(400);
  expect(deltasOf(message).join("")).toBe(message);
});

test("a bench measures every figure of every format, beside what it is compared with", async () => {
  const formats = ["hermes", "pythonic", "minimax-m3", "gpt-oss"]
    .map((id) => formatById(id))
    .filter((format) => format !== undefined);
  const told: string[] = [];
  const result = await benchParser(formats, size, (line) => told.push(line));
  expect(told).toEqual(["comparison", "hermes", "pythonic", "minimax-m3", "gpt-oss"]);
  for (const { deltas, exponent, bulkMbPerS, firstCallUs, held } of result.formats) {
    expect(deltas.map(({ tokens }) => tokens)).toEqual([50, 100]);
    for (const { least, median, most } of deltas)
      expect([least > 0, median >= least, most >= median]).toEqual([true, true, true]);
    for (const figure of [exponent, bulkMbPerS, firstCallUs, held.kb]) expect(figure).not.toBeNaN();
  }
  expect(result.rivals.map(({ name, left }) => [name, left])).toEqual(
    ["JSON.parse", "indexOf", "JSON.parse of the text so far", "@streamparser/json", "@ai-sdk-tool/parser", "partial-json"].map(
      (name) => [name, undefined],
    ),
  );
});

test("the page has a row for each format and names the bars that were missed", () => {
  const result: ParserBench = {
    schemaVersion: 1,
    machine: { cpu: "a cpu", node: "20" },
    size,
    formats: [
      {
        format: "x",
        engine: "pythonic",
        deltas: [{ tokens: 50, least: 0.1, median: 0.2, most: 0.3 }],
        exponent: 1,
        bulkMbPerS: 100,
        firstCallUs: 5,
        held: { textMb: 1, kb: 3 },
      },
    ],
    rivals: [
      { name: "JSON.parse", what: "whole", mbPerS: 400 },
      { name: "other", what: "deltas", left: "not installed" },
    ],
    missed: ["x: too slow"],
    fails: [],
  };
  const page = benchMarkdown(result);
  expect(page).toContain("| x | pythonic | 0.10 (0.30) | 1.00 | 100 | 0.25 | 5.0 | 3 |");
  expect(page).toContain("deltas: not installed");
  expect(page).toContain("- x: too slow");
});

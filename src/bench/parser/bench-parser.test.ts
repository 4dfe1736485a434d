import { expect, test } from "vitest";
import { formatById } from "../../toolcall/formats/registry.ts";
import { benchMarkdown } from "./bench-markdown.ts";
import { benchParser, missedBars, type ParserBench } from "./bench-parser.ts";
import type { FormatFigures } from "./measure-format.ts";
import { deltasOf, payloadOf, textOf } from "./payload.ts";
import { scanByHand } from "./scan.ts";

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
  expect(result.formats.map(({ writesJson }) => writesJson)).toEqual([true, false, false, true]);
  for (const { deltas, exponent, bulkMbPerS, parseMbPerS, firstCallUs, held } of result.formats) {
    expect(deltas.map(({ tokens }) => tokens)).toEqual([50, 100]);
    for (const { least, median, most } of deltas)
      expect([least > 0, median >= least, most >= median]).toEqual([true, true, true]);
    for (const figure of [exponent, bulkMbPerS, parseMbPerS, firstCallUs, held.kb]) expect(figure).not.toBeNaN();
  }
  expect(result.rivals.map(({ name, left }) => [name, left])).toEqual(
    ["JSON.parse", "indexOf", "JSON.parse of the text so far", "@streamparser/json", "@ai-sdk-tool/parser", "partial-json"].map(
      (name) => [name, undefined],
    ),
  );
});

test("reading by hand knows strings and objects, and keeps every character", () => {
  const pieces = ['{"a": "b}', '\\"{c"', ', "d": {', "}"];
  expect(scanByHand(pieces)).toEqual({ end: pieces.join("").length, depth: 1, text: pieces.join("") });
});

test("a bar is missed against a control of the same run, and nothing is held against a format while the control is elsewhere", async () => {
  const [first] = (
    await benchParser(
      [formatById("hermes")].filter((format) => format !== undefined),
      size,
      () => {},
    )
  ).formats;
  if (first === undefined) throw new Error("no figures");
  const like = (id: string, least: number, scan: number): FormatFigures => ({
    ...first,
    format: id,
    exponent: 1,
    bulkMbPerS: 1000,
    parseMbPerS: 2000,
    deltas: [{ tokens: 10_000, least, median: least, most: least, scan }],
  });
  const rivals = [
    { name: "JSON.parse of the text so far", what: "", perDeltaUs: [{ tokens: 10_000, us: 0.5 }] },
    { name: "slow", what: "", perDeltaUs: [{ tokens: 10_000, us: 9 }] },
    { name: "quick", what: "", perDeltaUs: [{ tokens: 10_000, us: 2 }] },
  ];
  const all = [like("good", 0.1, 0.06), like("dear", 0.13, 0.06), like("shaken", 0.2, 0.09)];
  expect(missedBars(all, rivals)).toEqual([
    "dear: a delta costs 2.2 × reading it by hand at 10000 tokens, at most 2",
    "dear: 15.4 × faster than quick at 2.00 µs, at least 20",
    "shaken: a delta costs 2.2 × reading it by hand at 10000 tokens, at most 2 (cannot tell, noisy: reading by hand at 10000 tokens varied by 50 %)",
    "shaken: 10.0 × faster than quick at 2.00 µs, at least 20 (cannot tell, noisy: reading by hand at 10000 tokens varied by 50 %)",
  ]);
  const thick = { ...like("thick", 0.1, 0.06), bulkMbPerS: 700, exponent: 1.05 };
  const tooSteep = "thick: cost exponent 1.05, at most 1.03";
  expect(missedBars([thick], rivals)).toEqual(["thick: 0.35 of JSON.parse in one piece, at least 0.4", tooSteep]);
  expect(missedBars([{ ...thick, writesJson: false }], rivals)).toEqual([tooSteep]);
  const alone = { ...thick, format: "alone", parseMbPerS: 3000 };
  expect(missedBars([like("good", 0.1, 0.06), like("fine", 0.1, 0.06), alone], rivals)[0]).toBe(
    "alone: 0.23 of JSON.parse in one piece, at least 0.4 (cannot tell, noisy: JSON.parse varied by 50 %)",
  );
  const short = like("short", 0.2, 0.06);
  expect(missedBars([{ ...short, deltas: short.deltas.map((one) => ({ ...one, tokens: 1000 })) }], rivals)).toEqual([]);
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
        writesJson: false,
        deltas: [{ tokens: 50, least: 0.1, median: 0.2, most: 0.3, scan: 0.04 }],
        exponent: 1,
        bulkMbPerS: 100,
        parseMbPerS: 400,
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
  expect(page).toContain("| x | pythonic | 0.10, 2.5 × (0.30) | 1.00 | 100 | 0.25 | 5.0 | 3 |");
  expect(page).toContain("deltas: not installed");
  expect(page).toContain("- x: too slow");
});

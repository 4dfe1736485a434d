import * as fc from "fast-check";
import type { Json } from "../../jsonrpc/json.ts";

/** Texts that have broken parsers, templates and shells; the harmless ones first, for shrinking goes there. */
export const oddTexts: readonly string[] = [
  "",
  " ",
  "a",
  "0",
  "null",
  "true",
  "-1",
  "\n",
  "\u0000",
  "\u007f",
  "é",
  "e\u0301",
  "🏯",
  "\ud800",
  "\u202eabc",
  "\u2028",
  "\ufeff",
  '"',
  "'",
  "\\",
  "{",
  "[]",
  "%s%n",
  "${x}",
  "{{x}}",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "undefined",
];

/** Lengths of texts, from harmless to a mebibyte. */
const lengths: readonly number[] = [256, 1000, 65_536, 1_048_576];

/** Numbers at the edges of the types servers convert to. */
export const oddNumbers: readonly number[] = [
  0, 1, -1, 0.5, 255, 256, 32_767, 65_536, 2_147_483_647, 2_147_483_648, -2_147_483_649, 4_294_967_296, 9_007_199_254_740_991,
  9_007_199_254_740_992, 1e21, -1e308, 1e308, 5e-324,
];

/** Any text: mostly odd ones, sometimes very long. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12, unit: "binary" }) },
  { weight: 1, arbitrary: fc.constantFrom(...lengths).map((length) => "x".repeat(length)) },
);

/** A list or object of so many levels. */
function nested(levels: number, asList: boolean): Json {
  let value: Json = 0;
  for (let level = 0; level < levels; level += 1) value = asList ? [value] : { a: value };
  return value;
}

/** Any JSON value: scalars of all kinds, small trees, deep ones. */
export const values: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(null, false, true, [], {}),
  fc.constantFrom<Json[]>(...oddNumbers),
  texts,
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }).map((value) => value as Json),
  fc.tuple(fc.integer({ min: 1, max: 400 }), fc.boolean()).map(([levels, asList]) => nested(levels, asList)),
);

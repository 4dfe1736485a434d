import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { completionTotals, completionValuesLimit } from "../../../../src/check/server/completion.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { broken, conversation, fails, gives, idle, kept, type Part, untested } from "../conversation.ts";
import { announcing, asking, completed, completing } from "./completions.ts";

const declared = announcing({ completions: {} });
const undeclared = announcing({ prompts: {} });
const without = idle("the server offers no completion");
const nothing = untested("nothing was completed");
const many = (count: number): readonly Json[] => Array.from({ length: count }, (_, place) => String(place));

it.each<readonly [string, readonly Part[], object]>([
  ["was not announced nor asked for", [], without],
  ["was not announced and refused", [asking(fails(-32601))], without],
  ["was not declared", [undeclared], without],
  ["was not declared and refused", [undeclared, asking(fails(-32601))], without],
  ["was declared and not asked for", [declared], nothing],
  ["was declared and refused", [declared, asking(fails(-32602))], nothing],
  ["was declared and not answered", [declared, asking()], nothing],
  ["was not declared and came", [undeclared, completed("a")], kept(5)],
  ["came twice", [completed("a"), completed()], kept(3, 5)],
])("a completion that %s is counted, or is not", (_title, parts, wanted) => {
  const trace = conversation(parts);
  expect([completionValuesLimit, completionTotals].map((check) => check.verify(trace))).toEqual([wanted, wanted]);
});

const totals = (completion: JsonObject): readonly Part[] => [completing({ values: ["a", "b"], ...completion })];

it.each<readonly [string, Check, readonly Part[], object]>([
  ["100 values", completionValuesLimit, [completed(...many(100))], kept(3)],
  ["101 values", completionValuesLimit, [completed(...many(101))], broken("101 values", 3)],
  ["few values and then 102", completionValuesLimit, [completed("a"), completed(...many(102))], broken("102 values", 5)],
  ["a long text for values", completionValuesLimit, [completing({ values: "a".repeat(101) })], kept(3)],
  ["no values", completionValuesLimit, [completing({})], kept(3)],
  ["a result of 101 values without a completion", completionValuesLimit, [asking(gives({ values: many(101) }))], kept(3)],
  ["no total", completionTotals, totals({}), kept(3)],
  ["no total, and more to come", completionTotals, totals({ hasMore: true }), kept(3)],
  ["no total, and no more to come", completionTotals, totals({ hasMore: false }), kept(3)],
  ["a total in a text", completionTotals, totals({ total: "1" }), kept(3)],
  ["a total below their count", completionTotals, totals({ total: 1 }), broken("total is 1, but there are 2 values", 3)],
  [
    "a total below their count, and more to come",
    completionTotals,
    totals({ total: 1, hasMore: true }),
    broken("total is 1, but there are 2 values", 3),
  ],
  ["a total of their count", completionTotals, totals({ total: 2 }), kept(3)],
  ["a total of their count, and no more to come", completionTotals, totals({ total: 2, hasMore: false }), kept(3)],
  [
    "a total of their count, and more to come",
    completionTotals,
    totals({ total: 2, hasMore: true }),
    broken("hasMore is true, but all 2 values are here", 3),
  ],
  ["a total of their count, and perhaps more to come", completionTotals, totals({ total: 2, hasMore: "true" }), kept(3)],
  ["a total above their count", completionTotals, totals({ total: 3 }), kept(3)],
  ["a total above their count, and more to come", completionTotals, totals({ total: 3, hasMore: true }), kept(3)],
  [
    "a total above their count, and no more to come",
    completionTotals,
    totals({ total: 3, hasMore: false }),
    broken("hasMore is false, but 2 of 3 values are here", 3),
  ],
  ["a total and no values", completionTotals, [completing({ total: 0 })], kept(3)],
  [
    "a total of none, no values, and more to come",
    completionTotals,
    [completing({ total: 0, hasMore: true })],
    broken("hasMore is true, but all 0 values are here", 3),
  ],
  ["a total and a text for values", completionTotals, [completing({ values: "abc", total: 1 })], kept(3)],
])("a completion is judged with %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

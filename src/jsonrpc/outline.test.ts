import * as fc from "fast-check";
import { expect, test } from "vitest";
import { memberNames, outline } from "./outline.ts";

const names = ["id", "method", "result"] as const;

/** The members found in a text, parsed. */
function found(text: string): Record<string, unknown> | undefined {
  const spans = outline(text, names);
  if (spans === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(spans).map(([name, { from, to }]) => [name, JSON.parse(text.slice(from, to)) as unknown]),
  );
}

test("members are found where they stand, whatever is in and around them", () => {
  const name = fc.oneof(fc.constantFrom(...names), fc.string());
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.jsonValue(), { noNullPrototype: true }),
      fc.constantFrom(undefined, 2, "\r\n"),
      (object, space) => {
        const text = JSON.stringify(object, undefined, space);
        const value = JSON.parse(text) as Record<string, unknown>;
        const expected = names.flatMap((one) => (Object.hasOwn(value, one) ? [[one, value[one]]] : []));
        expect(found(text)).toEqual(Object.fromEntries(expected));
      },
    ),
  );
});

test.each<readonly [string, object | undefined]>([
  ['{"id":1,"result":{"id":2},"id":3}', { id: 3, result: { id: 2 } }],
  ['{"\\u0069d":"x"}', { id: "x" }],
  [' {"a":"}\\"","id":[1,{"b":"]"}]} ', { id: [1, { b: "]" }] }],
  ['{"id":1', {}],
  ['{"id":1,"method":"x","result":{"tools":[', { id: 1, method: "x" }],
  ['{"id" 1}', {}],
  ["{}", {}],
  ["[1]", undefined],
  ["", undefined],
])("%s", (text, members) => {
  expect(found(text)).toEqual(members);
});

test("no text makes it fail", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'[ ] { } , : " \\ i d 1'.split(" "), " ") }), (text) => {
      const spans = outline(text, names) ?? {};
      for (const { from, to } of Object.values(spans)) expect(to).toBeGreaterThanOrEqual(from);
    }),
  );
});

test("names the members of an object, as often as they come", () => {
  expect(memberNames(' { "a" : {"x":1}, "b":[1,{"a":2}], "\\u0061": "}" }')).toEqual(["a", "b", "a"]);
  expect(memberNames("{}")).toEqual([]);
  expect(memberNames("[1]")).toBeUndefined();
});

test("a value ends before the blank that follows it", () => {
  expect(outline('{"id":1 ,"result":{}\n}', names)).toEqual({ id: { from: 6, to: 7 }, result: { from: 18, to: 20 } });
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asObject, type Json } from "./json.ts";
import { parseSharing } from "./parse-sharing.ts";

const long = JSON.stringify(Array.from({ length: 3000 }, (_, index) => ({ name: `tool ${index}` })));
const message = (id: number, result: string): string => `{"jsonrpc":"2.0","id":${id},"result":${result},"x":[${id}]}`;

test("equal long results are one value, whatever the messages around them say", () => {
  const known = new Map<string, Json>();
  const [first, second, other] = [message(1, long), message(2, long), message(3, long.replace("tool 7", "tool 8"))].map((text) =>
    asObject(parseSharing(text, known)),
  );
  expect(second?.["result"]).toBe(first?.["result"]);
  expect(other?.["result"]).not.toBe(first?.["result"]);
  expect([first?.["id"], second?.["id"], second?.["x"]]).toEqual([1, 2, [2]]);
});

test("short results are left alone", () => {
  const known = new Map<string, Json>();
  parseSharing(message(1, '{"tools":[]}'), known);
  parseSharing(message(1, `{}${" ".repeat(10_000)}`), known);
  expect(known.size).toBe(0);
  const [shorter, worthIt] = [8 * 1024 - 1, 8 * 1024].map((units) => `"${"x".repeat(units - 2)}"`);
  parseSharing(message(1, shorter ?? ""), known);
  expect(known.size).toBe(0);
  parseSharing(message(1, worthIt ?? ""), known);
  expect(known.size).toBe(1);
});

test("what is known is not kept anew", () => {
  const kept: string[] = [];
  const known = { get: () => [], set: (text: string) => kept.push(text) };
  expect(parseSharing(`{"result":${long}}`, known)).toEqual({ result: [] });
  expect(kept).toEqual([]);
});

test("what holds no result is read as it is", () => {
  expect(parseSharing(long, new Map())).toHaveLength(3000);
});

test("the value is the one that JSON.parse gives, member by member, and so is the refusal", () => {
  const parts = fc.constantFrom('"result":', '"id":', long, "1", "{", "}", ",", " ", '"__proto__":', '"x"');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
      const text = `{${pieces.join("")}}`;
      const read = (parse: () => unknown): unknown => {
        try {
          return JSON.stringify(parse());
        } catch {
          return "refused";
        }
      };
      expect(read(() => parseSharing(text, new Map()))).toBe(read(() => JSON.parse(text)));
    }),
  );
  const twice = `{"result":1,"a":2,"result":${long}}`;
  expect(JSON.stringify(parseSharing(twice, new Map()))).toBe(JSON.stringify(JSON.parse(twice)));
});

import { expect, test } from "vitest";
import { parseReceived } from "./frame.ts";
import { createLineJoiner } from "./line-joiner.ts";

/** What a joiner finds in lines, as the ids of the messages and the numbers of their lines. */
function joined(text: string): { readonly id: unknown; readonly lines: readonly number[] }[] {
  const joiner = createLineJoiner<number>();
  return text.split("\n").flatMap((line, number) => {
    const found = joiner.push(line, parseReceived(line), number);
    return found === undefined ? [] : [{ id: "id" in found.frame ? found.frame.id : null, lines: found.marks }];
  });
}

const message = { jsonrpc: "2.0", id: 1, result: { tools: [{ name: 'a{"\\' }, {}], text: "}" } };

test.each([
  ["indented", JSON.stringify(message, null, 2)],
  ["with tabs and CRLF", JSON.stringify(message, null, "\t").replaceAll("\n", "\r\n")],
  ["not indented", JSON.stringify(message, null, 2).replaceAll(/\n */g, "\n")],
  ["behind a byte order mark", `\uFEFF${JSON.stringify(message, null, 2)}`],
  ["with a newline inside a string", '{"jsonrpc":"2.0","id":1,"result":{"text":"one\ntwo"}}'],
])("a message %s is found", (_how, text) => {
  const lines = text.split("\n").map((_line, number) => number);
  expect(joined(text)).toEqual([{ id: 1, lines }]);
});

test("what only looks like a beginning does not swallow what comes", () => {
  const whole = JSON.stringify(message);
  const spread = JSON.stringify(message, null, 1);
  expect(joined(`{ starting\n${spread}`).map(({ id }) => id)).toEqual([1]);
  expect(joined(`{ starting\n${whole}\n}`)).toEqual([]);
  expect(joined(`{"a": [\n1\n]}\nlog line\n}`)).toEqual([]);
});

test("lines without end cost linear time and are given up", () => {
  const joiner = createLineJoiner<number>();
  const began = performance.now();
  for (let number = 0; number < 100_000; number += 1) joiner.push("{", { kind: "not-json", defects: [] }, number);
  expect(performance.now() - began).toBeLessThan(5000);
});

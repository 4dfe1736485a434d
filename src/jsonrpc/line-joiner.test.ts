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

test("a newline inside a string is kept", () => {
  const joiner = createLineJoiner<number>();
  const lines = ['{"jsonrpc":"2.0","id":1,"result":{"text":"one', 'two"}}'];
  const found = lines.map((line, number) => joiner.push(line, parseReceived(line), number));
  expect(found).toMatchObject([undefined, { frame: { result: { text: "one\ntwo" } } }]);
});

test("a list on lines of its own is a part of the message around it", () => {
  expect(joined('{"jsonrpc":"2.0","id":1,"result":{"x":\n[\n1\n]\n}}')).toEqual([{ id: 1, lines: [0, 1, 2, 3, 4] }]);
  expect(joined(`starting\n[\n1\n]\n${JSON.stringify(message, null, 2)}`)).toHaveLength(1);
});

test("a beginning may be indented, a later one not: that is a part of the first", () => {
  const spread = JSON.stringify(message, null, 1);
  expect(joined(`log\n  ${spread}`)).toMatchObject([{ id: 1 }]);
  expect(joined(`{ starting\n  ${spread}`)).toEqual([]);
});

test("blanks may follow the last bracket, and nothing else", () => {
  const spread = JSON.stringify(message, null, 1);
  expect(joined(`${spread} \t`)).toHaveLength(1);
  expect(joined(`${spread} done`)).toEqual([]);
});

test("four beginnings are followed, a fifth is not", () => {
  const spread = JSON.stringify(message, null, 1);
  expect(joined(`${"{ starting\n".repeat(3)}${spread}`)).toHaveLength(1);
  expect(joined(`${"{ starting\n".repeat(4)}${spread}`)).toEqual([]);
});

test("a message takes 20,000 lines and no more", () => {
  const long = (lines: number): string => `{"jsonrpc":"2.0","id":1,"result":{${"\n".repeat(lines - 1)}}}`;
  expect(joined(long(20_000))).toHaveLength(1);
  expect(joined(long(20_001))).toEqual([]);
});

test("a message takes 4 MiB and no more", () => {
  const long = (units: number): string => {
    const text = `{"jsonrpc":"2.0","id":1,\n"result":{"text":""}}`;
    return text.replace('""', `"${"x".repeat(units - text.length)}"`);
  };
  expect(joined(long(4 * 1024 * 1024))).toHaveLength(1);
  expect(joined(long(4 * 1024 * 1024 + 1))).toEqual([]);
});

test("lines without end cost linear time and are given up", () => {
  const joiner = createLineJoiner<number>();
  const began = performance.now();
  for (let number = 0; number < 100_000; number += 1) joiner.push("{", { kind: "not-json", defects: [] }, number);
  expect(performance.now() - began).toBeLessThan(5000);
});

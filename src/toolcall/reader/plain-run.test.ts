import { describe, expect, it } from "vitest";
import type { ParserEvent } from "../event.ts";
import type { ToolCallFormat } from "../format.ts";
import { knownFormat } from "../../../test/support/told-messages.ts";
import { createToolCallParser } from "../parser.ts";

const tools = [{ name: "f", inputSchema: { type: "object", properties: { a: { type: "string" }, n: { type: "number" } } } }];

/** With ids of tokens every delta is looked at: what comes of it is what has to come without a look. */
function read(format: ToolCallFormat, deltas: readonly string[], ids?: readonly number[]): [ParserEvent[], number] {
  const parser = createToolCallParser(format, { tools, markup: true });
  const events = deltas.flatMap((delta) => parser.feed(delta, ids));
  return [[...events, ...parser.end()], parser.examined()];
}

/** A message in pieces of so many units. */
function inPieces(message: string, size: number): string[] {
  return Array.from({ length: Math.ceil(message.length / size) }, (_, at) => message.slice(at * size, (at + 1) * size));
}

const values = {
  "plain words": "the quick brown fox jumps over the lazy dog",
  "words with a closer's beginning": "if a < b and c ] d, then </ or </a or </paramete",
  quotes: `he's "here", 'there'`.replaceAll('"', "'"),
  "lines and tabs": "\n\na\n b\t\n\nc\n",
  "letters beyond ASCII": "é 中文 \u2028 \u007f ～",
  "pairs that are cut": "\u{1f600}\u{1f600}a\u{1f680}",
};

describe.each(["hermes", "header-args", "pythonic", "qwen3-coder", "sarashina", "minimax-m2", "gemma4"])("in %s", (id) => {
  const format = { ...knownFormat(id === "header-args" ? "mistral-v13" : id), tokens: {} };
  const write = (value: string): string => {
    const json = JSON.stringify({ a: value });
    const python = `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}'`;
    switch (id) {
      case "hermes":
        return `Hi.<tool_call>\n{"name": "f", "arguments": ${json}}\n</tool_call>Bye.`;
      case "header-args":
        return `[TOOL_CALLS]f[ARGS]${json}`;
      case "pythonic":
        return `[f(a=${python})]`;
      case "sarashina":
        return `<|tool_calls|>[{'name': 'f', 'arguments': {'a': ${python}}}]`;
      case "qwen3-coder":
        return `<tool_call>\n<function=f>\n<parameter=a>\n${value}\n</parameter>\n<parameter=n>\n7\n</parameter>\n</function>\n</tool_call>`;
      case "minimax-m2":
        return `<minimax:tool_call>\n<invoke name="f">\n<parameter name="a">${value}</parameter>\n</invoke>\n</minimax:tool_call>`;
      default:
        return `<|tool_call>call:f{a:<|"|>${value}<|"|>}<tool_call|>`;
    }
  };

  it.each(Object.entries(values))("%s come in the same events, whole or cut off", (_title, value) => {
    const message = write(value);
    for (const size of [1, 2, 4, 7, 30]) {
      expect(read(format, inPieces(message, size))).toEqual(read(format, inPieces(message, size), []));
    }
    for (let end = 1; end < message.length; end += 3) {
      const pieces = inPieces(message.slice(0, end), 2);
      expect(read(format, pieces)).toEqual(read(format, pieces, []));
    }
    expect(JSON.parse(argumentsOf(format, message))).toMatchObject({ a: expect.any(String) as string });
  });
});

function argumentsOf(format: ToolCallFormat, message: string): string {
  const end = read(format, inPieces(message, 3))[0].find(({ type }) => type === "call-end");
  return end?.type === "call-end" ? end.arguments : "";
}

it("hands a delta on as it is, behind what was dropped in front of it", () => {
  const parser = createToolCallParser(knownFormat("qwen3-coder"), { tools });
  parser.feed("<tool_call>\n<function=f>\n<parameter=a>");
  parser.feed("\n");
  expect(parser.feed("abc")).toEqual([{ type: "call-args", index: 0, fragment: "abc", start: 38, end: 42 }]);
  expect(parser.feed("de")).toEqual([{ type: "call-args", index: 0, fragment: "de", start: 42, end: 44 }]);
  expect(parser.feed("")).toEqual([]);
});

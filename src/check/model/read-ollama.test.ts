import { describe, expect, it } from "vitest";
import type { Json } from "../../jsonrpc/json.ts";
import { bare, emptyAnswer, generatedOf, type ReadAnswer, shown } from "./read-answer.ts";
import { readOllama } from "./read-ollama.ts";

const line = (message: object, more: object = {}): string =>
  JSON.stringify({ message: { role: "assistant", ...message }, ...more });
const last = (message: object = {}, more: object = {}): string => line(message, { done: true, done_reason: "stop", ...more });
const called = (args: Json): object => ({ tool_calls: [{ function: { name: "get_time", arguments: args } }] });

describe("an answer on Ollama's wire", () => {
  it.each<[string, boolean, string[], Partial<ReadAnswer>]>([
    ["is read whole", false, [last({ content: "Noon." })], { content: "Noon.", contentPieces: 1 }],
    [
      "is the sum of its lines, of which those without text do not count",
      true,
      [line({ content: "No" }), line({ content: "" }), line({ content: "on.", thinking: "H" }), last({ thinking: "m." })],
      { content: "Noon.", reasoning: "Hm.", contentPieces: 2 },
    ],
    [
      "has the calls of every line, in order",
      true,
      [line(called({ zone: "CET" })), last({ tool_calls: [{ id: "b", function: { name: "stop", arguments: {} } }] })],
      {
        calls: [
          { id: undefined, name: "get_time", value: { zone: "CET" }, text: '{"zone":"CET"}' },
          { id: "b", name: "stop", value: {}, text: "{}" },
        ],
      },
    ],
    [
      "is at fault with arguments that are a text, which stay one",
      false,
      [last(called("{}"))],
      {
        calls: [{ id: undefined, name: "get_time", value: "{}", text: '"{}"' }],
        faults: ['arguments that are not an object: "\\"{}\\""'],
      },
    ],
    [
      "is at fault with a call without anything",
      false,
      [last({ tool_calls: [{}] })],
      {
        calls: [{ id: undefined, name: "", value: undefined, text: "" }],
        faults: ['arguments that are not an object: "absent"'],
      },
    ],
    ["is at fault with another role", false, [last({ role: "tool" })], { faults: ['the role "tool", expected "assistant"'] }],
    [
      "is at fault once, however many lines have no message",
      true,
      ['{"done":false}', '{"done":false}', last()],
      { faults: ["an object without a message"] },
    ],
    ["is at fault with lines that are no objects", true, ["[1]", last()], { faults: ['no JSON object: "[1]"'] }],
    [
      "is at fault with nothing but what is no JSON",
      false,
      ["<html>"],
      { finish: undefined, faults: ['no JSON object: "<html>"'] },
    ],
    [
      "is at fault without an end",
      true,
      [line({ content: "a" }, { done: false })],
      { content: "a", contentPieces: 1, finish: undefined, faults: ["0 objects with done: true, expected one"] },
    ],
    [
      "is at fault where done is not true but something like it",
      true,
      [line({}, { done: "true" })],
      { finish: undefined, faults: ["0 objects with done: true, expected one"] },
    ],
    ["is at fault when it ends twice", true, [last(), last()], { faults: ["2 objects with done: true, expected one"] }],
    [
      "is at fault when something comes after its end, and the last line tells why it stopped",
      true,
      [last(), line({ content: "a" }, { done_reason: "late" })],
      { content: "a", contentPieces: 1, finish: "late", faults: ["something comes after the object with done: true"] },
    ],
    [
      "is at fault with two objects although it was not to be streamed",
      false,
      [line({}), last()],
      { faults: ["2 objects without streaming, expected one"] },
    ],
    ["has a count of tokens", false, [last({}, { eval_count: 7 })], { tokens: 7 }],
    ["has no count of tokens where that is a text", false, [last({}, { eval_count: "7" })], {}],
    [
      "has the tokens that its lines list",
      true,
      [line({}, { logprobs: [{ token: "No" }] }), line({}), last({}, { logprobs: [{ token: "on" }] })],
      { generated: ["No", "on"] },
    ],
    [
      "is the first error in it, and is then at fault with nothing else",
      true,
      [line({ content: "a" }), '{"error":"parser broke"}', '{"error":"again"}'],
      { content: "a", contentPieces: 1, finish: undefined, error: "parser broke" },
    ],
    ["is nothing where nothing came", true, [], { finish: undefined }],
  ])("%s", (_title, streamed, chunks, expected) => {
    expect(readOllama(chunks, streamed)).toEqual({ ...emptyAnswer, finish: "stop", ...expected });
  });
});

describe("a list of tokens", () => {
  it.each<[string, Json, readonly string[] | undefined]>([
    ["is read by its bytes, a character for each", [{ token: "?", bytes: [195, 188] }], ["\u00c3\u00bc"]],
    ["is read by its texts where it has no bytes", [{ token: "ü", bytes: null }, { token: "n" }], ["\u00c3\u00bc", "n"]],
    ["is read by its texts where the bytes are none", [{ token: "n", bytes: [110, "x"] }], ["n"]],
    ["is none where it is empty", [], undefined],
    ["is none where it is no list", { token: "n" }, undefined],
    ["is none where a token has neither", [{ token: "n" }, { token: 7 }], undefined],
  ])("%s", (_title, list, expected) => {
    expect(generatedOf(list)).toEqual(expected);
  });
});

it("texts are compared without the whitespace around and between their words", () => {
  expect(bare("\n  It is\n\n\tnoon. ")).toBe("It is noon.");
});

it("long texts are shown by their beginning", () => {
  expect(shown("a".repeat(120))).toBe(JSON.stringify("a".repeat(120)));
  expect(shown("a".repeat(121))).toBe(JSON.stringify(`${"a".repeat(120)}…`));
  expect(shown("noon", 3)).toBe('"noo…"');
});

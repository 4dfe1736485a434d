import { describe, expect, it } from "vitest";
import { asText, changed, formatOf, inFull, stray, toldOf, type Row } from "../../../test/support/both-ways.ts";
import { createToolCallParser } from "../parser.ts";

/** An object in tags. */
const plain = formatOf("json-envelope", "hermes");
/** An array in tags. */
const array = formatOf("json-envelope", "jamba");
/** An array whose closer may be missing. */
const mistral = formatOf("json-envelope", "mistral-v3");
/** Objects in a row, in tags. */
const lines = formatOf("json-envelope", "minimax-m1");
/** Objects with semicolons between them, with an opener or at the start of the message. */
const llama = formatOf("json-envelope", "llama3-json");
/** Any value at the start of the message, perhaps in a fence. */
const generic = formatOf("json-envelope", "generic-json");
/** An array directly behind a word. */
const functools = formatOf("json-envelope", "firefunction-v2");
/** An array in a fence, behind a word that starts a line. */
const action = formatOf("json-envelope", "command-r-plus");
/** An array of Python's without a closer. */
const python = formatOf("json-envelope", "sarashina");
/** An opener of two parts. */
const twoParts = changed(plain, { open: [["<call>", "<json>"]], close: [["</json>", "</call>"]] });

const f = [["f", "{}"]];
const both = [
  ["f", "{}"],
  ["g", "{}"],
];

describe("a message holds", () => {
  it.each<Row<"json-envelope">>([
    ["a call between words", plain, 'Ok.<tool_call>\n{"name":"f"}\n</tool_call>Done.', { content: "Ok.Done.", calls: f }],
    [
      "two calls in tags of their own",
      plain,
      '<tool_call>{"name":"f"}</tool_call>\n<tool_call>{"name":"g"}</tool_call>',
      { calls: both },
    ],
    ["an array where an object is usual", plain, '<tool_call>[{"name":"f"},{"name":"g"}]</tool_call>', { calls: both }],
    ["an object where an array is usual", mistral, '[TOOL_CALLS]{"name":"f"}', { calls: f }],
    ["an array", array, 'Ok.<tool_calls>[{"name":"f"}, {"name":"g"}]</tool_calls>Done.', { content: "Ok.Done.", calls: both }],
    [
      "an array with space wherever there may be some",
      array,
      '<tool_calls> [ {"name":"f"} , {"name":"g"} ] </tool_calls>',
      { calls: both },
    ],
    ["an empty array", array, "Ok.<tool_calls>[ ]</tool_calls>Done.", { content: "Ok.Done." }],
    ["an empty array with a line break behind it", functools, "Ok. functools[]\n", { content: "Ok." }],
    ["an array without the closer that may be missing", mistral, '[TOOL_CALLS] [{"name":"f"}]', { calls: f }],
    [
      "an array with the closer that may be missing",
      mistral,
      '[TOOL_CALLS][{"name":"f"}] [/TOOL_CALLS]Done.',
      { content: "Done.", calls: f },
    ],
    ["objects on lines", lines, '<tool_calls>\n{"name":"f"}\n{"name":"g"}\n</tool_calls>', { calls: both }],
    ["a list of Python's that ends in a comma", python, "<|tool_calls|>[{'name':'f'}, {'name':'g'} , ]", { calls: both }],
    ["objects with a semicolon between them", llama, '<|python_tag|>{"name":"f"} ; {"name":"g"}', { calls: both }],
    ["objects with a semicolon between them and no opener", llama, '{"name":"f"};{"name":"g"}', { calls: both }],
    ["an object, and another without a semicolon", llama, '{"name":"f"} {"name":"g"}', { content: ' {"name":"g"}', calls: f }],
    ["an object, and words behind a semicolon", llama, '{"name":"f"}; done', { content: "; done", calls: f }],
    ["an object that opens it after whitespace", llama, '\n {"name":"f"}', { calls: f }],
    [
      "one object where objects do not come in a row",
      generic,
      '{"name":"f"} {"name":"g"}',
      { content: ' {"name":"g"}', calls: f },
    ],
    ["an array that opens it", generic, '[{"name":"f"}, {"name":"g"}]Done.', { content: "Done.", calls: both }],
    ["an array in a fence", generic, '```json\n[{"name":"f"}]\n```\nDone.', { content: "\nDone.", calls: f }],
    ["an object in a fence without a language", generic, '``` {"name":"f"} ```', { calls: f }],
    ["an array directly behind a word", functools, 'Ok. functools[{"name":"f"}] Done.', { content: "Ok. Done.", calls: f }],
    [
      "an array in a fence behind a line of its own",
      action,
      'Ok.\nAction:\n```json\n[{"tool_name":"f"}]\n```Done.',
      { content: "Ok.\nDone.", calls: f },
    ],
    [
      "a call behind an opener of two parts",
      twoParts,
      '<call> <json>{"name":"f"}</json> </call>Done.',
      { content: "Done.", calls: f },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

describe("text that is no call stays, namely", () => {
  it.each<Row<"json-envelope">>([
    ["words behind an opener", plain, "Write <tool_call> and JSON.", asText],
    ["a NUL character behind an opener", plain, "<tool_call>\0", asText],
    ["an object behind a word that asks for an array", functools, 'functools{"name":"f"}', asText],
    ["an array with a space in front where there may be none", functools, 'functools [{"name":"f"}]', asText],
    ["the first part of an opener", twoParts, '<call>{"name":"f"}', asText],
    ["an opener in the middle of a line", action, 'An Action:\n```json\n[{"tool_name":"f"}]\n```', asText],
    ["a fence without an opener", action, "See\n```\nx\n```\n", asText],
    [
      "a closer that closes nothing, which is dropped",
      array,
      "a </tool_calls> b",
      { content: "a  b", diagnostics: [stray("</tool_calls>")] },
    ],
    ["an object behind words", llama, 'See {"name":"f"}', asText],
    ["an object behind a letter", llama, 'S{"name":"f"}', asText],
    ["an object that opens a message and has no name", llama, '{"city":"Lima"}', asText],
    ["an object that opens a message and is cut off in front of a name", llama, '{"city":"Li', asText],
    ["an object that opens a message and whose name is a number", llama, '{"name":1}', asText],
    ["an array where only an object may open a message", llama, '[{"name":"f"}]', asText],
    ["an object in the middle of a message where none may open it", plain, 'See {"name":"f"}', asText],
    ["an object that opens a message where none may", plain, '{"name":"f"}', asText],
    ["an array of numbers", generic, "[1, 2]", asText],
    ["an array of objects without a name", generic, '[{"city":"Lima"}]', asText],
    ["an empty array", generic, "[ ] is empty", asText],
    ["an empty array in a fence", generic, "```json\n[]\n```", asText],
    ["a bracket", generic, "[", asText],
    ["a fence that is cut off", generic, "```json\n", asText],
    ["a fence around words", generic, "```json\nhello\n```", asText],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

describe("reasoning", () => {
  const thinking = {
    ...plain,
    reasoning: { open: ["<think>"], close: ["</think>"], startsOpen: "never", toolInside: "endsReasoning" },
  } as const;
  it.each([
    ["ends with a call", '<think>So.<tool_call>{"name":"f"}</tool_call>Done.', "So.", "Done."],
    [
      "goes on after an opener that opens nothing",
      "<think>So <tool_call> is a tag.</think>Done.",
      "So <tool_call> is a tag.",
      "Done.",
    ],
  ])("%s", (_title, input, reasoning, content) => {
    const parser = createToolCallParser(thinking);
    const events = [...parser.feed(input), ...parser.end()];
    const said = (type: "text" | "reasoning"): string => events.map((event) => (event.type === type ? event.text : "")).join("");
    expect([said("reasoning"), said("text")]).toEqual([reasoning, content]);
  });
});

it("what closes a list of calls is one stretch of markup", () => {
  const parser = createToolCallParser(array, { markup: true });
  const events = [...parser.feed('<tool_calls>[{"name":"f"} ] </tool_calls>Done.'), ...parser.end()];
  expect(events.slice(-2)).toEqual([
    { type: "markup", start: 25, end: 41 },
    { type: "text", text: "Done.", start: 41, end: 46 },
  ]);
});

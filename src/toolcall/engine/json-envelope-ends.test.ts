import { describe, expect, it } from "vitest";
import { changed, cut, formatOf, handedBack, inFull, stray, toldOf, type Row } from "../../../test/support/both-ways.ts";
import { parseToolCalls } from "../collect.ts";

/** An object in tags. */
const plain = formatOf("json-envelope", "hermes");
/** An array in tags. */
const array = formatOf("json-envelope", "jamba");
/** Objects with semicolons between them, with an opener or at the start of the message. */
const llama = formatOf("json-envelope", "llama3-json");
/** Any value at the start of the message, perhaps in a fence. */
const generic = formatOf("json-envelope", "generic-json");
/** An array directly behind a word. */
const functools = formatOf("json-envelope", "firefunction-v2");
/** An array of Python's without a closer. */
const python = formatOf("json-envelope", "sarashina");
/** An opener of two parts. */
const twoParts = changed(plain, { open: [["<call>", "<json>"]], close: [["</json>", "</call>"]] });

const unclosed = "unclosed: the closing marker of a call is missing";
const noName = "malformed: no name";
const noObject = "malformed: an element is not an object";
const noComma = "malformed: a comma is missing";
const cutInList = "truncated: the input ends inside a list of calls";
const cutAtOpener = handedBack("truncated: the input ends after the opener of a call");

const f = [["f", "{}"]];
const both = [
  ["f", "{}"],
  ["g", "{}"],
];

describe("calls are delivered up to where", () => {
  it.each<Row<"json-envelope">>([
    [
      "the closer of a call is missing",
      plain,
      '<tool_call>{"name":"f"} Done.',
      { content: " Done.", calls: f, diagnostics: [unclosed] },
    ],
    ["the closer of an array is missing", array, '<tool_calls>[{"name":"f"}]', { calls: f, diagnostics: [unclosed] }],
    ["the closer of an empty array is missing", array, "<tool_calls>[] Done.", { content: " Done.", diagnostics: [unclosed] }],
    [
      "the second part of a closer is missing",
      twoParts,
      '<call><json>{"name":"f"}</json>',
      { calls: f, diagnostics: [unclosed, stray("</json>")] },
    ],
    ["the end of a fence is missing", generic, '```json\n[{"name":"f"}]', { calls: f, diagnostics: [unclosed] }],
    [
      "a comma is missing in an array",
      array,
      '<tool_calls>[{"name":"f"} {"name":"g"}]</tool_calls>Done.',
      { content: ' {"name":"g"}]</tool_calls>Done.', calls: f, diagnostics: [noComma] },
    ],
    [
      "a NUL character stands in the place of a comma",
      array,
      '<tool_calls>[{"name":"f"}\0',
      { content: "\0", calls: f, diagnostics: [noComma] },
    ],
    [
      "an array has a comma too many",
      array,
      '<tool_calls>[{"name":"f"},]</tool_calls>',
      { content: ",]</tool_calls>", calls: f, diagnostics: [noObject] },
    ],
    [
      "a list of Python's has two commas too many",
      python,
      "<|tool_calls|>[{'name':'f'},,]",
      { content: ",,]", calls: f, diagnostics: [noObject] },
    ],
    [
      "an element is a number",
      array,
      '<tool_calls>[{"name":"f"}, 1]</tool_calls>Done.',
      { content: ", 1]</tool_calls>Done.", calls: f, diagnostics: [noObject] },
    ],
    [
      "an element has no name",
      array,
      '<tool_calls>[{"name":"f"}, {}]</tool_calls>',
      { content: ", {}]</tool_calls>", calls: f, diagnostics: [noName] },
    ],
    [
      "an element has no name and another array follows",
      array,
      '<tool_calls>[{"name":"f"}, {}] <tool_calls>[{"name":"g"}]</tool_calls>',
      { content: ", {}] ", calls: both, diagnostics: [noName] },
    ],
    [
      "an element is cut off",
      array,
      '<tool_calls>[{"name":"f"}, {"name":"g"',
      { content: ', {"name":"g"', calls: f, diagnostics: ["truncated: the input ends inside a call"] },
    ],
    [
      "an object in a row has no name",
      llama,
      '<|python_tag|>{"name":"f"};{"a":1} Done.',
      { content: ';{"a":1} Done.', calls: f, diagnostics: [noName] },
    ],
    [
      "an object in a row that opens a message has no name",
      llama,
      '{"name":"f"};{"a":1} Done.',
      { content: ';{"a":1} Done.', calls: f, diagnostics: [noName] },
    ],
    [
      "an object in a row that opens a message is cut off",
      llama,
      '{"name":"f"};{"name":"g"',
      { content: ';{"name":"g"', calls: f, diagnostics: [cutInList] },
    ],
    [
      "an array that opens a message has a number in it",
      generic,
      '[{"name":"f"}, 1] Done.',
      { content: ", 1] Done.", calls: f, diagnostics: [noObject] },
    ],
    [
      "an array that opens a message is cut off in a call",
      generic,
      '[{"name":"f"}, {"na',
      { content: ', {"na', calls: f, diagnostics: [cutInList] },
    ],
    [
      "an array that opens a message is cut off between two calls",
      generic,
      '[{"name":"f"}, ',
      { calls: f, diagnostics: ["unclosed: the input ends inside a list of calls"] },
    ],
    [
      "an array that opens a message is cut off behind a call",
      generic,
      '[{"name":"f"}',
      { calls: f, diagnostics: ["unclosed: the input ends inside a list of calls"] },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  it.each([
    ["an array is cut off behind a call", '<tool_calls>[{"name":"f"}'],
    ["an array is cut off behind a comma", '<tool_calls>[{"name":"f"}, '],
  ])("%s", (_title, input) => {
    const { diagnostics, ...rest } = toldOf(array, input);
    expect({ ...rest, codes: diagnostics.map((text) => text.split(":")[0]) }).toEqual({
      content: "",
      calls: f,
      codes: ["unclosed"],
    });
  });
});

describe("a first call is given back when", () => {
  it.each<Row<"json-envelope">>([
    ["the input ends behind its opener", plain, "<tool_call>", cutAtOpener],
    ["the input ends in the whitespace behind its opener", plain, "<tool_call> \n", cutAtOpener],
    ["the input ends behind a word that asks for an array", functools, "functools", cutAtOpener],
    [
      "the input ends between the parts of its opener",
      twoParts,
      "<call> ",
      handedBack("truncated: the input ends in the opener of a call"),
    ],
    [
      "the input ends in the second part of its opener",
      twoParts,
      "<call><js",
      handedBack("truncated: the input ends in the opener of a call"),
    ],
    ["the input ends behind its bracket", array, "<tool_calls>[ ", cut],
    ["the input ends in its object", array, '<tool_calls>[{"name":"f"', cut],
    ["the input ends in an object that opens the message, behind its name", llama, '{"name":"f"', cut],
    ["the input ends in an object in a fence, behind its name", generic, '```json\n{"name":"f"', cut],
    ["a number stands in its array", array, "<tool_calls>[1]</tool_calls>Done.", handedBack(noObject)],
    ["a comma alone stands in a list of Python's", python, "<|tool_calls|>[,]", handedBack(noObject)],
    ["a NUL character stands in its array", array, "<tool_calls>[\0", handedBack(noObject)],
    ["its object has no name and no closer comes", functools, "functools[{}] Done.", handedBack(noName)],
    [
      "its object opens the message and becomes unreadable behind the name",
      llama,
      '{"name":"f",}',
      handedBack("malformed: a member name is missing"),
    ],
    [
      "its object in a fence becomes unreadable behind the name",
      generic,
      '```json\n{"name":"f","parameters":[]}\n```',
      handedBack("malformed: the arguments are not an object"),
    ],
    [
      "its object has no name and another opener follows",
      plain,
      '<tool_call>{} <tool_call>{"name":"f"}</tool_call>',
      { content: "<tool_call>{} ", calls: f, diagnostics: [noName] },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

it("what is handed back ends where it became unreadable in a format without a closer", () => {
  expect(parseToolCalls(functools, "functools[{}] Done.")).toMatchObject({
    content: "functools[{}] Done.",
    diagnostics: [{ code: "malformed", message: "no name", raw: "functools[{}" }],
  });
});

import { describe, expect, it } from "vitest";
import { asText, changed, cut, formatOf, handedBack, inFull, stray, toldOf, type Row } from "../../../test/support/both-ways.ts";

/** Calls on lines of their own, in tags. */
const lines = formatOf("pythonic", "olmo3");
/** A list of calls, in tokens. */
const list = formatOf("pythonic", "lfm2");
/** A list of calls that opens the message. */
const bare = formatOf("pythonic", "pythonic");

const unclosed = "unclosed: the closing marker of a list of calls is missing";
const noName = "malformed: an argument has no name";
const betweenCalls = "malformed: a comma is missing";
const noElement = "malformed: a list element is not a call";

describe("calls are delivered up to where", () => {
  const f = [["f", "{}"]];
  it.each<Row<"pythonic">>([
    [
      "words come instead of another call on a line",
      lines,
      "<function_calls>f()\nhello </function_calls>",
      { calls: f, content: "\nhello ", diagnostics: [unclosed, stray("</function_calls>")] },
    ],
    [
      "a call on a line is not readable",
      lines,
      "<function_calls>f()\ng(1)</function_calls>Done.",
      { calls: f, content: "\ng(1)</function_calls>Done.", diagnostics: [noName] },
    ],
    [
      "a call on a line is cut off",
      lines,
      "<function_calls>f()\ng(a='",
      { calls: f, content: "\ng(a='", diagnostics: ["truncated: the input ends inside a call"] },
    ],
    [
      "a list has only its own bracket",
      list,
      "<|tool_call_start|>[f()] Done.",
      { calls: f, content: " Done.", diagnostics: [unclosed] },
    ],
    ["a list holds none", list, "Hi. <|tool_call_start|>[ ]<|tool_call_end|>Done.", { content: "Hi. Done." }],
    ["a list ends with its own bracket", list, "<|tool_call_start|>[f()]", { calls: f, diagnostics: [unclosed] }],
    ["a list ends without a closer", list, "<|tool_call_start|>[f()", { calls: f, diagnostics: [unclosed] }],
    ["a list that opens the message ends without a closer", bare, "[f()", { calls: f, diagnostics: [unclosed] }],
    [
      "two calls have no comma between them",
      list,
      "<|tool_call_start|>[f() g()]<|tool_call_end|>Done.",
      { calls: f, content: " g()]<|tool_call_end|>Done.", diagnostics: [betweenCalls] },
    ],
    [
      "a NUL character comes after a call",
      list,
      "<|tool_call_start|>[f()\0",
      { calls: f, content: "\0", diagnostics: [betweenCalls] },
    ],
    [
      "an element of a list is a word",
      list,
      "<|tool_call_start|>[f(), hello]<|tool_call_end|>Done.",
      { calls: f, content: ", hello]<|tool_call_end|>Done.", diagnostics: [noElement] },
    ],
    [
      "an element of a list that opens the message is a word",
      bare,
      "[f(), hello]Done.",
      { calls: f, content: ", hello]Done.", diagnostics: [noElement] },
    ],
    [
      "an element of a list that opens the message is not readable",
      bare,
      "[f(), g(1)]Done.",
      { calls: f, content: ", g(1)]Done.", diagnostics: [noName] },
    ],
    [
      "a list that opens the message is cut off in a call",
      bare,
      "[f(), g(a=",
      { calls: f, content: ", g(a=", diagnostics: ["truncated: the input ends inside a call"] },
    ],
    [
      "a list that opens the message is cut off in a name",
      bare,
      "[f(), g",
      { calls: f, content: ", g", diagnostics: ["truncated: the input ends inside a call"] },
    ],
    [
      "a call in the first tags is not readable and others follow",
      lines,
      "<function_calls>f(1) <function_calls>f()</function_calls>",
      { calls: f, content: "<function_calls>f(1) ", diagnostics: [noName] },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  it.each([
    ["the end of the input comes in the place of another call on a line", lines, "<function_calls>f()\n"],
    ["the end of the input comes after a comma", list, "<|tool_call_start|>[f(), "],
    ["the end of the input comes after a comma of a list that opens the message", bare, "[f(),"],
  ])("%s", (_title, format, input) => {
    const { diagnostics, ...rest } = toldOf(format, input);
    expect({ ...rest, diagnostics: diagnostics.map((text) => text.split(":")[0]) }).toEqual({
      content: "",
      calls: f,
      diagnostics: ["unclosed"],
    });
  });
});

describe("a first call is given back as cut off when the input ends", () => {
  it.each([
    ["behind the opener of lines", lines, "<function_calls>\n"],
    ["in the opener of a list", list, "<|tool_call_start|>"],
    ["behind the opener of a list", list, "<|tool_call_start|>[ "],
    ["in a name", list, "<|tool_call_start|>[f"],
    ["behind the opening parenthesis", bare, "[f("],
    ["in the name of an argument", bare, "[f(city"],
    ["behind the equals sign", bare, "[f(city= "],
    ["in text", bare, "[f(city='Li"],
    ["in a number, which may go on", bare, "[f(n=12"],
    ["behind a value", bare, "[f(city='Lima' "],
    ["behind a comma", bare, "[f(city='Lima', "],
    ["in a call between the tokens for Python", bare, "<|python_start|>[f(city='Lima'"],
  ])("%s", (_title, format, input) => {
    expect(toldOf(format, input)).toEqual(inFull(cut, input));
  });
});

describe("a format may", () => {
  const markdown = changed(lines, { startsAt: "message-start", open: [["```", "tools"]], close: ["```"] });
  it.each<Row<"pythonic">>([
    [
      "open the message with a marker of two parts",
      markdown,
      "``` tools\nf()\n```Done.",
      { content: "Done.", calls: [["f", "{}"]] },
    ],
    ["open the message with a marker, but not behind a letter", markdown, "S``` tools\nf()\n```", asText],
    ["open the message with a marker whose second part is missing", markdown, "```python\nf()\n```", asText],
    ["have no closer", changed(lines, { close: [] }), "<function_calls>f(1) g()", handedBack(noName)],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

import { describe, expect, it } from "vitest";
import { asText, formatOf, inFull, stray, toldOf, type Row } from "../../../test/support/both-ways.ts";
import { collect } from "../collect.ts";
import { createToolCallParser } from "../parser.ts";

/** Calls on lines of their own, in tags. */
const lines = formatOf("pythonic", "olmo3");
/** A list of calls, in tokens. */
const list = formatOf("pythonic", "lfm2");
/** A list of calls that opens the message. */
const bare = formatOf("pythonic", "pythonic");
/** Calls in tags, which end reasoning wherever they come. */
const thinking = {
  ...lines,
  reasoning: { open: ["<think>"], close: ["</think>"], startsOpen: "never", toolInside: "endsReasoning" },
} as const;

const noName = "malformed: an argument has no name";
const notReadable = "malformed: an argument is not readable";
const noComma = "malformed: a comma or a closing parenthesis is missing";

describe("the arguments of a Python call may be", () => {
  it.each([
    ["none", "f()", "{}"],
    ["none, with space between the parentheses", "f( \n )", "{}"],
    ["one", "f(a=1)", '{"a":1}'],
    [
      "literals of every type",
      "f(a=1, b='x', c=[1, {'k': None}], d=True, e=-0.5)",
      '{"a":1,"b":"x","c":[1,{"k":null}],"d":true,"e":-0.5}',
    ],
    ["spread out", "f( a = 1 ,\n b = 'x' )", '{"a":1,"b":"x"}'],
    ["close together", "f(a=1,b=2)", '{"a":1,"b":2}'],
    ["followed by a comma", "f(a=1, )", '{"a":1}'],
    ["text with brackets, commas and quotes", `f(a='], g(b=")')`, '{"a":"], g(b=\\")"}'],
    ["named in another script", "f(città='Roma')", '{"città":"Roma"}'],
    ["named with a backslash", "f(a\\b=1)", '{"a\\\\b":1}'],
  ])("%s", (_title, call, args) => {
    const wanted = inFull({ calls: [["f", args]] }, call);
    expect(toldOf(bare, `[${call}]`)).toEqual(wanted);
    expect(toldOf(lines, `<function_calls>${call}</function_calls>`)).toEqual(wanted);
  });

  it.each([
    ["by position", "f(1)", noName],
    ["without a name", "f(=1)", noName],
    ["a comma alone", "f(,)", noName],
    ["two in a row without a comma", "f(a=1 b=2)", noComma],
    ["followed by another closer", "f(a=1]", noComma],
    ["the name of a variable", "f(a=b)", notReadable],
    ["without a value", "f(a=)", notReadable],
    ["named with a NUL character after the name", "f(a\0=1)", noName],
    ["separated by a NUL character", "f(a=1\0b=2)", noComma],
    ["named with a word after the name", "f(a b=1)", noName],
  ])("not %s", (_title, call, diagnostic) => {
    const input = `<function_calls>${call}\n</function_calls>`;
    expect(toldOf(lines, `${input}Done.`)).toEqual({ content: `${input}Done.`, calls: [], diagnostics: [diagnostic] });
    expect(toldOf(bare, `[${call}]`)).toEqual({ content: `[${call}]`, calls: [], diagnostics: [diagnostic] });
  });
});

describe("a message holds", () => {
  it.each<Row<"pythonic">>([
    [
      "two calls on lines",
      lines,
      "Ok.<function_calls>\nf()\ng(a=1)\n</function_calls>Done.",
      {
        content: "Ok.Done.",
        calls: [
          ["f", "{}"],
          ["g", '{"a":1}'],
        ],
      },
    ],
    [
      "two calls on one line",
      lines,
      "<function_calls>f() g()</function_calls>",
      {
        calls: [
          ["f", "{}"],
          ["g", "{}"],
        ],
      },
    ],
    ["no calls between the tags", lines, "<function_calls>\n</function_calls>Done.", { content: "Done." }],
    [
      "two calls in a list",
      list,
      "<|tool_call_start|>[f(), g()]<|tool_call_end|>Done.",
      {
        content: "Done.",
        calls: [
          ["f", "{}"],
          ["g", "{}"],
        ],
      },
    ],
    [
      "space around all parts of the markers",
      list,
      "<|tool_call_start|> [ f() , g() ]\n<|tool_call_end|>",
      {
        calls: [
          ["f", "{}"],
          ["g", "{}"],
        ],
      },
    ],
    ["a comma after the last call", list, "<|tool_call_start|>[f(), ]<|tool_call_end|>", { calls: [["f", "{}"]] }],
    [
      "two lists",
      list,
      "<|tool_call_start|>[f()]<|tool_call_end|>\n<|tool_call_start|>[g()]<|tool_call_end|>",
      {
        calls: [
          ["f", "{}"],
          ["g", "{}"],
        ],
      },
    ],
    [
      "a call with a dotted name",
      list,
      "<|tool_call_start|>[math.add(a=1)]<|tool_call_end|>",
      { calls: [["math.add", '{"a":1}']] },
    ],
    [
      "two calls that open it",
      bare,
      "[f(), g()]Done.",
      {
        content: "Done.",
        calls: [
          ["f", "{}"],
          ["g", "{}"],
        ],
      },
    ],
    ["a call that opens it after whitespace", bare, " \n[f()]", { calls: [["f", "{}"]] }],
    [
      "a call between the tokens for Python",
      bare,
      "<|python_start|> [f()]\n<|python_end|>Done.",
      { content: "Done.", calls: [["f", "{}"]] },
    ],
    [
      "a call between the tokens for Python, after whitespace",
      bare,
      "\n<|python_start|>[f()]<|python_end|>",
      { calls: [["f", "{}"]] },
    ],
    ["a call after the first token for Python", bare, "<|python_start|>[f()]Done.", { content: "Done.", calls: [["f", "{}"]] }],
    [
      "a call, and a token for Python that nothing opened",
      bare,
      "[f()]<|python_end|>",
      { content: "<|python_end|>", calls: [["f", "{}"]] },
    ],
    [
      "a call that ends the reasoning",
      thinking,
      "<think>So.<function_calls>f()</function_calls>Done.",
      { content: "Done.", calls: [["f", "{}"]] },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

describe("text that is no call stays, namely", () => {
  it.each<Row<"pythonic">>([
    [
      "words between the tags",
      lines,
      "<function_calls>hello</function_calls>",
      { content: "<function_calls>hello", diagnostics: [stray("</function_calls>")] },
    ],
    ["words behind the token", list, "<|tool_call_start|>hello", asText],
    ["a list of words behind the token", list, "<|tool_call_start|>[hello there]", asText],
    ["a name with a space in front of the parenthesis", list, "<|tool_call_start|>[f (a=1)]", asText],
    ["parentheses without a name", list, "<|tool_call_start|>[()]", asText],
    ["a name with a comma behind it", list, "<|tool_call_start|>[f,g()]", asText],
    ["an assignment", list, "<|tool_call_start|>[f=g()]", asText],
    ["words in brackets", bare, "[hello]", asText],
    ["an empty list", bare, "[]", asText],
    ["a bracket alone", bare, "[", asText],
    ["a bracket with the beginning of a name", bare, "[f", asText],
    ["words", bare, "hello", asText],
    ["words after the token for Python", bare, "<|python_start|>f()", asText],
    ["a list of calls after words", bare, "See [f()]", asText],
    ["a bracket without the closing token", list, "a ] b", asText],
    [
      "what is around a closing token that closes nothing",
      list,
      "a <|tool_call_end|> b",
      { content: "a  b", diagnostics: [stray("<|tool_call_end|>")] },
    ],
    [
      "what is around a closing tag that closes nothing",
      lines,
      "a </function_calls> b",
      { content: "a  b", diagnostics: [stray("</function_calls>")] },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  it("words between tags in the reasoning, which goes on", () => {
    const parser = createToolCallParser(thinking);
    const events = [...parser.feed("<think>So. <function_calls>hello</think>Done."), ...parser.end()];
    expect(collect(events)).toEqual({
      content: "Done.",
      reasoning: "So. <function_calls>hello",
      calls: [],
      deltas: [],
      diagnostics: [],
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  cut,
  cutInSection,
  formatOf,
  handedBack,
  inFull,
  readBothWays,
  type Row as RowOf,
  stray,
  toldOf,
  type Wanted,
} from "../../../test/support/both-ways.ts";
import { parseToolCalls } from "../collect.ts";
import { createToolCallParser } from "../parser.ts";

const qwen = formatOf("tagged-args", "qwen3-coder");
const glm = formatOf("tagged-args", "glm4.7");
const kimi = formatOf("tagged-args", "kimi-k3");
const dsml = formatOf("tagged-args", "deepseek-v3.2");
const step = formatOf("tagged-args", "step3");
const glimmer = formatOf("tagged-args", "muse-glimmer");

type Row = RowOf<"tagged-args">;

const unclosedOuter = "unclosed: the outer closing tag of a call is missing";

const called = (args: string, rest: object = {}): Wanted => ({ calls: [["f", args]], ...rest });

describe("the outer closer of a call", () => {
  it.each<Row>([
    [
      "closes what its first tag opened",
      qwen,
      "<tool_call><function=f></function></tool_call> tail",
      called("{}", { content: " tail" }),
    ],
    [
      "may have whitespace in front",
      qwen,
      "<tool_call><function=f></function>\n</tool_call> tail",
      called("{}", { content: " tail" }),
    ],
    [
      "is missed when text follows, which keeps its whitespace",
      qwen,
      "<tool_call><function=f></function> tail",
      called("{}", { content: " tail", diagnostics: [unclosedOuter] }),
    ],
    [
      "is missed at the end of the input",
      qwen,
      "<tool_call><function=f></function>",
      called("{}", { diagnostics: [unclosedOuter] }),
    ],
    ["is not missed when there was no first tag", qwen, "<function=f></function> tail", called("{}", { content: " tail" })],
    [
      "is no content when there was no first tag",
      qwen,
      "<function=f></function></tool_call> tail",
      called("{}", { content: " tail" }),
    ],
    [
      "is dropped where no call is open",
      qwen,
      "a</tool_call>b</function>c",
      { content: "abc", diagnostics: [stray("</tool_call>"), stray("</function>")] },
    ],
    [
      "stands in front of the end of a section",
      step,
      '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="f"></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
      called("{}"),
    ],
    [
      "is not asked for where the format has none",
      glm,
      "<tool_call>f</tool_call></tool_call>",
      called("{}", { diagnostics: [stray("</tool_call>")] }),
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  it("is missed where the call ended", () => {
    const parser = createToolCallParser(qwen);
    const events = [...parser.feed("<tool_call><function=f></function> \n tail"), ...parser.end()];
    expect(events.find(({ type }) => type === "diagnostic")).toMatchObject({ code: "unclosed", start: 34, end: 34 });
  });
});

describe("an unreadable call goes up to", () => {
  const first = '<｜DSML｜function_calls><｜DSML｜invoke name="f">bad';
  const second = '<｜DSML｜invoke name="g"></｜DSML｜invoke></｜DSML｜function_calls> tail';
  it.each([
    ["its closer", qwen, "<function=f>bad</function>", " tail", " tail", []],
    ["its outer closer", qwen, "<tool_call><function=f>bad</function>\n</tool_call>", " tail", " tail", []],
    ["its outer closer when its own is missing", qwen, "<tool_call><function=f>bad</tool_call>", " tail", " tail", []],
    [
      "the next call when both are missing",
      qwen,
      "<tool_call><function=f>bad",
      "<tool_call><function=g></function></tool_call>",
      "",
      ["g"],
    ],
    [
      "the second tag of the next call when both are missing",
      qwen,
      "<tool_call><function=f>bad",
      "<function=g></function>",
      "",
      ["g"],
    ],
    ["its closer in a section", dsml, `${first}</｜DSML｜invoke>`, second, " tail", ["g"]],
    ["the next call of its section", dsml, first, second, " tail", ["g"]],
    ["the end of its section", dsml, first, "</｜DSML｜function_calls> tail", " tail", []],
    ["the next section", dsml, first, `<｜DSML｜tool_calls>${second}`, " tail", ["g"]],
  ])("%s", (_title, format, broken, rest, text, names) => {
    const { content, calls, diagnostics } = readBothWays(format, broken + rest);
    expect(content).toBe(broken + text);
    expect(calls.map(({ name }) => name)).toEqual(names);
    expect(diagnostics).toEqual([{ code: "malformed", message: "neither an argument nor the end of the call", raw: broken }]);
  });
});

describe("an object in place of the arguments", () => {
  const head = '<|open|>tools<|sep|><|open|>call tool="f" index="1"<|sep|>';
  const open = `${head}<|open|>json type="object"<|sep|>`;
  const jsonEnd = "<|close|>json<|sep|>";
  const callEnd = "<|close|>call<|sep|>";
  const end = "<|close|>tools<|sep|>";
  const broken =
    (why: string): Wanted =>
    (input) => ({ content: input.replace(end, ""), diagnostics: [`malformed: ${why}`] });
  it.each<Row>([
    ["is read", kimi, `${open}{"a": 1.50}${jsonEnd}${callEnd}${end}`, called('{"a": 1.50}')],
    [
      "may have whitespace around it and its tags",
      kimi,
      `${head}\n${open.slice(head.length)}\n{"a":1}\n${jsonEnd}\n${callEnd}\n${end}`,
      called('{"a":1}'),
    ],
    ["may be left out", kimi, `${head}${callEnd}${end}`, called("{}")],
    ["cannot be an array", kimi, `${open}[1]${jsonEnd}${callEnd}${end}`, broken("the arguments are not an object")],
    ["cannot be missing between its tags", kimi, `${open}${jsonEnd}${callEnd}${end}`, broken("the arguments are not an object")],
    ["cannot be anything but JSON", kimi, `${open}{bad}${jsonEnd}${callEnd}${end}`, broken("the arguments are not readable")],
    ["has to be closed", kimi, `${open}{}${callEnd}${end}`, broken("a closing tag is missing")],
    [
      "has to be followed by the closer of the call",
      kimi,
      `${open}{}${jsonEnd}words${callEnd}${end}`,
      broken("a closing tag is missing"),
    ],
    [
      "is no argument of a format without one",
      dsml,
      `<｜DSML｜function_calls><｜DSML｜invoke name="f">{}</｜DSML｜invoke></｜DSML｜function_calls>`,
      (input) => ({
        content: input.replace("</｜DSML｜function_calls>", ""),
        diagnostics: ["malformed: neither an argument nor the end of the call"],
      }),
    ],
    ["cannot be a NUL", kimi, `${open}\0${jsonEnd}${callEnd}${end}`, broken("the arguments are not an object")],
    ["is cut in front of it", kimi, open, cutInSection],
    ["is cut in it", kimi, `${open}{"a":`, cutInSection],
    ["is cut behind it", kimi, `${open}{}`, cutInSection],
    ["is cut in its closing tag", kimi, `${open}{}<|close|>js`, cutInSection],
    ["is cut in the closer of the call", kimi, `${open}{}${jsonEnd}<|close|>ca`, cutInSection],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  it("arrives in pieces as it comes", () => {
    const parser = createToolCallParser(kimi);
    parser.feed(`${open}{"a"`);
    expect(parser.feed(': "b')).toMatchObject([{ type: "call-args", fragment: ': "b' }]);
  });
});

describe("calls in a message to a tool", () => {
  const head = " to=f<|message|>";
  const none = handedBack("malformed: no call in a message to a tool");
  const open = `${head}<atem:function_calls>`;
  const call = (name: string): string => `<atem:invoke name="${name}"></atem:invoke>`;
  it.each<Row>([
    ["are read", glimmer, `${open}${call("f")}</atem:function_calls><|eom|>`, called("{}")],
    [
      "may be several, with whitespace between them",
      glimmer,
      `${head}\n<atem:function_calls>\n${call("f")}\n${call("g")}\n</atem:function_calls>\n<|eom|>`,
      {
        calls: [
          ["f", "{}"],
          ["g", "{}"],
        ],
      },
    ],
    ["cannot be words", glimmer, `${head}words<|eom|>`, none],
    ["cannot be words in a section", glimmer, `${open}words<|eom|>`, none],
    ["cannot be an opener without a name", glimmer, `${open}<atem:invoke name=""><|eom|>`, handedBack("malformed: no call")],
    [
      "are delivered up to words",
      glimmer,
      `${open}${call("f")}words<|eom|>`,
      called("{}", { content: "words<|eom|>", diagnostics: ["malformed: no call in a message to a tool"] }),
    ],
    [
      "are unreadable with one that is",
      glimmer,
      `${open}<atem:invoke name="f">words</atem:invoke></atem:function_calls><|eom|>`,
      handedBack("malformed: neither an argument nor the end of the call"),
    ],
    ["are cut in front of the section", glimmer, head, cut],
    ["are cut in the opener of the section", glimmer, `${head}<atem:func`, cut],
    ["are cut behind the opener of the section", glimmer, open, cut],
    ["are cut in the opener of a call", glimmer, `${open}<atem:inv`, cut],
    ["are cut in the closer of the section", glimmer, `${open}</atem:f`, cut],
    ["are cut in an argument", glimmer, `${open}<atem:invoke name="f"><atem:parameter name="a">x`, cut],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

describe("a call in open reasoning", () => {
  const policy = { toolInside: "endsReasoning" } as const;
  it("ends it once its header is read", () => {
    const { reasoning, content, calls } = parseToolCalls(glm, "<think>Hm. <tool_call>f</tool_call> Done.", { policy });
    expect({ reasoning, content, calls }).toEqual({
      reasoning: "Hm.",
      content: " Done.",
      calls: [{ name: "f", arguments: "{}" }],
    });
  });

  it("leaves it open when its header is none", () => {
    const { reasoning, content, calls } = parseToolCalls(glm, "<think>Hm. <tool_call>f words</think>Done.", { policy });
    expect({ reasoning, content, calls }).toEqual({ reasoning: "Hm. <tool_call>f words", content: "Done.", calls: [] });
  });
});

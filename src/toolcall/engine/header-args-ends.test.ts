import { describe, expect, it } from "vitest";
import {
  asText,
  changed,
  cut,
  formatOf,
  handedBack,
  inFull,
  readBothWays,
  type Row as RowOf,
  stray,
  toldOf,
} from "../../../test/support/both-ways.ts";
import { collect } from "../collect.ts";
import { createPushParser } from "../push-parser.ts";
import { createValueScanner } from "../value/dialects.ts";
import { createHeaderArgsEngine } from "./header-args.ts";

const arrow = formatOf("header-args", "mistral-v13");
const kimi = formatOf("header-args", "kimi-k2");
const gemma = formatOf("header-args", "gemma4");
const functionGemma = formatOf("header-args", "functiongemma");
const deepseek = formatOf("header-args", "deepseek-v3.1");
const deepseekFence = formatOf("header-args", "deepseek-v3");
const bare = formatOf("header-args", "glm-4-0414");
const harmony = formatOf("header-args", "gpt-oss");

const unclosedCall = "unclosed: the closing marker of a call is missing";
const unclosedSection = "unclosed: the closing marker of a section is missing";
const notAnObject = "malformed: the arguments are not an object";
const notReadable = "malformed: the arguments are not readable";

type Row = RowOf<"header-args">;

describe("the closer of a call", () => {
  const open = "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>";
  const end = "<｜tool▁call▁end｜><｜tool▁calls▁end｜>";
  const fenced = `${open}function<｜tool▁sep｜>f\n\`\`\`json\n`;
  it.each<Row>([
    ["is no content", deepseek, `${open}f<｜tool▁sep｜>{}${end} tail`, { content: " tail", calls: [["f", "{}"]] }],
    [
      "is missed when the section is closed instead",
      deepseek,
      `${open}f<｜tool▁sep｜>{}<｜tool▁calls▁end｜> tail`,
      { content: " tail", calls: [["f", "{}"]], diagnostics: [unclosedCall] },
    ],
    [
      "is missed when text follows, which keeps its whitespace",
      gemma,
      "<|tool_call>call:f{} tail",
      { content: " tail", calls: [["f", "{}"]], diagnostics: [unclosedCall] },
    ],
    [
      "is missed behind a call in an object, and the text keeps its whitespace too",
      functionGemma,
      '<start_function_call>{"name":"f"} tail',
      { content: " tail", calls: [["f", "{}"]], diagnostics: [unclosedCall] },
    ],
    [
      "is not missed where the format can do without",
      kimi,
      "<|tool_call_begin|>f<|tool_call_argument_begin|>{} tail",
      { content: " tail", calls: [["f", "{}", "f"]] },
    ],
    ["may be of two markers", deepseekFence, `${fenced}{"a":1}\n\`\`\`${end}`, { calls: [["f", '{"a":1}']] }],
    ["of two markers may come at once", deepseekFence, `${fenced}\n\`\`\`${end}`, { calls: [["f", "{}"]] }],
    [
      "of two markers is missed when only the first is there",
      deepseekFence,
      `${fenced}{"a":1}\n\`\`\` x`,
      { content: "\n``` x", calls: [["f", '{"a":1}']], diagnostics: [unclosedCall, unclosedSection] },
    ],
    [
      "of two markers is none when only the first is there, and no value",
      deepseekFence,
      `${fenced}\`\`\` x`,
      handedBack(notAnObject, unclosedSection),
    ],
    ["is dropped where no call is open", gemma, "a<tool_call|>b", { content: "ab", diagnostics: [stray("<tool_call|>")] }],
    [
      "of two markers is dropped by its last one where no call is open",
      deepseekFence,
      "a<｜tool▁call▁end｜>b",
      { content: "ab", diagnostics: [stray("<｜tool▁call▁end｜>")] },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  it("is missed where the value ended", () => {
    const parser = createPushParser(
      gemma,
      {},
      { engine: (ctx) => createHeaderArgsEngine(ctx, gemma.syntax, createValueScanner) },
    );
    const events = [...parser.feed("<|tool_call>call:f{} \n tail"), ...parser.end()];
    expect(events.find(({ type }) => type === "diagnostic")).toMatchObject({ code: "unclosed", start: 20, end: 20 });
  });
});

describe("an unreadable call", () => {
  const open = "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>";
  const second = "<｜tool▁call▁begin｜>g<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>";
  it.each([
    ["goes up to its closer", deepseek, `${open}f<｜tool▁sep｜>{bad} text<｜tool▁call▁end｜>`, `${second} tail`, " tail", ["g"]],
    ["goes up to the next call when its closer is missing", deepseek, `${open}f<｜tool▁sep｜>{bad} text`, second, "", ["g"]],
    [
      "goes up to the end of its section when its closer is missing",
      deepseek,
      `${open}f<｜tool▁sep｜>{bad}`,
      "<｜tool▁calls▁end｜> tail",
      " tail",
      [],
    ],
    [
      "goes up to another section when its closer is missing",
      deepseek,
      `${open}f<｜tool▁sep｜>{bad}`,
      `<｜tool▁calls▁begin｜>${second}`,
      "",
      ["g"],
    ],
    [
      "ends where it stopped being readable in a format without closers",
      arrow,
      "[TOOL_CALLS]f[ARGS]{",
      "bad} [TOOL_CALLS]g[ARGS]{}",
      "bad} ",
      ["g"],
    ],
  ])("%s", (_title, format, broken, rest, text, names) => {
    const { content, calls, diagnostics } = readBothWays(format, broken + rest);
    expect(content).toBe(broken + text);
    expect(calls.map(({ name }) => name)).toEqual(names);
    expect(diagnostics).toEqual([{ code: "malformed", message: "the arguments are not readable", raw: broken }]);
  });

  it("takes back what was sent of it, and the next one has its index", () => {
    const { deltas } = readBothWays(arrow, '[TOOL_CALLS]f[ARGS]{"a": bad} [TOOL_CALLS]g[ARGS]{}');
    expect(deltas.filter((delta) => "name" in delta)).toEqual([{ index: 0, name: "g" }]);
  });
});

describe("the other body of a call", () => {
  const open = "<start_function_call>";
  const end = "<end_function_call>";
  /** A second opener, in front of which no object is a body. */
  const twoOpeners = changed(functionGemma, {
    callOpen: [
      [open, "call:"],
      ["<call>", "call:"],
    ],
  });
  it.each<Row>([
    [
      "is an object with a name",
      functionGemma,
      `${open}{"name":"f","arguments":{"a":1}}${end} tail`,
      { content: " tail", calls: [["f", '{"a":1}']] },
    ],
    ["may have whitespace around it", functionGemma, `${open}\n{"name":"f"}\n${end}`, { calls: [["f", "{}"]] }],
    [
      "stands beside the header",
      functionGemma,
      `${open}call:f{a:1}${end}${open}{"name":"g"}${end}`,
      {
        calls: [
          ["f", '{"a":1}'],
          ["g", "{}"],
        ],
      },
    ],
    ["without a closer lacks one", functionGemma, `${open}{"name":"f"}`, { calls: [["f", "{}"]], diagnostics: [unclosedCall] }],
    ["cannot be read without a name", functionGemma, `${open}{"x":1}${end}`, handedBack("malformed: no name")],
    ["is cut", functionGemma, `${open}{"name":"f","arg`, cut],
    ["is none when there are words", functionGemma, `${open} words`, asText],
    ["is none behind another opener", twoOpeners, '<call>{"name":"f"} tail', asText],
    ["leaves a header behind another opener as it is", twoOpeners, `<call>call:f{}${end}`, { calls: [["f", "{}"]] }],
    ["is none in a format that has no other", gemma, '<|tool_call>{"name":"f"}', asText],
    ["is cut where neither has begun", functionGemma, open, cut],
    ["is cut where the header has begun", functionGemma, `${open}cal`, cut],
    ["is none when a word begins like the header", gemma, "<|tool_call>cat", asText],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  it("is text where nothing can read it", () => {
    const parser = createPushParser(
      functionGemma,
      {},
      {
        engine: (ctx) => createHeaderArgsEngine(ctx, functionGemma.syntax, createValueScanner),
      },
    );
    const input = `${open}{"name":"f"}`;
    expect(collect([...parser.feed(input), ...parser.end()])).toMatchObject({ content: input, calls: [], diagnostics: [] });
  });
});

describe("a name on a line of its own", () => {
  it.each<Row>([
    ["is a call when an object follows", bare, 'f\n{"a":1}', { calls: [["f", '{"a":1}']] }],
    ["may have whitespace around it", bare, ' f \n {"a":1}\nMore.', { content: "\nMore.", calls: [["f", '{"a":1}']] }],
    ["is text when words follow", bare, "Yes\nof course {}", asText],
    ["is text when nothing follows", bare, "f\n", asText],
    ["is text when the object stands on the same line", bare, "f {}", asText],
    ["is text when it does not open the message", bare, "Hello there.\nf\n{}", asText],
    ["has to be there", bare, '{"a":1}', asText],
    ["is no call of this kind in other formats", arrow, "f\n{}", asText],
    ["is said to be unreadable, and text, when the object is", bare, "f\n{bad} [x]", handedBack(notReadable)],
    ["is cut in the object", bare, ' f\n{"a":', cut],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  it("is handed back with the whitespace in front of it", () => {
    expect(readBothWays(bare, ' f\n{"a":').diagnostics).toMatchObject([{ code: "truncated", raw: ' f\n{"a":' }]);
  });
});

describe("a value in a message to a tool", () => {
  const head = "<|channel|>commentary to=functions.f <|constrain|>json<|message|>";
  it.each<Row>([
    ["is the argument object", harmony, `${head}{"a":1}<|call|>`, { calls: [["f", '{"a":1}']] }],
    ["is empty when it is null", harmony, `${head}null<|call|>`, { calls: [["f", "{}"]] }],
    ["cannot be an array", harmony, `${head}[1]<|call|>`, handedBack(notAnObject)],
    ["cannot be anything but JSON", harmony, `${head}{bad}<|call|>`, handedBack(notReadable)],
    ["is cut", harmony, `${head}{"a"`, cut],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

describe("a call in open reasoning", () => {
  const policy = { toolInside: "endsReasoning" } as const;
  const call = "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>";
  it("ends it, and what follows is content", () => {
    const { content, reasoning, calls } = readBothWays(deepseek, `<think>Hm. ${call} Done.`, { policy });
    expect({ content, reasoning, calls }).toEqual({
      content: " Done.",
      reasoning: "Hm.",
      calls: [{ name: "f", arguments: "{}" }],
    });
  });

  it("leaves it open when it turns out to be none", () => {
    const input = "<start_function_call> words";
    const thinking = { ...functionGemma, reasoning: deepseek.reasoning };
    expect(readBothWays(thinking, `<think>Hm. ${input}</think>`, { policy })).toMatchObject({
      content: "",
      reasoning: `Hm. ${input}`,
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  asText,
  cut,
  cutInSection,
  formatOf,
  handedBack,
  inFull,
  type Row as RowOf,
  stray,
  toldOf,
  type Wanted,
} from "../../../test/support/both-ways.ts";
import { collect } from "../collect.ts";
import { createPushParser } from "../push-parser.ts";
import { createTaggedArgsEngine } from "./tagged-args.ts";

const qwen = formatOf("tagged-args", "qwen3-coder");
const glm = formatOf("tagged-args", "glm4.7");
const kimi = formatOf("tagged-args", "kimi-k3");
const dsml = formatOf("tagged-args", "deepseek-v3.2");
const solar = formatOf("tagged-args", "solar-open2");
const minicpm = formatOf("tagged-args", "minicpm5");

const noName = "malformed: an argument has no readable name";
const unclosedSection = "unclosed: the closing marker of a section is missing";
const neither = "malformed: neither an argument nor the end of the call";

type Row = RowOf<"tagged-args">;

const called = (args: string, name = "f"): Wanted => ({ calls: [[name, args]] });

describe("the header of a call", () => {
  const kimiOpen = '<|open|>tools<|sep|><|open|>call tool="f';
  const kimiEnd = "<|close|>call<|sep|><|close|>tools<|sep|>";
  it.each<Row>([
    ["is an opener of two tags, a name and its end", qwen, "<tool_call>\n<function= f></function></tool_call>", called("{}")],
    ["may be the second tag alone", qwen, "<function=f></function>", called("{}")],
    ["is none when only the first tag is there", qwen, "<tool_call>words", asText],
    ["is none without a name", qwen, "<function=>words", asText],
    [
      "is none with two names",
      qwen,
      "<function=f g></function>",
      { content: "<function=f g>", diagnostics: [stray("</function>")] },
    ],
    ["is cut after the first tag", qwen, "<tool_call>", cut],
    ["is cut in the second tag", qwen, "<tool_call><func", cut],
    ["is cut in front of the name", qwen, "<function=", cut],
    ["is cut after the name", qwen, "<function=f", cut],
    [
      "may be followed by an argument at once",
      glm,
      "<tool_call>f<arg_key>a</arg_key><arg_value>x</arg_value></tool_call>",
      called('{"a":"x"}'),
    ],
    ["may be followed by the closer at once", glm, "<tool_call>f\n</tool_call>", called("{}")],
    ["is none when neither follows", glm, "<tool_call>f words", asText],
    ["is none when prose goes on", glm, "<tool_call>plan S", asText],
    ["is cut where either could follow", glm, "<tool_call>f", cut],
    ["is cut in the tag of an argument", glm, "<tool_call>f <arg_k", cut],
    ["is cut in the closer", glm, "<tool_call>f</tool", cut],
    ["may end with the line", solar, "<|tool_call:start|>f \n<|tool_call:end|>", called("{}")],
    ["is none when its line goes on", solar, "<|tool_call:start|>f<|tool_arg:start|>", asText],
    ["is cut in front of the end of its line", solar, "<|tool_call:start|>f", cut],
    ["has an ordinal where the format has them", kimi, `${kimiOpen}" index="12"<|sep|>${kimiEnd}`, called("{}")],
    [
      "is none without the ordinal",
      kimi,
      `${kimiOpen}"<|sep|><|close|>call<|sep|>`,
      { content: `${kimiOpen}"<|sep|>`, diagnostics: [stray("<|close|>call<|sep|>")] },
    ],
    ["is cut in front of the ordinal", kimi, `${kimiOpen}" ind`, cutInSection],
    ["is cut in the ordinal", kimi, `${kimiOpen}" index="1`, cutInSection],
    ["is cut behind the ordinal", kimi, `${kimiOpen}" index="1"<|se`, cutInSection],
    [
      "has characters for escapes where the format has them",
      kimi,
      `${kimiOpen}&amp;&quot;" index="1"<|sep|>${kimiEnd}`,
      called("{}", 'f&"'),
    ],
    ["keeps escapes where the format has none", minicpm, '<function name="f&amp;g"></function>', called("{}", "f&amp;g")],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

describe("an argument", () => {
  const open = '<|open|>tools<|sep|><|open|>call tool="f" index="1"<|sep|><|open|>argument key="';
  const end = "<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>";
  it.each<Row>([
    ["has a key and a value", qwen, "<function=f><parameter=a>x</parameter></function>", called('{"a":"x"}')],
    [
      "may come after another one",
      qwen,
      "<function=f><parameter=a>x</parameter>\n<parameter=b>y</parameter></function>",
      called('{"a":"x","b":"y"}'),
    ],
    ["has its key without outer whitespace", qwen, "<function=f><parameter= a b ></parameter></function>", called('{"a b":""}')],
    [
      "has a key that may need escapes of JSON",
      qwen,
      "<function=f><parameter=a\\b></parameter></function>",
      called('{"a\\\\b":""}'),
    ],
    ["has to have a key", qwen, "<function=f><parameter= ></parameter></function>", handedBack(noName)],
    ["cannot have a quote in its key", qwen, '<function=f><parameter=a"b>x</parameter></function>', handedBack(noName)],
    [
      "cannot have a tag in its key",
      glm,
      "<tool_call>f<arg_key>a<b</arg_key><arg_value>x</arg_value></tool_call>",
      handedBack(noName),
    ],
    ["cannot be words", qwen, "<function=f>words</function>", handedBack(neither)],
    [
      "cannot be followed by words",
      glm,
      "<tool_call>f<arg_key>a</arg_key><arg_value>x</arg_value>y</tool_call>",
      handedBack(neither),
    ],
    [
      "may have whitespace between key and value",
      glm,
      "<tool_call>f<arg_key>a</arg_key>\n<arg_value>x</arg_value></tool_call>",
      called('{"a":"x"}'),
    ],
    [
      "cannot have anything else between key and value",
      glm,
      "<tool_call>f<arg_key>a</arg_key>y<arg_value>x</arg_value></tool_call>",
      handedBack(noName),
    ],
    [
      "cannot have a word between key and value that ends the input",
      glm,
      "<tool_call>f<arg_key>a</arg_key>S",
      handedBack(noName),
    ],
    ["is cut in front of its tag", qwen, "<function=f>", cut],
    ["is cut in its tag", qwen, "<function=f><para", cut],
    ["is cut in the closer of the call that could stand in its place", qwen, "<function=f></fun", cut],
    ["is cut in front of its key", qwen, "<function=f><parameter=", cut],
    ["is cut in its key", qwen, "<function=f><parameter=a", cut],
    ["is cut in the end of its key", glm, "<tool_call>f<arg_key>a</arg", cut],
    ["is cut in front of its value", glm, "<tool_call>f<arg_key>a</arg_key>\n", cut],
    ["is cut in the tag of its value", glm, "<tool_call>f<arg_key>a</arg_key><arg_va", cut],
    ["is cut in its value", glm, "<tool_call>f<arg_key>a</arg_key><arg_value>x", cut],
    ["is cut behind its value", glm, "<tool_call>f<arg_key>a</arg_key><arg_value>x</arg_value>", cut],
    [
      "has characters for escapes in its key where the format has them",
      kimi,
      `${open}&quot;a&amp;&quot;" type="string"<|sep|>x&amp;${end}`,
      called('{"\\"a&\\"":"x&amp;"}'),
    ],
    [
      "keeps escapes in its key where the format has none",
      qwen,
      "<function=f><parameter=a&amp;>x</parameter></function>",
      called('{"a&amp;":"x"}'),
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

describe("the type of an argument", () => {
  const tools = [{ name: "f", inputSchema: { properties: { n: { type: "integer" }, "x&y": { type: "integer" } } } }];
  const kimiCall = (attributes: string, value: string): string =>
    `<|open|>tools<|sep|><|open|>call tool="f" index="1"<|sep|><|open|>argument key="${attributes}"<|sep|>${value}<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>`;
  const dsmlCall = (attributes: string, value: string): string =>
    `<｜DSML｜function_calls><｜DSML｜invoke name="f"><｜DSML｜parameter name="${attributes}">${value}</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>`;
  it.each([
    ["is text when an attribute says string", dsml, dsmlCall('n" string="true', "1"), '{"n":"1"}'],
    ["is a number when an attribute says that it is JSON", dsml, dsmlCall('a" string="false', "1.5"), '{"a":1.5}'],
    ["is null when an attribute says that it is JSON", dsml, dsmlCall('a" string="false', "null"), '{"a":null}'],
    ["is true when an attribute says that it is JSON", dsml, dsmlCall('a" string="false', "true"), '{"a":true}'],
    ["is an object when an attribute says that it is JSON", dsml, dsmlCall('a" string="false', '{"b":1}'), '{"a":{"b":1}}'],
    ["is an array when an attribute says that it is JSON", dsml, dsmlCall('a" string="false', "[1]"), '{"a":[1]}'],
    ["is that of the schema when an attribute says neither", dsml, dsmlCall('n" string="maybe', "1"), '{"n":1}'],
    [
      "is no other than that of the schema when an attribute says neither",
      dsml,
      dsmlCall('n" string="maybe', "true"),
      '{"n":"true"}',
    ],
    ["is that of the schema when there is no attribute", dsml, dsmlCall("n", "1"), '{"n":1}'],
    ["is text when neither attribute nor schema says anything", dsml, dsmlCall("a", "1"), '{"a":"1"}'],
    ["is the one an attribute names", kimi, kimiCall('a" type="number', "1"), '{"a":1}'],
    ["is the one an attribute names, and no other", kimi, kimiCall('a" type="boolean', "1"), '{"a":"1"}'],
    ["is the one an attribute names, whatever the schema says", kimi, kimiCall('n" type="string', "1"), '{"n":"1"}'],
    ["is that of the schema for the key without escapes", kimi, kimiCall("x&amp;y", "1"), '{"x&y":1}'],
    [
      "is that of the schema in a format without attributes",
      qwen,
      "<function=f><parameter=n>1</parameter></function>",
      '{"n":1}',
    ],
  ])("%s", (_title, format, input, args) => {
    expect(toldOf(format, input, { tools })).toEqual(inFull(called(args), input));
  });

  const open = '<｜DSML｜function_calls><｜DSML｜invoke name="f"><｜DSML｜parameter name="a"';
  it.each<Row>([
    ["is cut in the attribute", dsml, `${open} str`, cutInSection],
    ["is cut in the value of the attribute", dsml, `${open} string="tr`, cutInSection],
    ["is cut behind the attribute", dsml, `${open} string="true"`, cutInSection],
    ["cannot be said by another attribute", dsml, `${open} x="true">1`, handedBack(noName, unclosedSection)],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

it("reads a call without arguments although nothing can read tags in tags", () => {
  const tree = formatOf("tagged-args", "minimax-m3");
  const parser = createPushParser(tree, {}, { engine: (ctx) => createTaggedArgsEngine(ctx, tree.syntax) });
  const input = '@<tool_call>@<invoke name="f">@</invoke>@</tool_call>'.replaceAll("@", "]<]minimax[>[");
  expect(collect([...parser.feed(input), ...parser.end()])).toMatchObject({
    content: "",
    calls: [{ name: "f", arguments: "{}" }],
  });
});

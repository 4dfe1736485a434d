import { describe, expect, it } from "vitest";
import { changed, cut, cutInSection, formatOf, inFull, type Row, toldOf } from "../../../test/support/both-ways.ts";
import { createToolCallParser } from "../parser.ts";

const qwen = formatOf("tagged-args", "qwen3-coder");
const seed = formatOf("tagged-args", "seed-oss");
const minicpm = formatOf("tagged-args", "minicpm5");
const minimax = formatOf("tagged-args", "minimax-m3");

const types = (type: unknown): object => ({ tools: [{ name: "f", inputSchema: { properties: { a: { type } } } }] });
const inQwen = (value: string): string => `<function=f><parameter=a>${value}</parameter></function>`;
const inSeed = (value: string): string =>
  `<seed:tool_call><function=f><parameter=a>${value}</parameter></function></seed:tool_call>`;
const inMinicpm = (value: string): string => `<function name="f"><param name="a">${value}</param></function>`;
const inMinimax = (value: string): string =>
  `@<tool_call>@<invoke name="f">@<a>${value}@</a>@</invoke>@</tool_call>`.replaceAll("@", "]<]minimax[>[");

describe("a value between tags", () => {
  it.each([
    ["is text", seed, inSeed("x"), "x"],
    ["may be empty", seed, inSeed(""), ""],
    ["may hold other tags and what JSON escapes", seed, inSeed('<b>\t"\\</function></param'), '<b>\t"\\</function></param'],
    ["keeps its newlines where the format takes none away", seed, inSeed("\nx\n"), "\nx\n"],
    ["loses a newline at each end where the format says so", qwen, inQwen("\nx\n"), "x"],
    ["loses no more than one newline at each end", qwen, inQwen("\n\nx\n\n"), "\nx\n"],
    ["keeps newlines inside", qwen, inQwen("x\n\ny"), "x\n\ny"],
    ["keeps spaces at both ends", qwen, inQwen(" x "), " x "],
    ["keeps a newline behind a space", qwen, inQwen(" \nx\n "), " \nx\n "],
    ["is empty when it is one newline", qwen, inQwen("\n"), ""],
    ["is empty when it is two newlines", qwen, inQwen("\n\n"), ""],
    ["is one newline when it is three", qwen, inQwen("\n\n\n"), "\n"],
    ["may be in a CDATA section, in which its closer is text", minicpm, inMinicpm("<![CDATA[a</param>]b]]]>"), "a</param>]b]"],
    ["may go on after a CDATA section", minicpm, inMinicpm("<![CDATA[x]]>y"), "xy"],
    ["has no CDATA section behind other text", minicpm, inMinicpm("y<![CDATA[x]]>"), "y<![CDATA[x]]>"],
    ["has no CDATA section where the format has none", seed, inSeed("<![CDATA[x]]>"), "<![CDATA[x]]>"],
    ["that is the tag of a tree is text", minimax, inMinimax('x"\n'), 'x"\n'],
    [
      "that is the tag of a tree loses newlines where the format says so",
      changed(minimax, { valueTrim: "newline" }),
      inMinimax("\n\nx\n"),
      "\nx",
    ],
    ["that is the tag of a tree may be in a CDATA section", changed(minimax, { cdata: true }), inMinimax("<![CDATA[x]]>"), "x"],
    [
      "that is the tag of a tree is text in a format with CDATA sections, too",
      changed(minimax, { cdata: true }),
      inMinimax("x<![CDATA["),
      "x<![CDATA[",
    ],
  ])("%s", (_title, format, input, value) => {
    expect(toldOf(format, input)).toEqual({ content: "", calls: [["f", JSON.stringify({ a: value })]], diagnostics: [] });
  });

  const inTree = ']<]minimax[>[<tool_call>]<]minimax[>[<invoke name="f">]<]minimax[>[<a>';
  it.each<Row<"tagged-args">>([
    ["in front of its text", qwen, "<function=f><parameter=a>", cut],
    ["in the text", seed, "<seed:tool_call><function=f><parameter=a>x", cut],
    ["in its closer", qwen, "<function=f><parameter=a>x</paramete", cut],
    ["at the newline that may belong to the closer", qwen, "<function=f><parameter=a>x\n", cut],
    ["in the opener of a CDATA section", minicpm, '<function name="f"><param name="a"><![CDA', cut],
    ["in a CDATA section, its closer included", minicpm, inMinicpm("<![CDATA[x"), cut],
    ["in a CDATA section, with another call behind it", minicpm, inMinicpm("<![CDATA[x") + inMinicpm("y"), cut],
    ["behind a CDATA section", minicpm, '<function name="f"><param name="a"><![CDATA[x]]>', cut],
    ["in the tag of a tree", minimax, `${inTree}x`, cutInSection],
    ["in a CDATA section in the tag of a tree", changed(minimax, { cdata: true }), `${inTree}<![CDATA[x`, cutInSection],
  ])("is cut %s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});

describe("a value that may be something other than text", () => {
  it.each([
    ["is a number", qwen, inQwen("\n12\n"), "integer", "12"],
    ["keeps the digits of its number", qwen, inQwen("12345678901234567890"), "integer", "12345678901234567890"],
    ["is null by the word of the format", qwen, inQwen("None"), ["null", "string"], "null"],
    ["is null by the word of JSON", qwen, inQwen("null"), ["null", "string"], "null"],
    ["is null by the word of JSON where the format says nothing", seed, inSeed("null"), ["null", "string"], "null"],
    ["is text when it is another word where the format says nothing", seed, inSeed("None"), ["null", "string"], '"None"'],
    ["is text when it fits no type", qwen, inQwen('soon "x"'), "integer", '"soon \\"x\\""'],
    ["is read out of a CDATA section", minicpm, inMinicpm("<![CDATA[[1, 2]]]>"), "array", "[1, 2]"],
    ["is read from the tag of a tree", minimax, inMinimax("12"), "integer", "12"],
    ["is null in the tag of a tree", minimax, inMinimax("null"), ["null", "integer"], "null"],
    [
      "is null by the word of the format in the tag of a tree",
      changed(minimax, { nullWords: ["nil"] }),
      inMinimax("nil"),
      ["null", "integer"],
      "null",
    ],
    ["is text in the tag of a tree when it fits no type", minimax, inMinimax('"soon"'), "integer", '"\\"soon\\""'],
  ])("%s", (_title, format, input, type, value) => {
    expect(toldOf(format, input, types(type))).toEqual({ content: "", calls: [["f", `{"a":${value}}`]], diagnostics: [] });
  });
});

describe("the pieces of a value", () => {
  it.each([
    ["come as the text does", undefined, ['{"a":"x', " y", "z", '"']],
    ["wait for the closer when it may be a number", "integer", ['{"a":', undefined, undefined, '"x yz"']],
  ])("%s", (_title, type, wanted) => {
    const parser = createToolCallParser(seed, type === undefined ? {} : types(type));
    const pieces = ["<seed:tool_call><function=f><parameter=a>x", " y", "z</param", "eter>"];
    const fragments = pieces.map((piece) => parser.feed(piece).flatMap((one) => (one.type === "call-args" ? one.fragment : [])));
    expect(fragments).toEqual(wanted.map((one) => (one === undefined ? [] : [one])));
  });

  it("hold a newline back that may belong to the closer", () => {
    const parser = createToolCallParser(qwen);
    const fragments = ["<function=f><parameter=a>x\n", "\n", "y\n", "</parameter>"].map((piece) =>
      parser.feed(piece).flatMap((one) => (one.type === "call-args" ? one.fragment : [])),
    );
    expect(fragments).toEqual([['{"a":"x'], ["\\n"], ["\\ny"], ['"']]);
  });
});

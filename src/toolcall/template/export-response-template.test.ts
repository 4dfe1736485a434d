import { describe, expect, it } from "vitest";
import { changed, formatOf } from "../../../test/support/both-ways.ts";
import { formatFor, jsonCalls, namedCalls, taggedCalls } from "../../../test/support/response-templates.ts";
import type { ToolCallFormat } from "../format.ts";
import { exportResponseTemplate, type ExportedTemplate } from "./export-response-template.ts";

const json = { ...formatFor("json-envelope", jsonCalls), fence: "none" } as const;
const named = { ...formatFor("header-args", namedCalls), fence: "none" } as const;
const tagged = { ...formatFor("tagged-args", taggedCalls), fence: "none" } as const;

function exported(format: ToolCallFormat): ExportedTemplate {
  const result = exportResponseTemplate(format);
  if ("error" in result) throw new Error(result.error);
  return result;
}

const raw = String.raw;
const handedBack = "cut and malformed calls are handed back as text";
const strings = "strings: a closer inside a string of the JSON ends the call";
const types = "types: values are typed by the schema of the tool";
const others = "other members for the arguments: parameters";
const lineBreaks = "one newline at each end of a value is layout";

describe("not expressible are", () => {
  it.each<[string, ToolCallFormat, string]>([
    ["messages with channels", formatOf("json-envelope", "inkling"), "messages that are routed by messages are not expressible"],
    [
      "sections around the answer",
      formatOf("tagged-args", "kimi-k3"),
      "messages that are routed by sections are not expressible",
    ],
    ["calls of Python", formatOf("pythonic", "pythonic"), "Python calls are not expressible"],
    ["objects of Python", changed(json, { values: "python" }), "Python literals are not expressible"],
    ["names that are keys", changed(json, { nameIsKey: true }), "a name that is the key of its arguments is not expressible"],
    ["objects without an opener", changed(json, { open: [] }), "calls without an opener are not expressible"],
    [
      "objects without a closer",
      changed(json, { close: [] }),
      "calls that end with their value, without a closer, are not expressible",
    ],
    ["bare arguments", changed(named, { values: "bare" }), "bare literals are not expressible"],
    ["names without an opener", changed(named, { callOpen: [] }), "names without a marker around them are not expressible"],
    [
      "names behind an empty opener",
      changed(named, { callOpen: [""] }),
      "names without a marker around them are not expressible",
    ],
    ["names that nothing ends", changed(named, { nameEnd: [] }), "names without a marker around them are not expressible"],
    [
      "arguments without a closer",
      changed(named, { callClose: null }),
      "calls that end with their value, without a closer, are not expressible",
    ],
    ["tags inside tags", changed(tagged, { tree: { namespace: "", item: "item" } }), "tags inside tags are not expressible"],
    [
      "tags with a type",
      changed(tagged, { typeAttribute: { open: ' type="', kind: "json-types" } }),
      "type attributes are not expressible",
    ],
    [
      "tagged calls without an opener",
      changed(tagged, { callOpen: [] }),
      "names that end where the first argument begins are not expressible",
    ],
    [
      "names that the first tag ends",
      changed(tagged, { nameEnd: null }),
      "names that end where the first argument begins are not expressible",
    ],
  ])("%s", (_title, format, error) => {
    expect(exportResponseTemplate(format)).toEqual({ error });
  });
});

describe("calls are exported that are", () => {
  const often = { repeats: true, optional: true };
  const inFunction = (name: string, args: string): object => ({ type: "function", function: { name, arguments: args } });
  const envelope = {
    open: ["<call>"],
    close: ["</call>"],
    content: "json",
    transform: inFunction("{content.name}", "{content.arguments}"),
    ...often,
  };
  const around = { transform: inFunction("{name}", "{content}"), ...often };
  const behind = { ...around, open_pattern: raw`<f=(?P<name>[^<\[\n]+?)>`, close: ["</f>"], content: "json" };
  const tags = (pattern: string): object => ({ content_args: { tag_pattern: pattern } });
  const inTags = {
    ...around,
    open_pattern: raw`<f=(?P<name>[^<\n]+?)>`,
    close: ["</f>"],
    content: "xml-inline",
    ...tags(raw`<p=(?P<key>[^<\n]+?)>(?P<value>.*?)</p>`),
  };
  it.each<[string, ToolCallFormat, object, readonly string[]]>([
    ["objects", json, envelope, [strings, others]],
    ["objects with one member for the arguments", changed(json, { argumentKeys: ["arguments"] }), envelope, [strings]],
    [
      "objects with several members for name and arguments",
      changed(json, { nameKeys: ["tool", "name"], argumentKeys: ["input", "args", "arguments"] }),
      { ...envelope, transform: inFunction("{content.tool}", "{content.input}") },
      [strings, "other members for the arguments: args, arguments"],
    ],
    ["objects of the usual members where none are named", changed(json, { nameKeys: [], argumentKeys: [] }), envelope, [strings]],
    [
      "objects between markers of parts",
      changed(json, { open: [["<c>", "<f>"], "<g>"], close: ["</g>", ["</f>", "</c>"]] }),
      { ...envelope, open: ["<c><f>", "<g>"], close: ["</g>", "</f></c>"] },
      [strings, others],
    ],
    [
      "objects that may open the message",
      changed(json, { bareStart: ["{"] }),
      envelope,
      [strings, others, "calls without their opener at the start of the message"],
    ],
    ["arguments behind a name", named, behind, [strings]],
    [
      "arguments behind a name, with markers that an expression has to escape",
      changed(named, { callOpen: [["[f]", "^$.*+?(){}|"]], nameEnd: ["\n\\"], callClose: ["</g>", "</f>"] }),
      { ...behind, open_pattern: raw`\[f\]\^\$\.\*\+\?\(\)\{\}\|(?P<name>[^<\[\n]+?)\n\\`, close: ["</g></f>"] },
      [strings],
    ],
    [
      "arguments in a section",
      changed(named, { sectionOpen: ["<s>", "<t>"] }),
      behind,
      [strings, "the section around the calls: <s>, <t>"],
    ],
    [
      "arguments behind an id",
      changed(named, { nameFromId: { template: "NAME:INDEX", patterns: [] } }),
      behind,
      [strings, "names that stand inside an id"],
    ],
    ["tags", tagged, inTags, [types, lineBreaks]],
    ["tags whose values keep their line breaks", changed(tagged, { valueTrim: "none" }), inTags, [types]],
    ["tags with CDATA", changed(tagged, { valueTrim: "none", cdata: true }), inTags, [types, "CDATA"]],
    [
      "tags in a section and an outer tag",
      changed(tagged, { callOpen: [["<c>", "<f="]], outerClose: "</c>", sectionOpen: ["<s>", "<t>"] }),
      { ...inTags, open_pattern: raw`<c>\s*<f=(?P<name>[^<\n]+?)>` },
      [types, "the outer closer </c>", "the section around the calls: <s>, <t>", lineBreaks],
    ],
    [
      "tags for keys and for values",
      changed(tagged, { argOpen: "<k>", argNameEnd: "</k>", valueOpen: "[v]", argClose: "[/v]" }),
      { ...inTags, ...tags(raw`<k>(?P<key>[^<\n]+?)</k>\s*\[v\](?P<value>.*?)\[/v\]`) },
      [types, lineBreaks],
    ],
  ])("%s", (_title, format, field, leftOut) => {
    expect(exported(format)).toEqual({
      template: { version: 1, defaults: { role: "assistant" }, fields: { tool_calls: field, content: { content: "text" } } },
      leftOut: [...leftOut, handedBack],
    });
  });
});

describe("around the calls is exported", () => {
  const thoughts = { open: ["<t>"], close: ["</t>"], startsOpen: "never", toolInside: "ignore" } as const;
  const reasoning_content = { open: ["<t>"], close: ["</t>"], content: "text", optional: true };
  const wrap = { open: ["<a>"], close: ["</a>"], newline: false };
  const text = { content: { content: "text" } };
  it.each<[string, Partial<ToolCallFormat>, object, readonly string[]]>([
    ["nothing", {}, text, []],
    ["reasoning", { reasoning: thoughts }, { reasoning_content, ...text }, []],
    [
      "reasoning that a call ends",
      { reasoning: { ...thoughts, toolInside: "endsReasoning" } },
      { reasoning_content, ...text },
      ["a call ends open reasoning"],
    ],
    [
      "reasoning at the start",
      { reasoning: { ...thoughts, where: "message-start" } },
      { reasoning_content, ...text },
      ["the reasoning opener only counts at the start of the message"],
    ],
    ["the end of a turn", { turnEnd: ["<end>"] }, { content: { close: ["<end>"], content: "text" } }, []],
    ["an answer between markers", { contentWrap: wrap }, { content: { open: ["<a>"], close: ["</a>"], content: "text" } }, []],
    [
      "an answer and the end of a turn",
      { contentWrap: wrap, turnEnd: ["<end>"] },
      { content: { open: ["<a>"], close: ["</a>", "<end>"], content: "text" } },
      [],
    ],
    ["no fence", { fence: "ignore" }, text, ["code fences: call markup in a fence of the answer is text"]],
    ["no fence that belongs to a call", { fence: "own" }, text, []],
    ["no id", { callId: "nine letters" }, text, ["ids: nine letters"]],
  ])("%s", (_title, facts, fields, leftOut) => {
    const result = exported({ ...json, ...facts } as ToolCallFormat);
    expect(result.template).toMatchObject({ fields });
    expect(result.template).toHaveProperty("fields.content", Object.values(fields).at(-1));
    expect(result.leftOut).toEqual([strings, others, ...leftOut, handedBack]);
  });
});

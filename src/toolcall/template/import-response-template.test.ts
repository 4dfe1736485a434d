import { describe, expect, it } from "vitest";
import { imported, jsonCalls, namedCalls, taggedCalls, tagPattern } from "../../../test/support/response-templates.ts";
import { importResponseTemplate } from "./import-response-template.ts";

describe("a template is refused when", () => {
  it.each<[string, unknown, string]>([
    ["there is none", undefined, 'no "response_template" with "fields" in it'],
    ["it is null", null, 'no "response_template" with "fields" in it'],
    ["it is text", "fields", 'no "response_template" with "fields" in it'],
    ["it is a list", [{ fields: { tool_calls: jsonCalls } }], 'no "response_template" with "fields" in it'],
    ["the configuration has only another template", { chat_template: "" }, 'no "response_template" with "fields" in it'],
    ["its fields are a list", { fields: [jsonCalls] }, 'no "response_template" with "fields" in it'],
    ["it has a later version", { version: 2, fields: {} }, "response_template version 2; version 1 is known"],
    ["its version is text", { version: "1", fields: {} }, 'response_template version "1"; version 1 is known'],
    ["it has no calls", { version: 1, fields: { content: {} } }, 'no field "tool_calls"'],
  ])("%s", (_title, template, error) => {
    expect(importResponseTemplate(template)).toEqual({ error });
  });

  const noLiteral = "its opener is a pattern that is not a literal with one name in it";
  it.each<[string, unknown, string]>([
    ["have no description", null, noLiteral],
    ["have no opener", { ...jsonCalls, open: undefined }, noLiteral],
    ["have an empty opener", { ...jsonCalls, open: [""] }, noLiteral],
    ["have an opener with alternatives", { open_pattern: "<(?P<name>a|b)>", content: "json" }, noLiteral],
    ["do not say what they hold", { ...jsonCalls, content: undefined }, 'content "text" with a plain opener'],
    ["hold something that is not named by text", { ...jsonCalls, content: 1 }, 'content "text" with a plain opener'],
    ["hold lines", { ...jsonCalls, content: "kv-lines" }, 'content "kv-lines" with a plain opener'],
    ["hold lines behind a name", { ...namedCalls, content: "kv-lines" }, 'content "kv-lines" with a name in the opener'],
    ["hold tags but no name", { ...taggedCalls, open: "<f>" }, 'content "xml-inline" with a plain opener'],
    ["hold tags of no pattern", { ...taggedCalls, content_args: null }, "its tag_pattern or closer is not a literal"],
    [
      "hold tags with alternatives",
      { ...taggedCalls, content_args: { tag_pattern: "<(a|b)>" } },
      "its tag_pattern or closer is not a literal",
    ],
    ["hold tags without an end", { ...taggedCalls, close: [] }, "its tag_pattern or closer is not a literal"],
  ])("calls %s", (_title, field, error) => {
    expect(importResponseTemplate({ fields: { tool_calls: field } })).toEqual({ error: `field "tool_calls": ${error}` });
    expect(importResponseTemplate({ fields: { tool_call: field } })).toEqual({ error: `field "tool_call": ${error}` });
  });
});

describe("JSON between markers", () => {
  const usual = { nameKeys: ["name"], argumentKeys: ["arguments", "parameters"] };
  const read = { layout: "object", idKey: "id", values: "json", open: ["<call>"], close: ["</call>"], ...usual };
  const inFunction = (name: unknown, args?: unknown): object => ({
    transform: { type: "function", function: { name, arguments: args } },
  });
  it.each<[string, object, object, string[]?]>([
    ["has its usual members", {}, {}],
    [
      "may have several openers and closers",
      { open: ["<call>", "<c>"], close: ["</call>", "</c>"] },
      { open: ["<call>", "<c>"], close: ["</call>", "</c>"] },
    ],
    ["may have no closer", { close: undefined }, { close: [] }],
    ["has no empty markers, nor such as are no text", { open: ["", "<call>", null], close: [7, "</call>"] }, {}],
    ["may have its opener as a pattern", { open: undefined, open_pattern: String.raw`\[CALL\]\s*` }, { open: ["[CALL]"] }],
    [
      "has the members that become name and arguments",
      inFunction("{content.tool}", "{content.input}"),
      { nameKeys: ["tool", "name"], argumentKeys: ["input", "arguments", "parameters"] },
    ],
    [
      "has the members that a shorter transform names",
      { transform: { name: "{content.tool}", arguments: "{content.parameters}" } },
      { nameKeys: ["tool", "name"], argumentKeys: ["parameters", "arguments"] },
    ],
    ["has its usual members when they are named", inFunction("{content.name}", "{content.arguments}"), {}],
    ["has its usual members when other text is around those named", inFunction("my {content.tool}", "{content.input}!"), {}],
    ["has its usual members when what is named is not in it", inFunction("{tool}", 3), {}],
    ["has its usual members when the transform is text", { transform: "{content.tool}" }, {}],
    [
      "is closed by its end where the closer is a pattern",
      { close_pattern: "</call>|$" },
      {},
      ["close_pattern of tool calls: the end of the value closes a call"],
    ],
    [
      "is read as Python where its strings have delimiters",
      { content_args: { string_delims: ["'", '"'] } },
      { values: "python" },
      ["string_delims: read as Python literals"],
    ],
    ["is JSON where nothing is said of its strings", { content_args: { strict: true } }, {}],
  ])("%s", (_title, field, syntax, leftOut = []) => {
    expect(imported({ fields: { tool_calls: { ...jsonCalls, ...field } } })).toMatchObject({
      format: { engine: "json-envelope", syntax: { ...read, ...syntax } },
      leftOut,
    });
  });
});

describe("JSON behind a name", () => {
  const sections = { sectionOpen: [], sectionClose: [], values: "json" };
  it.each<[string, object, object]>([
    ["is closed by the first closer", { close: ["</f>", "</g>"] }, { callOpen: ["<f="], nameEnd: [">"], callClose: "</f>" }],
    ["may have no closer", { close: undefined }, { callOpen: ["<f="], nameEnd: [">"], callClose: null }],
    [
      "may follow the name directly",
      { open_pattern: String.raw`CALL (?P<name>\w+)` },
      { callOpen: ["CALL "], nameEnd: [], callClose: "</f>" },
    ],
    [
      "may follow the name of a tool",
      { open_pattern: String.raw`<f=(?P<tool_name>\w+)>` },
      { callOpen: ["<f="], nameEnd: [">"], callClose: "</f>" },
    ],
    [
      "may follow the name of a function",
      { open_pattern: String.raw`<f=(?P<function>\w+)>` },
      { callOpen: ["<f="], nameEnd: [">"], callClose: "</f>" },
    ],
    [
      "may have an opener of parts",
      { open_pattern: String.raw`<c>\s*<f=(?P<name>\w+)>` },
      { callOpen: [["<c>", "<f="]], nameEnd: [">"], callClose: "</f>" },
    ],
  ])("%s", (_title, field, syntax) => {
    const { format, leftOut } = imported({ fields: { tool_calls: { ...namedCalls, ...field } } });
    expect({ engine: format.engine, syntax: format.syntax, leftOut }).toEqual({
      engine: "header-args",
      syntax: { ...sections, ...syntax },
      leftOut: [],
    });
  });
});

describe("tags", () => {
  const between = { sectionOpen: [], sectionClose: [], valueTrim: "newline", cdata: false, entities: "none", layout: {} };
  const read = {
    callOpen: ["<f="],
    nameEnd: ">",
    argOpen: "<p=",
    argNameEnd: ">",
    argClose: "</p>",
    callClose: "</f>",
    ...between,
  };
  const duplicates = "merge_duplicates: of repeated arguments the last one counts";
  const tags = (tag_pattern: string, more: object = {}): object => ({ content_args: { tag_pattern, ...more } });
  it.each<[string, object, object, string[]?]>([
    ["have the key in the opener of the argument", {}, {}],
    ["may call the key a name", tags(tagPattern.replace("key", "name")), {}],
    [
      "may have a tag for the key and one for the value",
      tags(String.raw`<k>(?P<key>\w+)</k>\s*<v>(?P<value>.*?)</v>`),
      { argOpen: "<k>", argNameEnd: "</k>", valueOpen: "<v>", argClose: "</v>" },
    ],
    [
      "may have nothing between key and value but a line break",
      tags(String.raw`<p>(?P<key>\w+)\n?(?P<value>.*?)</p>`),
      { argOpen: "<p>", argNameEnd: "" },
    ],
    [
      "may follow the name directly",
      { open_pattern: String.raw`<call>(?P<name>\w+)\s*` },
      { callOpen: ["<call>"], nameEnd: null },
    ],
    ["may follow an opener of parts", { open_pattern: String.raw`<c>\s*<f=(?P<name>\w+)>` }, { callOpen: [["<c>", "<f="]] }],
    ["let the last of repeated arguments count", tags(tagPattern, { merge_duplicates: true }), {}, [duplicates]],
    ["say nothing of repeated arguments that are not merged", tags(tagPattern, { merge_duplicates: false }), {}],
  ])("%s", (_title, field, syntax, leftOut = []) => {
    const { format, leftOut: told } = imported({ fields: { tool_calls: { ...taggedCalls, ...field } } });
    expect({ engine: format.engine, syntax: format.syntax, leftOut: told }).toEqual({
      engine: "tagged-args",
      syntax: { ...read, ...syntax },
      leftOut,
    });
  });
});

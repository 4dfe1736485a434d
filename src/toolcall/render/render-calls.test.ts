import { describe, expect, it } from "vitest";
import { changed, formatOf } from "../../../test/support/both-ways.ts";
import { formatFor, jsonCalls, namedCalls } from "../../../test/support/response-templates.ts";
import type { ToolCallFormat } from "../format.ts";
import { renderCalls } from "./render-calls.ts";
import type { CallToRender } from "./rendered-call.ts";

const json = changed(formatFor("json-envelope", jsonCalls), { idKey: null });
const named = formatFor("header-args", namedCalls);
const pythonic = formatOf("pythonic", "pythonic");

const f: CallToRender = { name: "f", arguments: '{"a": 1.50}' };
const g: CallToRender = { name: "g", arguments: { b: "x" }, id: "id7" };

type Row = readonly [title: string, format: ToolCallFormat, calls: readonly CallToRender[], text: string];

describe("objects are written", () => {
  it.each<Row>([
    ["not at all without calls", json, [], ""],
    ["between markers, arguments as they stand", json, [f], '<call>{"name": "f", "arguments": {"a": 1.50}}</call>'],
    [
      "one after another",
      json,
      [f, g],
      '<call>{"name": "f", "arguments": {"a": 1.50}}</call><call>{"name": "g", "arguments": {"b":"x"}}</call>',
    ],
    [
      "with what stands between calls",
      { ...json, between: "\n" },
      [g, g],
      '<call>{"name": "g", "arguments": {"b":"x"}}</call>\n<call>{"name": "g", "arguments": {"b":"x"}}</call>',
    ],
    [
      "with the first names of members",
      changed(json, { nameKeys: ["tool", "name"], argumentKeys: ["input", "args"] }),
      [f],
      '<call>{"tool": "f", "input": {"a": 1.50}}</call>',
    ],
    [
      "with the usual names of members",
      changed(json, { nameKeys: [], argumentKeys: [] }),
      [f],
      '<call>{"name": "f", "arguments": {"a": 1.50}}</call>',
    ],
    ["with the name as the key", changed(json, { nameIsKey: true }), [f], '<call>{"f": {"a": 1.50}}</call>'],
    [
      "with an id or a number behind",
      changed(json, { idKey: "id" }),
      [f, g],
      '<call>{"name": "f", "arguments": {"a": 1.50}, "id": "0"}</call><call>{"name": "g", "arguments": {"b":"x"}, "id": "id7"}</call>',
    ],
    [
      "with an id in front",
      changed(json, { idKey: "id", idFirst: true }),
      [g],
      '<call>{"id": "id7", "name": "g", "arguments": {"b":"x"}}</call>',
    ],
    [
      "with layout at both ends",
      changed(json, { layoutSpace: ["\n", " "] }),
      [f],
      '<call>\n{"name": "f", "arguments": {"a": 1.50}} </call>',
    ],
    [
      "without a closer that may be left out",
      changed(json, { closeOptional: true }),
      [f],
      '<call>{"name": "f", "arguments": {"a": 1.50}}',
    ],
    [
      "without markers where there are none",
      changed(json, { open: [], close: [] }),
      [f],
      '{"name": "f", "arguments": {"a": 1.50}}',
    ],
    [
      "between the first markers, all their parts in a row",
      changed(json, { open: [["<c>", "<f>"], "<g>"], close: [["</f>", "</c>"]] }),
      [f],
      '<c><f>{"name": "f", "arguments": {"a": 1.50}}</f></c>',
    ],
    [
      "in an array",
      changed(json, { layout: "array" }),
      [f, g],
      '<call>[{"name": "f", "arguments": {"a": 1.50}}, {"name": "g", "arguments": {"b":"x"}}]</call>',
    ],
    [
      "in lines",
      changed(json, { layout: "sequence" }),
      [f, g],
      '<call>{"name": "f", "arguments": {"a": 1.50}}\n{"name": "g", "arguments": {"b":"x"}}</call>',
    ],
    [
      "between semicolons",
      changed(json, { layout: "sequence", separator: ";" }),
      [f, g],
      '<call>{"name": "f", "arguments": {"a": 1.50}}; {"name": "g", "arguments": {"b":"x"}}</call>',
    ],
    [
      "as Python",
      changed(json, { values: "python", idKey: "id" }),
      [g],
      "<call>{'name': 'g', 'arguments': {'b': 'x'}, 'id': 'id7'}</call>",
    ],
  ])("%s", (_title, format, calls, text) => {
    expect(renderCalls(format, calls)).toBe(text);
  });
});

describe("arguments behind a name are written", () => {
  it.each<Row>([
    ["between markers, as they stand", named, [f], '<f=f>{"a": 1.50}</f>'],
    ["with what stands between calls", { ...named, between: "\n" }, [f, g], '<f=f>{"a": 1.50}</f>\n<f=g>{"b":"x"}</f>'],
    [
      "one after another in a section",
      changed(named, { sectionOpen: ["<s>", "<t>"], sectionClose: ["</s>"] }),
      [f, g],
      '<s><f=f>{"a": 1.50}</f><f=g>{"b":"x"}</f></s>',
    ],
    ["with layout", changed(named, { layoutSpace: [" ", "\n", "\t"] }), [f], '<f=f >\n{"a": 1.50}\t</f>'],
    ["without a closer", changed(named, { callClose: null }), [f], '<f=f>{"a": 1.50}'],
    ["with a closer of parts", changed(named, { callClose: ["</f>", "</c>"] }), [f], '<f=f>{"a": 1.50}</f></c>'],
    ["directly behind the name", changed(named, { nameEnd: [] }), [f], '<f=f{"a": 1.50}</f>'],
    [
      "without quotes around keys",
      changed(named, { values: "bare", stringDelimiter: "|" }),
      [f, g],
      "<f=f>{a:1.50}</f><f=g>{b:|x|}</f>",
    ],
    ["as Python", changed(named, { values: "python" }), [g], "<f=g>{'b': 'x'}</f>"],
    [
      "as an empty object where a list stands in their place",
      changed(named, { values: "bare" }),
      [{ name: "f", arguments: "[1]" }],
      "<f=f>{}</f>",
    ],
    [
      "as an empty object where nothing is given",
      changed(named, { values: "python" }),
      [{ name: "f", arguments: "" }],
      "<f=f>{}</f>",
    ],
    ["behind an id", changed(named, { idBefore: "#" }), [f, g], '<f=call000000#f>{"a": 1.50}</f><f=id7#g>{"b":"x"}</f>'],
    [
      "behind an id of nine characters",
      changed(named, { idAfter: "#" }),
      [f, g],
      '<f=f#call00000>{"a": 1.50}</f><f=g#000000id7>{"b":"x"}</f>',
    ],
    [
      "behind an id that is the header",
      changed(named, { nameFromId: { template: "functions.NAME:INDEX", patterns: [] } }),
      [f, { ...f, name: "$&" }, g],
      '<f=functions.f:0>{"a": 1.50}</f><f=functions.$&:1>{"a": 1.50}</f><f=id7>{"b":"x"}</f>',
    ],
  ])("%s", (_title, format, calls, text) => {
    expect(renderCalls(format, calls)).toBe(text);
  });
});

describe("calls of Python are written", () => {
  it.each<Row>([
    ["in a list", pythonic, [f, g], "[f(a=1.50), g(b='x')]"],
    ["with several arguments", pythonic, [{ name: "f", arguments: { a: true, b: null } }], "[f(a=True, b=None)]"],
    ["without arguments", pythonic, [{ name: "f", arguments: {} }], "[f()]"],
    [
      "in lines",
      changed(pythonic, { open: ["<c>"], close: ["</c>"], separator: "\n" }),
      [f, g],
      "<c>\nf(a=1.50)\ng(b='x')\n</c>",
    ],
  ])("%s", (_title, format, calls, text) => {
    expect(renderCalls(format, calls)).toBe(text);
  });
});

it("a call whose name looks like a place in the id is written with its name", () => {
  const written = renderCalls(formatOf("header-args", "kimi-k2"), [{ name: "get_INDEX", arguments: {} }]);
  expect(written).toContain("functions.get_INDEX:0");
});

import { describe, expect, it } from "vitest";
import { changed } from "../../../test/support/both-ways.ts";
import { formatFor, taggedCalls } from "../../../test/support/response-templates.ts";
import type { ToolCallFormat } from "../format.ts";
import { renderCalls } from "./render-calls.ts";
import type { CallToRender } from "./rendered-call.ts";

const tagged = formatFor("tagged-args", taggedCalls);
const f: CallToRender = { name: "f", arguments: '{"a": 1.50}' };
const g: CallToRender = { name: "g", arguments: { b: "x" }, id: "id7" };

type Row = readonly [title: string, format: ToolCallFormat, calls: readonly CallToRender[], text: string];

describe("tags are written", () => {
  const all: CallToRender = {
    name: "f",
    arguments: '{"s": "a\\nb", "n": 1.50, "b": true, "z": null, "l": [1, "x"], "o": {"k": "v"}}',
  };
  const odd: CallToRender = { name: 'f&"', arguments: { 'k&"': "a&b" } };
  it.each<Row>([
    ["for a call without arguments", tagged, [{ name: "f", arguments: {} }], "<f=f></f>"],
    ["for a call whose arguments are a list", tagged, [{ name: "f", arguments: "[1]" }], "<f=f></f>"],
    [
      "for every argument",
      tagged,
      [all],
      '<f=f><p=s>a\nb</p><p=n>1.50</p><p=b>true</p><p=z>null</p><p=l>[1,"x"]</p><p=o>{"k":"v"}</p></f>',
    ],
    ["with what stands between calls", { ...tagged, between: "\n" }, [f, g], "<f=f><p=a>1.50</p></f>\n<f=g><p=b>x</p></f>"],
    [
      "in a section",
      changed(tagged, { sectionOpen: ["<s>", "<t>"], sectionClose: ["</s>", "</t>"] }),
      [f, g],
      "<s><f=f><p=a>1.50</p></f><f=g><p=b>x</p></f></s>",
    ],
    [
      "in a section with layout",
      changed(tagged, { sectionOpen: ["<s>"], sectionClose: ["</s>"], layout: { inSection: "\n" } }),
      [f, g],
      "<s>\n<f=f><p=a>1.50</p></f>\n<f=g><p=b>x</p></f>\n</s>",
    ],
    ["in a section that nothing closes", changed(tagged, { sectionOpen: ["<s>"] }), [f], "<s><f=f><p=a>1.50</p></f>"],
    [
      "in an outer tag",
      changed(tagged, { callOpen: [["<c>", "<f="]], outerClose: "</c>" }),
      [f],
      "<c><f=f><p=a>1.50</p></f></c>",
    ],
    [
      "in an outer tag with layout",
      changed(tagged, {
        callOpen: [["<c>", "<f="]],
        outerClose: "</c>",
        layout: { afterOuter: "1", afterName: "2", afterArg: "3", beforeOuterClose: "4" },
      }),
      [f],
      "<c>1<f=f>2<p=a>1.50</p>3</f>4</c>",
    ],
    [
      "without layout of an outer tag that is not there",
      changed(tagged, { layout: { afterOuter: "1", beforeOuterClose: "4", afterKey: "5" } }),
      [f],
      "<f=f><p=a>1.50</p></f>",
    ],
    ["without an end of the name", changed(tagged, { nameEnd: null }), [f], "<f=f<p=a>1.50</p></f>"],
    ["with a number", changed(tagged, { ordinal: " #" }), [f, g], "<f=f #1><p=a>1.50</p></f><f=g #2><p=b>x</p></f>"],
    [
      "with tags of their own for values",
      changed(tagged, { argNameEnd: "</k>", valueOpen: "<v>", argClose: "</v>", layout: { afterKey: "\n", aroundValue: " " } }),
      [f],
      "<f=f><p=a</k>\n<v> 1.50 </v></f>",
    ],
    [
      "with the type of the value",
      changed(tagged, { typeAttribute: { open: ":", kind: "json-types" } }),
      [all],
      '<f=f><p=s:string>a\nb</p><p=n:number>1.50</p><p=b:boolean>true</p><p=z:null>null</p><p=l:array>[1,"x"]</p><p=o:object>{"k":"v"}</p></f>',
    ],
    [
      "with whether the value is text",
      changed(tagged, { typeAttribute: { open: ":", kind: "text-or-json" } }),
      [{ name: "f", arguments: { s: "a", n: 1 } }],
      "<f=f><p=s:true>a</p><p=n:false>1</p></f>",
    ],
    [
      "with entities in attributes, and none in values",
      changed(tagged, { entities: "attributes" }),
      [odd],
      "<f=f&amp;&quot;><p=k&amp;&quot;>a&b</p></f>",
    ],
    ["without entities", tagged, [odd], '<f=f&"><p=k&">a&b</p></f>'],
    [
      "with CDATA around an ampersand",
      changed(tagged, { cdata: true }),
      [{ name: "f", arguments: { a: "a&b" } }],
      "<f=f><p=a><![CDATA[a&b]]></p></f>",
    ],
    [
      "with CDATA around a bracket",
      changed(tagged, { cdata: true }),
      [{ name: "f", arguments: { a: "<b" } }],
      "<f=f><p=a><![CDATA[<b]]></p></f>",
    ],
    [
      "with CDATA around lines",
      changed(tagged, { cdata: true }),
      [{ name: "f", arguments: { a: "a\nb" } }],
      "<f=f><p=a><![CDATA[a\nb]]></p></f>",
    ],
    [
      "without CDATA around other values",
      changed(tagged, { cdata: true }),
      [{ name: "f", arguments: { a: "a>b", c: ["<"] } }],
      '<f=f><p=a>a>b</p><p=c>["<"]</p></f>',
    ],
    [
      "inside tags",
      changed(tagged, { tree: { namespace: "@", item: "item" } }),
      [all],
      "<f=f>@<s>a\nb@</s>@<n>1.50@</n>@<b>true@</b>@<l>@<item>1@</item>@<item>x@</item>@</l>@<o>@<k>v@</k>@</o></f>",
    ],
  ])("%s", (_title, format, calls, text) => {
    expect(renderCalls(format, calls)).toBe(text);
  });
});

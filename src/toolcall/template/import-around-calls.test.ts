import { describe, expect, it } from "vitest";
import { imported, jsonCalls, namedCalls, taggedCalls } from "../../../test/support/response-templates.ts";
import { parseToolCalls } from "../collect.ts";

describe("around the calls", () => {
  const plain = { reasoning: null, contentWrap: null, turnEnd: [] as string[] };
  const thoughts = { open: ["<t>"], close: ["</t>"], startsOpen: "template", toolInside: "ignore" };
  const pattern = ["reasoning whose opener or closer is a pattern"];
  it.each<[string, object, object, string[]?]>([
    ["there may be nothing", {}, {}],
    ["there may be reasoning content", { reasoning_content: { open: "<t>", close: "</t>" } }, { reasoning: thoughts }],
    ["there may be thinking", { thinking: { open: ["<t>"], close: ["</t>"] } }, { reasoning: thoughts }],
    ["there may be reasoning", { reasoning: { open: "<t>", close: "</t>" } }, { reasoning: thoughts }],
    ["reasoning without a literal closer is left out", { thinking: { open: "<t>", close_pattern: "</t>|$" } }, {}, pattern],
    ["reasoning without a literal opener is left out", { thinking: { open_pattern: "<t>", close: "</t>" } }, {}, pattern],
    [
      "only one field is reasoning",
      { thinking: { open: "<t>", close: "</t>" }, reasoning: {} },
      { reasoning: thoughts },
      ['field "reasoning"'],
    ],
    ["content may be all the rest", { content: {} }, {}],
    ["what closes the content ends the turn", { content: { close: ["<end>", "<eot>"] } }, { turnEnd: ["<end>", "<eot>"] }],
    [
      "what closes the content by opening a call does not end the turn",
      { content: { close: ["<f=", "<f", "<end>"] } },
      { turnEnd: ["<end>"] },
    ],
    [
      "what closes the content and goes on after the opener of a call ends the turn",
      { content: { close: "<f=end>" } },
      { turnEnd: ["<f=end>"] },
    ],
    [
      "content may stand between markers",
      { content: { open: "<a>", close: "</a>" } },
      { contentWrap: { open: ["<a>"], close: ["</a>"], newline: false } },
    ],
    ["content that is opened but never closed is all the rest", { content: { open: "<a>" } }, {}],
    ["other fields are left out", { citations: {}, content: {}, audio: null }, {}, ['field "citations"', 'field "audio"']],
  ])("%s", (_title, fields, around, leftOut = []) => {
    for (const calls of [namedCalls, taggedCalls]) {
      const { format, leftOut: told } = imported({ fields: { tool_calls: calls, ...fields } });
      const { reasoning, contentWrap, turnEnd } = format;
      expect({ reasoning, contentWrap, turnEnd, leftOut: told }).toEqual({ ...plain, ...around, leftOut });
    }
  });

  it.each([
    ["by one of several openers", { ...jsonCalls, open: ["<c>", "<call>"] }, ["<call>", "<eot>"]],
    ["by the opener of JSON calls", jsonCalls, ["<call>", "<eot>"]],
    [
      "by the first part of an opener of parts",
      { ...taggedCalls, open_pattern: String.raw`<call>\s*<f=(?P<name>\w+)>` },
      ["<call>", "<eot>"],
    ],
  ])("a turn is not ended %s", (_title, calls, close) => {
    expect(imported({ fields: { tool_calls: calls, content: { close } } }).format.turnEnd).toEqual(["<eot>"]);
  });
});

it("the rest of an imported format says where it comes from, and that calls in a fence are text", () => {
  const { format, leftOut } = imported({
    version: null,
    defaults: {},
    fields: { tool_calls: jsonCalls },
    start_anchor: "<s>",
    x: 1,
  });
  expect(leftOut).toEqual(["start_anchor", "x"].map((key) => `${key}: where the message begins is decided by --prefix`));
  const { syntax: _, engine: __, ...rest } = format;
  const nothing = { models: [], modelPatterns: [], variants: [], notes: [], confirmedBy: [], turnEnd: [] };
  const unknown = { router: null, callId: null, reasoning: null, contentWrap: null, tokens: {}, namesElsewhere: {}, shape: "" };
  const said = { id: "response-template", title: "Imported from a response template", parallel: "as the template says" };
  const sources = ["https://huggingface.co/docs/transformers/main/chat_response_parsing"];
  expect(rest).toEqual({ ...nothing, ...unknown, ...said, sources, fence: "ignore" });
  const fenced = '```\n<call>{"name": "f"}</call>\n```\n';
  expect(parseToolCalls(format, fenced)).toMatchObject({ content: fenced, calls: [] });
});

it("a template that is not in its member is read where it stands", () => {
  const fields = { tool_calls: jsonCalls };
  expect(imported({ response_template: "none", fields })).toMatchObject({
    leftOut: [expect.stringContaining("response_template:")],
  });
  expect(imported({ response_template: { fields }, fields: {} })).toEqual(imported({ fields }));
});

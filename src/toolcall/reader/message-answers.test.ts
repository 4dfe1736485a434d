import { describe, expect, it } from "vitest";
import { toldEvents } from "../../../test/support/told-events.ts";
import {
  command,
  fenced,
  hermes,
  inkling,
  kimi,
  kimiOpen,
  knownFormat,
  nothing,
  solar,
  stray,
  told,
  type Told,
  trailing,
} from "../../../test/support/told-messages.ts";
import { createToolCallParser } from "../parser.ts";

describe("an answer between markers", () => {
  it.each<[string, string, string, Told]>([
    [
      "has no line breaks of its markers",
      "ernie4.5",
      `<response>\nHi.\n</response>\n${hermes}`,
      { content: "Hi.", calls: ["f{}"] },
    ],
    ["needs no line breaks", "ernie4.5", "<response>Hi.</response>", { content: "Hi." }],
    ["loses only one of its line breaks", "ernie4.5", "<response>\n\nHi.\n\n</response>", { content: "\nHi.\n" }],
    ["that is not closed keeps its last line break", "ernie4.5", "<response>\nHi.\n", { content: "Hi.\n" }],
    [
      "keeps the line break in front of a call",
      "ernie4.5",
      `<response>\nHi.\n${hermes}</response>`,
      { content: "Hi.\n", calls: ["f{}"] },
    ],
    ["may be empty", "ernie4.5", "<response>\n</response>", {}],
    ["may be cut off behind its opener", "ernie4.5", "<response>", {}],
    ["is followed by text with its line breaks", "ernie4.5", "<response>Hi.</response>\nyou\n", { content: "Hi.\nyou\n" }],
    [
      "is followed by text and a closer that closes nothing",
      "ernie4.5",
      "<response>a</response>b\n</response>",
      { content: "ab\n" },
    ],
    ["is followed by another one", "ernie4.5", "<response>\na\n</response><response>\nb\n</response>", { content: "ab" }],
    ["may begin with a fence", "ernie4.5", `x<response>${fenced(hermes)}</response>`, { content: `x\`\`\`\n${hermes}\n\`\`\`` }],
    [
      "keeps its line breaks where markers own none",
      "command-a",
      "<|START_RESPONSE|>\nHi\n<|END_RESPONSE|>",
      { content: "\nHi\n" },
    ],
    [
      "has no calls in it",
      "command-a",
      `<|START_RESPONSE|>a ${command}<|END_RESPONSE|>${command}`,
      { content: `a ${command}`, calls: ["f{}"] },
    ],
    [
      "may have other markers",
      "command-a",
      `<|START_TEXT|>a<|END_TEXT|>${command}<|END_OF_TURN_TOKEN|>`,
      { content: "a", calls: ["f{}"] },
    ],
    ["may be cut off", "command-a", "<|START_RESPONSE|>Hi ", { content: "Hi " }],
    [
      "ends with the turn",
      "command-a",
      "<|START_RESPONSE|>Hi<|END_OF_TURN_TOKEN|>x",
      { content: "Hi", diagnostics: [trailing("x")] },
    ],
    ["may be followed by text", "command-a", "<|START_RESPONSE|>Hi<|END_RESPONSE|> you", { content: "Hi you" }],
  ])("%s", (_title, id, input, wanted) => {
    expect(told(id, input)).toEqual({ ...nothing, ...wanted });
  });
});
describe("a block of a message", () => {
  const [begin, calls, next] = ["<|begin|>assistant", "<|tool_calls|>", "<|message_model|>"];
  it.each<[string, string, string, Told]>([
    ["follows reasoning", "solar-open", `<|think|>a<|end|>${begin}<|content|>Hi.<|end|>`, { reasoning: "a", content: "Hi." }],
    ["is not followed by text", "solar-open", "<|content|>Hi.<|end|>more", { content: "Hi.", diagnostics: [trailing("more")] }],
    [
      "is followed by layout",
      "solar-open",
      `<|content|>Hi.<|end|> \n${begin}${calls}${solar}<|calls|>`,
      { content: "Hi.", calls: ["f{}"] },
    ],
    ["follows calls", "solar-open", `${calls}${solar}<|calls|>${begin}<|content|>Hi.<|end|>`, { content: "Hi.", calls: ["f{}"] }],
    [
      "follows calls with text behind them",
      "solar-open",
      `${calls}${solar} x<|calls|>${begin}<|content|>b<|end|>`,
      { content: " xb", calls: ["f{}"] },
    ],
    [
      "of calls with text behind them is not followed by text",
      "solar-open",
      `${calls}${solar} x<|calls|>more`,
      { content: " x", calls: ["f{}"], diagnostics: [trailing("more")] },
    ],
    [
      "that was not opened is not followed by text",
      "solar-open",
      "Hi.<|calls|>more",
      { content: "Hi.", diagnostics: [stray("<|calls|>"), trailing("more")] },
    ],
    ["may have a header, which is dropped", "solar-open", `${begin} to x <|content|>Hi.<|end|>`, { content: "Hi." }],
    ["has a header of one line", "solar-open", `${begin}\n<|content|>Hi.<|end|>`, { content: `${begin}\nHi.` }],
    [
      "is text with a marker that opens nothing",
      "solar-open",
      `${begin}<|calls|>`,
      { content: begin, diagnostics: [stray("<|calls|>")] },
    ],
    ["may be cut off behind its opener", "solar-open", `Hi.${begin}`, { content: "Hi." }],
    ["may be cut off behind the space of its opener", "solar-open", `Hi.${begin} `, { content: "Hi." }],
    [
      "that is cut off in its header is given back",
      "solar-open",
      `Hi.${begin} to x `,
      {
        content: `Hi.${begin} to x `,
        diagnostics: [`truncated: the input ends in the header of a message [${begin} to x ]`],
      },
    ],
    [
      "of an answer may follow another one without its opener",
      "solar-open",
      "<|content|>a<|end|><|content|>b<|end|>",
      { content: "ab" },
    ],
    [
      "of reasoning may follow without its opener",
      "solar-open",
      "<|content|>a<|end|><|think|>b<|end|>c",
      { content: "ac", reasoning: "b" },
    ],
    [
      "of calls may follow without its opener",
      "solar-open",
      `<|content|>a<|end|>${calls}${solar} x<|calls|>`,
      { content: "a x", calls: ["f{}"] },
    ],
    [
      "of an answer ends reasoning",
      "inkling",
      `<|content_thinking|>a ${next}<|content_text|>b<|end_message|>`,
      { reasoning: "a", content: "b" },
    ],
    ["ends reasoning", "inkling", `<|content_thinking|>a ${next}f${inkling}`, { reasoning: "a", calls: ["f{}"] }],
    ["of a call may have no header", "inkling", `<|content_thinking|>a${inkling}`, { reasoning: "a", calls: ["f{}"] }],
    [
      "that is none is a part of reasoning",
      "inkling",
      `<|content_thinking|>a ${next} b<|end_message|>c`,
      { reasoning: `a ${next} b`, content: "c" },
    ],
    ["that is none is a part of the content", "inkling", `a${next}b\nc`, { content: `a${next}b\nc` }],
    [
      "may follow the end of the turn",
      "inkling",
      `<|content_text|>a<|content_model_end_sampling|> x${next}<|content_text|>b<|end_message|>`,
      { content: "ab", diagnostics: [trailing(" x")] },
    ],
  ])("%s", (_title, id, input, wanted) => {
    expect(told(id, input)).toEqual({ ...nothing, ...wanted });
  });

  it("of a call also counts in formats that have no marker for an answer", () => {
    const changed = { ...knownFormat("inkling"), contentWrap: null };
    expect(told(changed, `<|content_thinking|>a<|end_message|>${next}f${inkling}`)).toEqual({
      ...nothing,
      reasoning: "a",
      calls: ["f{}"],
    });
  });
});

describe("the spans of a message show", () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      "what a stray closer was",
      "hermes",
      "a </tool_call> b",
      [
        'text "a " 0-2',
        "markup 2-14",
        'diagnostic "stray-marker" "</tool_call> closes nothing" "</tool_call>" 2-14',
        'text " b" 14-16',
      ],
    ],
    [
      "reasoning without its markers and layout",
      "hermes",
      "<think>\na</think>\n\nHi.",
      ["markup 0-7", "markup 7-8", 'reasoning "a" 8-9', "markup 9-17", "markup 17-19", 'text "Hi." 19-22'],
    ],
    [
      "what comes after a turn",
      "hermes",
      "a<|im_end|>\nb",
      ['text "a" 0-1', "markup 1-11", 'diagnostic "trailing-data" "text after the end of the turn" "\\nb" 11-13', "markup 11-13"],
    ],
    [
      "the line breaks of the markers around an answer",
      "ernie4.5",
      "<response>\na\n</response>\n",
      ["markup 0-10", "markup 10-11", 'text "a" 11-12', "markup 12-24", "markup 24-25"],
    ],
    [
      "where a section was not closed",
      "kimi-k2",
      `${kimiOpen}${kimi} `,
      [
        'call-start 0 "f" "functions.f:0" 0-88',
        'call-args 0 "{}" 88-90',
        'call-end 0 "{}" 90-90',
        "markup 90-107",
        'diagnostic "unclosed" "the closing marker of a section is missing" 108-108',
        "markup 107-108",
      ],
    ],
    [
      "an answer in which only its closer counts",
      "solar-open",
      "<|content|>a<|end|> x",
      [
        "markup 0-11",
        'text "a" 11-12',
        "markup 12-19",
        'diagnostic "trailing-data" "text after the end of the turn" " x" 19-21',
        "markup 19-21",
      ],
    ],
  ])("%s", (_title, id, input, wanted) => {
    const parser = createToolCallParser(knownFormat(id), { markup: true });
    expect(toldEvents([...parser.feed(input), ...parser.end()])).toEqual(wanted);
  });
});

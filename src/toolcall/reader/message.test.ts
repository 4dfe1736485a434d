import { describe, expect, it } from "vitest";
import {
  fenced,
  hermes,
  kimi,
  kimiClose,
  kimiOpen,
  nothing,
  stray,
  told,
  type Told,
  trailing,
  unclosed,
} from "../../../test/support/told-messages.ts";
import type { ParserOptions } from "../parser.ts";

describe("reasoning", () => {
  it.each<[string, string, string, Told, ParserOptions?]>([
    ["is told without the space around it", "hermes", "<think>\nHm.\n</think>\n\nHi.", { reasoning: "Hm.", content: "Hi." }],
    ["may be opened twice", "hermes", "<think>a<think>b</think>c", { reasoning: "ab", content: "c" }],
    ["may be all there is", "hermes", "<think>a \n", { reasoning: "a" }],
    ["ends with the turn", "hermes", "<think>a<|im_end|>b", { reasoning: "a", diagnostics: [trailing("b")] }],
    ["may stand between text", "hermes", "Hi. <think>a</think> you", { reasoning: "a", content: "Hi. you" }],
    ["is not closed where it was not opened", "hermes", "a</think>\n b", { content: "ab", diagnostics: [stray("</think>")] }],
    ["may have been opened by the prompt", "hermes", "a</think>\n b", { reasoning: "a", content: "b" }, { prefix: "<think>\n" }],
    [
      "may have been opened by the prompt again",
      "hermes",
      "a</think>b",
      { reasoning: "a", content: "b" },
      { prefix: "<think></think> <think>" },
    ],
    [
      "may have been closed by the prompt",
      "hermes",
      "a</think>b",
      { content: "ab", diagnostics: [stray("</think>")] },
      { prefix: "<think></think>" },
    ],
    [
      "is not opened by another prompt",
      "hermes",
      "a</think>b",
      { content: "ab", diagnostics: [stray("</think>")] },
      { prefix: "assistant" },
    ],
    ["is followed by a call", "hermes", `<think>a</think>${hermes}b`, { reasoning: "a", calls: ["f{}"], content: "b" }],
    ["holds what looks like a call", "hermes", `<think>${hermes}</think>x`, { reasoning: hermes, content: "x" }],
    [
      "is followed by a line that may open a fence",
      "hermes",
      `<think>a</think>${fenced(hermes)}`,
      { reasoning: "a", content: fenced(hermes) },
    ],
    [
      "that was not opened is followed by a line that may open a fence",
      "hermes",
      `a</think>${fenced(hermes)}`,
      { content: `a${fenced(hermes)}`, diagnostics: [stray("</think>")] },
    ],
    [
      "is ended by a call where the policy says so",
      "hermes",
      `<think>a ${hermes}b`,
      { reasoning: "a", calls: ["f{}"], content: "b" },
      { policy: { toolInside: "endsReasoning" } },
    ],
    [
      "is ended by a section of calls",
      "kimi-k2",
      `<think>a ${kimiOpen}${kimi}${kimiClose}b`,
      { reasoning: "a", calls: ["f{}"], content: "b" },
    ],
    [
      "that a call has ended is followed by a line that may open a fence",
      "kimi-k2",
      `<think>a${kimi}${fenced(kimi)}`,
      { reasoning: "a", calls: ["f{}"], content: fenced(kimi) },
    ],
    [
      "is not ended by what only looks like a call, which is content once reasoning is over",
      "kimi-k2",
      "<think>a <|tool_call_begin|>b c</think>d <|tool_call_begin|>e f",
      { reasoning: "a <|tool_call_begin|>b c", content: "d <|tool_call_begin|>e f" },
    ],
  ])("%s", (_title, id, input, wanted, options = {}) => {
    expect(told(id, input, options)).toEqual({ ...nothing, ...wanted });
  });

  const [thought, answer] = ["Here is my thought process:", "Here is my response:"];
  const granite = '<|tool_call|>[{"name": "f", "arguments": {}}]';
  it.each<[string, string, Told]>([
    ["counts at the start", `${thought} a\n${answer} Hi.`, { reasoning: "a", content: "Hi." }],
    ["counts behind space", ` \n${thought} a\n${answer}\nHi.`, { reasoning: "a", content: "Hi." }],
    ["is text behind text", `x ${thought} a`, { content: `x ${thought} a` }],
    ["is text when it is cut off", "Here is my thought proc", { content: "Here is my thought proc" }],
    ["is text with its space when it goes on differently", "\n Here is my advice", { content: "\n Here is my advice" }],
    ["is followed by a call", `${thought} a ${answer}${granite}`, { reasoning: "a", calls: ["f{}"] }],
    ["is not needed for a call", ` ${granite}`, { calls: ["f{}"] }],
    ["is not there in nothing but space", " \n", { content: " \n" }],
  ])("that only opens a message %s", (_title, input, wanted) => {
    expect(told("granite3", input)).toEqual({ ...nothing, ...wanted });
  });
});

describe("the end of a turn", () => {
  it.each<[string, string, string, Told]>([
    ["is dropped", "hermes", "Hi. <|im_end|>", { content: "Hi. " }],
    ["is followed by layout", "hermes", "Hi.<|im_end|>\n", { content: "Hi." }],
    ["is not followed by text", "hermes", "Hi.<|im_end|>more", { content: "Hi.", diagnostics: [trailing("more")] }],
    ["is not followed by a call", "hermes", `Hi.<|im_end|>${hermes}`, { content: "Hi.", diagnostics: [trailing(hermes)] }],
    [
      "is not followed by another one",
      "llama3-json",
      "Hi.<|eom_id|>x<|eot_id|>",
      { content: "Hi.", diagnostics: [trailing("x<|eot_id|>")] },
    ],
    ["leaves a message of space as it is", "hermes", " \n<|im_end|>", { content: " \n" }],
    ["leaves a section open", "kimi-k2", `${kimiOpen}${kimi}<|im_end|>`, { calls: ["f{}"], diagnostics: [unclosed] }],
  ])("%s", (_title, id, input, wanted) => {
    expect(told(id, input)).toEqual({ ...nothing, ...wanted });
  });
});

describe("a closer", () => {
  it.each<[string, string, string, Told]>([
    [
      "of a call that was not opened is dropped",
      "hermes",
      "a </tool_call> b",
      { content: "a  b", diagnostics: [stray("</tool_call>")] },
    ],
    [
      "of a section that was not opened is dropped",
      "kimi-k2",
      `a ${kimiClose} b`,
      { content: "a  b", diagnostics: [stray(kimiClose)] },
    ],
    [
      "in the middle of a line opens none",
      "hermes",
      `Hi.</tool_call>\`\`\`\n${hermes}`,
      { content: "Hi.```\n", calls: ["f{}"], diagnostics: [stray("</tool_call>")] },
    ],
    [
      "of a section counts behind text in it",
      "kimi-k2",
      `${kimiOpen}${kimi} b ${kimiClose}c`,
      { calls: ["f{}"], content: " b c" },
    ],
    [
      "of a section counts once",
      "kimi-k2",
      `${kimiOpen}${kimi} b ${kimiClose}${kimiClose}`,
      { calls: ["f{}"], content: " b ", diagnostics: [stray(kimiClose)] },
    ],
    ["of a section is missed", "kimi-k2", `${kimiOpen}${kimi}${kimi}`, { calls: ["f{}", "f{}"], diagnostics: [unclosed] }],
  ])("%s", (_title, id, input, wanted) => {
    expect(told(id, input)).toEqual({ ...nothing, ...wanted });
  });
});

describe("a call without an opener", () => {
  const [bare, tagged] = ['{"name": "f", "parameters": {}}', '<|python_tag|>{"name": "f", "parameters": {}}'];
  it.each<[string, string, Told]>([
    ["opens the message", bare, { calls: ["f{}"] }],
    ["stands behind space", ` \n${bare}`, { calls: ["f{}"] }],
    ["is text behind text", `x ${bare}`, { content: `x ${bare}` }],
    ["is not there in nothing but space", " \n", { content: " \n" }],
    ["is not there in a fence behind a line of space", `  \n ${fenced(tagged)}`, { content: `  \n ${fenced(tagged)}` }],
    ["is not there in a fence behind three spaces", `   ${fenced(tagged)}`, { content: `   ${fenced(tagged)}` }],
    [
      "with its opener stands behind four spaces, where there is no fence",
      `    \`\`\`\n${tagged}`,
      { content: "    ```\n", calls: ["f{}"] },
    ],
  ])("%s", (_title, input, wanted) => {
    expect(told("llama3-json", input)).toEqual({ ...nothing, ...wanted });
  });
});

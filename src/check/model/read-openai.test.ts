import { describe, expect, it } from "vitest";
import type { Json } from "../../jsonrpc/json.ts";
import { emptyAnswer, type ReadAnswer } from "./read-answer.ts";
import { readOpenai } from "./read-openai.ts";

const body = (message: Json, more: object = {}, choice: object = {}): string =>
  JSON.stringify({ choices: [{ message, finish_reason: "stop", ...choice }], ...more });
const data = (value: Json): string => `data: ${JSON.stringify(value)}`;
const delta = (value: Json): string => data({ choices: [{ delta: value }] });
const finish = data({ choices: [{ delta: {}, finish_reason: "stop" }] });
const done = "data: [DONE]";

describe("a whole answer on OpenAI's wire", () => {
  it.each<[string, string, Partial<ReadAnswer>]>([
    ["is read as content", body({ role: "assistant", content: "Noon." }), { content: "Noon.", contentPieces: 1, finish: "stop" }],
    ["is read without content where that is null", body({ role: "assistant", content: null }), { finish: "stop" }],
    [
      "is read with its calls, in order, and its reason to stop",
      body(
        {
          role: "assistant",
          content: "",
          tool_calls: [
            { id: "call_a", type: "function", function: { name: "get_time", arguments: '{"zone":"CET"}' } },
            { id: "call_b", type: "function", function: { name: "stop", arguments: "" } },
          ],
        },
        {},
        { finish_reason: "tool_calls" },
      ),
      {
        calls: [
          { id: "call_a", name: "get_time", value: { zone: "CET" }, text: '{"zone":"CET"}' },
          { id: "call_b", name: "stop", value: undefined, text: "" },
        ],
        finish: "tool_calls",
      },
    ],
    [
      "is at fault where arguments are an object, which is read nevertheless",
      body({ role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: { x: 1 } } }] }),
      {
        calls: [{ id: "a", name: "f", value: { x: 1 }, text: '{"x":1}' }],
        faults: ['arguments that are not a string: "{\\"x\\":1}"'],
        finish: "stop",
      },
    ],
    [
      "is at fault once for each kind of thing its calls lack",
      body({ role: "assistant", tool_calls: [{ function: {} }, { function: {} }] }),
      {
        calls: [
          { id: undefined, name: "", value: undefined, text: "" },
          { id: undefined, name: "", value: undefined, text: "" },
        ],
        faults: ['a call of type undefined, expected "function"', 'arguments that are not a string: "absent"'],
        finish: "stop",
      },
    ],
    [
      "is at fault with a call of another type",
      body({ role: "assistant", tool_calls: [{ id: "a", type: "custom", function: { name: "f", arguments: "{}" } }] }),
      {
        calls: [{ id: "a", name: "f", value: {}, text: "{}" }],
        faults: ['a call of type "custom", expected "function"'],
        finish: "stop",
      },
    ],
    [
      "is at fault with another role",
      body({ role: "tool", content: "x" }),
      { content: "x", contentPieces: 1, faults: ['the role "tool", expected "assistant"'], finish: "stop" },
    ],
    ["is at fault where it is no JSON", "<html>", { faults: ['no JSON object: "<html>"'] }],
    ["is at fault where it is a list", "[]", { faults: ['no JSON object: "[]"'] }],
    [
      "is read with reasoning under the name that servers gave it first",
      body({ role: "assistant", reasoning_content: "Hm.", reasoning: "other" }),
      { reasoning: "Hm.", finish: "stop" },
    ],
    [
      "is read with reasoning under its later name",
      body({ role: "assistant", reasoning: "Hm." }),
      { reasoning: "Hm.", finish: "stop" },
    ],
    [
      "is read with the number of its tokens",
      body({ role: "assistant" }, { usage: { prompt_tokens: 4, completion_tokens: 7 } }),
      { tokens: 7, finish: "stop" },
    ],
    [
      "has no number of tokens where that is no number",
      body({ role: "assistant" }, { usage: { completion_tokens: "7" } }),
      { finish: "stop" },
    ],
    [
      "is read with the tokens that are listed",
      body({ role: "assistant" }, {}, { logprobs: { content: [{ token: "No", bytes: [78, 111] }, { token: "on" }] } }),
      { generated: ["No", "on"], finish: "stop" },
    ],
    ["is an error with a message", JSON.stringify({ error: { message: "slot busy", code: 500 } }), { error: "slot busy" }],
    ["is an error that is a text", JSON.stringify({ error: "slot busy", choices: [] }), { error: "slot busy" }],
    ["is an error of a form nobody knows", JSON.stringify({ error: { code: 7 } }), { error: '{"code":7}' }],
    [
      "is no error where that is null",
      body({ role: "assistant", content: "a" }, { error: null }),
      { content: "a", contentPieces: 1, finish: "stop" },
    ],
  ])("%s", (_title, text, expected) => {
    expect(readOpenai([text], false)).toEqual({ ...emptyAnswer, ...expected });
  });

  it("is read although it came in two pieces", () => {
    const text = body({ role: "assistant", content: "Noon." });
    expect(readOpenai([text.slice(0, 20), text.slice(20)], false)).toMatchObject({ content: "Noon.", faults: [] });
  });
});

describe("a stream on OpenAI's wire", () => {
  const good: Partial<ReadAnswer> = { finish: "stop" };
  it.each<[string, string[], Partial<ReadAnswer>]>([
    [
      "adds up to its content, and pieces without text do not count",
      [delta({ role: "assistant", content: "" }), delta({ content: "No" }), delta({ content: "on." }), finish, done],
      { ...good, content: "Noon.", contentPieces: 2 },
    ],
    [
      "adds up to its reasoning, under either name",
      [delta({ reasoning_content: "H" }), delta({ reasoning: "m." }), finish, done],
      { ...good, reasoning: "Hm." },
    ],
    [
      "has the count of tokens of the last chunk that tells one",
      [
        data({ choices: [], usage: { completion_tokens: 3 } }),
        finish,
        data({ usage: { completion_tokens: 7 } }),
        data({ usage: null }),
        done,
      ],
      { ...good, tokens: 7 },
    ],
    [
      "may have comments, and names and numbers of events",
      [": ping", `event: message\nid: 7\nretry: 9\n${delta({ content: "a" })}`, finish, done],
      { ...good, content: "a", contentPieces: 1 },
    ],
    ["is at fault with data that are empty", ["data:", finish, done], { ...good, faults: ['no JSON object: ""'] }],
    ["may have a comment without text and a field without value", [":", "event", finish, done], good],
    [
      "may have data without a blank before it",
      [delta({ content: "It is" }).replace("data: ", "data:"), finish, "data:[DONE]"],
      { ...good, content: "It is", contentPieces: 1 },
    ],
    [
      "joins the lines of data of one event",
      ['data: {"choices":[{"delta":\r\ndata: {"content":"a"}}]}', finish, done],
      { ...good, content: "a", contentPieces: 1 },
    ],
    [
      "is at fault with a number that is cut between two lines of data",
      ["data: [1\ndata: 2]", finish, done],
      { ...good, faults: ['no JSON object: "[1\\n2]"'] },
    ],
    [
      "may end lines with a carriage return alone",
      [`: ping\r${delta({ content: "a" })}\r`, finish, done],
      { ...good, content: "a", contentPieces: 1 },
    ],
    [
      "is at fault with a line that is no field",
      [`${finish}\n{"x":1}`, done],
      { ...good, faults: ['a line that belongs to no event: "{\\"x\\":1}"'] },
    ],
    [
      "is at fault with a field whose name only begins like one",
      [finish, `database: 1`, done],
      { ...good, faults: ['a line that belongs to no event: "database: 1"'] },
    ],
    [
      "is at fault with a field whose name only ends like one",
      [finish, ` data: 1`, done],
      { ...good, faults: ['a line that belongs to no event: " data: 1"'] },
    ],
    [
      "is at fault with data that are no object",
      [data([1]), data([1]), finish, done],
      { ...good, faults: ['no JSON object: "[1]"'] },
    ],
    ["is at fault without its end", [finish], { ...good, faults: ["0 times [DONE], expected once, at the end"] }],
    ["is at fault when it ends twice", [finish, done, done], { ...good, faults: ["2 times [DONE], expected once, at the end"] }],
    [
      "is at fault when something follows its end",
      [done, finish],
      { ...good, faults: ["1 time [DONE], expected once, at the end"] },
    ],
    ["is at fault without a reason to stop", [delta({}), done], { faults: ["0 chunks with a finish_reason, expected one"] }],
    [
      "is at fault with two reasons to stop, of which the later counts",
      [finish, data({ choices: [{ delta: {}, finish_reason: "length" }] }), done],
      { finish: "length", faults: ["2 chunks with a finish_reason, expected one"] },
    ],
    [
      "has an error, and is then at fault with nothing that is missing",
      [delta({ content: "a" }), data({ error: { message: "parser broke" } }), data({ error: { message: "again" } })],
      { content: "a", contentPieces: 1, error: "parser broke" },
    ],
  ])("%s", (_title, blocks, expected) => {
    expect(readOpenai(blocks, true)).toEqual({ ...emptyAnswer, ...expected });
  });
});

import { describe, expect, it } from "vitest";
import { askedModel } from "../../../../test/support/host-traces.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import type { ModelAsked } from "../host-event.ts";
import { chatRequests, isNameOf, messagesOf, offeredTools } from "../model-requests.ts";
import type { ModelMessage } from "./model-wire.ts";

const at = (path: string, body: Json): ModelAsked => ({ ...(askedModel(body, { path }) as ModelAsked), seq: 1, at: 0 });
const chat = "/v1/chat/completions";
const anthropic = "/v1/messages";
const responses = "/v1/responses";
const gemini = "/v1beta/models/m:generateContent";
const says = (role: string, text: string, ...calls: ModelMessage["calls"]): ModelMessage => ({
  role,
  text,
  calls,
  answers: undefined,
});
const result = (text: string, answers?: Json): ModelMessage => ({ role: "tool", text, calls: [], answers });
const args = { a: 1 };

describe("a request asks for an answer", () => {
  it.each([
    ["of chat completions", chat, true],
    ["of Ollama's chat", "/api/chat", true],
    ["of Ollama's completions", "/api/generate", true],
    ["of Anthropic's messages", anthropic, true],
    ["of OpenAI's responses", responses, true],
    ["of Gemini", gemini, true],
    ["of Gemini as a stream", "/v1beta/models/m:streamGenerateContent", true],
    ["not where it counts tokens for Anthropic", "/v1/messages/count_tokens", false],
    ["not where it counts tokens for Gemini", "/v1beta/models/m:countTokens", false],
    ["not where it looks for a stored completion", "/v1/chat/completions/abc", false],
    ["not where it asks Gemini for a batch", "/v1beta/models/m:generateContentBatch", false],
    ["not where it asks for models", "/v1/models", false],
  ])("%s", (_title, path, expected) => {
    expect(chatRequests([at(path, {})])).toHaveLength(expected ? 1 : 0);
  });

  it("else nothing is read from it", () => {
    const models = at("/v1/models", { tools: [{ name: "read" }], messages: [{ role: "user", content: "go" }] });
    expect([offeredTools(models), messagesOf(models)]).toEqual([[], []]);
  });
});

describe("the tools offered are read", () => {
  const schema = { type: "object" };
  const read = { name: "read", description: "", schema };
  it.each<readonly [string, string, Json, object]>([
    ["where they are given without a member for the function", chat, [{ name: "read", parameters: schema }], read],
    ["with their schema in Gemini's own form", gemini, [{ functionDeclarations: [{ name: "read", parameters: schema }] }], read],
    [
      "in the other spelling of Gemini",
      gemini,
      [{ function_declarations: [{ name: "read", parameters_json_schema: schema }] }],
      read,
    ],
    ["as functions of OpenAI's responses", responses, [{ type: "function", name: "read", parameters: schema }], read],
    [
      "within a namespace without a name",
      responses,
      [{ type: "namespace", tools: [{ type: "function", name: "read", parameters: schema }] }],
      read,
    ],
    [
      "without a name and a description where these are no texts",
      chat,
      [{ function: { name: 7, description: null } }],
      { name: "", description: "", schema: undefined },
    ],
  ])("%s", (_title, path, tools, expected) => {
    expect(offeredTools(at(path, { tools }))).toEqual([expected]);
  });
});

describe("the history is read", () => {
  const chatMessage = (message: Json): Json => ({ messages: [message, null] });
  const calls = (given: Json): Json =>
    chatMessage({ role: "assistant", tool_calls: [{ id: "c1", function: { name: "read", arguments: given } }] });
  const item = { type: "function_call", call_id: "c1", name: "read" };
  const blocks = (...content: Json[]): Json => ({ messages: [{ role: "user", content }] });
  const block = { type: "tool_result", tool_use_id: "c0", content: "x" };
  const content = (...parts: Json[]): Json => ({ contents: [{ role: "user", parts }] });
  const response = (given: Json): Json => content({ functionResponse: { id: "c1", response: given } });
  it.each<readonly [string, string, Json, readonly ModelMessage[]]>([
    [
      "with the texts of parts joined, without pictures and what is no text",
      chat,
      chatMessage({ role: "user", content: [{ text: "a" }, { type: "image_url" }, { text: 7 }, { text: "b" }] }),
      [says("user", "ab")],
    ],
    [
      "without a text where there is no content",
      chat,
      chatMessage({ role: "assistant", content: null }),
      [says("assistant", "")],
    ],
    [
      "with arguments that are JSON in a text",
      chat,
      calls('{"a":1}'),
      [says("assistant", "", { id: "c1", name: "read", arguments: args })],
    ],
    [
      "with arguments that are an object",
      chat,
      calls(args),
      [says("assistant", "", { id: "c1", name: "read", arguments: args })],
    ],
    [
      "with arguments that are a list as they are",
      chat,
      calls([7]),
      [says("assistant", "", { id: "c1", name: "read", arguments: [7] })],
    ],
    [
      "with arguments that are no JSON as they are",
      chat,
      calls('{"a'),
      [says("assistant", "", { id: "c1", name: "read", arguments: '{"a' })],
    ],
    [
      "with an empty answer of Anthropic's model",
      anthropic,
      { messages: [{ role: "assistant", content: [null] }] },
      [says("assistant", "")],
    ],
    [
      "with a call beside a result",
      anthropic,
      blocks(block, { type: "tool_use", id: "c1", name: "read", input: args }),
      [result("x", "c0"), says("user", "", { id: "c1", name: "read", arguments: args })],
    ],
    ["with the result alone of a message that only brings it", anthropic, blocks(block), [result("x", "c0")]],
    ["with a question that is a plain text", responses, { input: "go" }, [says("user", "go")]],
    [
      "with a message that does not say its type",
      responses,
      { instructions: "", input: [{ role: "user", content: "go" }] },
      [says("user", "go")],
    ],
    [
      "without what the model thought",
      responses,
      {
        input: [
          { type: "reasoning", name: "read" },
          { type: "message", role: "user", content: "go" },
        ],
      },
      [says("user", "go")],
    ],
    [
      "with a call of no namespace",
      responses,
      { input: [{ ...item, arguments: [7] }] },
      [says("assistant", "", { id: "c1", name: "read", arguments: [7] })],
    ],
    [
      "with all that the model said between two results as one message",
      responses,
      {
        input: [
          { role: "user", content: "go" },
          { role: "assistant", content: "well" },
          { ...item, arguments: '{"a":1}' },
          { type: "function_call_output", call_id: "c1", output: "x" },
          { role: "assistant", content: "and" },
          { role: "assistant", content: " so" },
          { ...item, arguments: "no JSON", call_id: "c2" },
          { ...item, arguments: "{}", call_id: "c3" },
        ],
      },
      [
        says("user", "go"),
        says("assistant", "well", { id: "c1", name: "read", arguments: args }),
        result("x", "c1"),
        says("assistant", "and so", { id: "c2", name: "read", arguments: "no JSON" }, { id: "c3", name: "read", arguments: {} }),
      ],
    ],
    [
      "with two questions in a row as two messages",
      responses,
      {
        input: [
          { role: "user", content: "a" },
          { role: "user", content: "b" },
        ],
      },
      [says("user", "a"), says("user", "b")],
    ],
    [
      "in the other spelling of Gemini",
      gemini,
      {
        system_instruction: { parts: [{ text: "Be brief." }] },
        contents: [{ role: "model", parts: [{ function_call: { id: "c1", name: "read" } }] }],
      },
      [says("system", "Be brief."), says("assistant", "", { id: "c1", name: "read", arguments: {} })],
    ],
    ["with the error of a result", gemini, response({ error: "broke" }), [result("broke", "c1")]],
    ["with all of a result that has neither output nor error", gemini, response({ a: 1 }), [result('{"a":1}', "c1")]],
    ["with an output that is no text as JSON", gemini, response({ output: { b: 2 }, more: 1 }), [result('{"b":2}', "c1")]],
    [
      "with what a user says beside a result",
      gemini,
      content({ functionResponse: { response: { output: "x" } } }, { text: "and now" }),
      [result("x"), says("user", "and now")],
    ],
    [
      "with a call beside a result on Gemini's wire",
      gemini,
      content({ functionResponse: { response: { output: "x" } } }, { functionCall: { name: "read", args } }),
      [result("x"), says("user", "", { id: undefined, name: "read", arguments: args })],
    ],
    [
      "with an empty answer of Gemini's model",
      gemini,
      { contents: [{ role: "model", parts: [{ text: "hm", thought: true }] }] },
      [says("assistant", "")],
    ],
  ])("%s", (_title, path, body, expected) => {
    expect(messagesOf(at(path, body))).toEqual(expected);
  });
});

describe("a name that the model sees", () => {
  it.each([
    ["is the tool's as it stands", "read", "read", true],
    ["is the tool's after its server's name", "mcp__files__read", "read", true],
    ["is the tool's where a model server takes fewer characters", "files_read_file", "read/file", true],
    ["is the tool's although it is one line alone", "_", "_", true],
    ["is the tool's although that begins with a line", "files:_x", "_x", true],
    ["is not the tool's where nothing stands between", "already", "ready", false],
    ["is not the tool's where a line belongs to what is in front", "my.files_x", "_x", false],
    ["is not the tool's that stands in front", "_x:files:ab", "_x", false],
    ["is not the tool's where it goes on", "read_file", "read", false],
  ])("%s", (_title, seen, tool, expected) => {
    expect(isNameOf(seen, tool)).toBe(expected);
  });
});

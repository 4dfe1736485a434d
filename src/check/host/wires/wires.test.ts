import { describe, expect, it } from "vitest";
import type { Json } from "../../../jsonrpc/json.ts";
import type { HostTrace, ModelAsked } from "../host-event.ts";
import { chatRequests, messagesOf, offeredTools } from "../model-requests.ts";

const asked = (path: string, body: Json, builtIn?: readonly string[]): ModelAsked => ({
  seq: 1,
  at: 0,
  kind: "model-asked",
  method: "POST",
  path,
  api: null,
  headers: {},
  body,
  status: 200,
  outcome: "answered",
  ...(builtIn === undefined ? {} : { builtIn }),
});

const schema = { type: "object" } as const;
const args = { text: "x" } as const;

/** One conversation on every wire: a system text, a question, a call with a word before it, its result. */
const conversations: readonly (readonly [string, string, Json])[] = [
  [
    "chat completions",
    "/v1/chat/completions",
    {
      tools: [{ type: "function", function: { name: "s__echo", description: "gives back", parameters: schema } }],
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "go" }] },
        {
          role: "assistant",
          content: "well",
          tool_calls: [{ id: "c1", type: "function", function: { name: "s__echo", arguments: JSON.stringify(args) } }],
        },
        { role: "tool", tool_call_id: "c1", content: "x" },
      ],
    },
  ],
  [
    "Anthropic's messages",
    "/v1/messages",
    {
      system: [{ type: "text", text: "Be brief." }],
      tools: [{ name: "s__echo", description: "gives back", input_schema: schema }],
      messages: [
        { role: "user", content: "go" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "well" },
            { type: "tool_use", id: "c1", name: "s__echo", input: args },
          ],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "x" }] }] },
      ],
    },
  ],
  [
    "OpenAI's responses",
    "/v1/responses",
    {
      instructions: "Be brief.",
      tools: [
        { type: "web_search" },
        {
          type: "namespace",
          name: "s",
          tools: [{ type: "function", name: "echo", description: "gives back", parameters: schema }],
        },
      ],
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "well" }] },
        { type: "function_call", call_id: "c1", namespace: "s", name: "echo", arguments: JSON.stringify(args) },
        { type: "function_call_output", call_id: "c1", output: [{ type: "input_text", text: "x" }] },
      ],
    },
  ],
  [
    "Gemini's content",
    "/v1beta/models/m:streamGenerateContent",
    {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      tools: [{ functionDeclarations: [{ name: "s__echo", description: "gives back", parametersJsonSchema: schema }] }],
      contents: [
        { role: "user", parts: [{ text: "go" }] },
        {
          role: "model",
          parts: [{ text: "hm", thought: true }, { text: "well" }, { functionCall: { id: "c1", name: "s__echo", args } }],
        },
        { role: "user", parts: [{ functionResponse: { id: "c1", name: "s__echo", response: { output: "x" } } }] },
      ],
    },
  ],
];

describe.each(conversations)("%s", (_, path, body) => {
  const request = asked(path, body);

  it("asks for an answer", () => {
    const others: HostTrace = [asked("/v1/models", {}), { ...request, method: "GET" }];
    expect(chatRequests([...others, request])).toEqual([request]);
  });

  it("offers the tool", () => {
    expect(offeredTools(request)).toEqual([{ name: "s__echo", description: "gives back", schema }]);
    expect(offeredTools({ ...request, builtIn: ["s__echo"] })).toEqual([]);
  });

  it("tells the same history", () => {
    expect(messagesOf(request)).toEqual([
      { role: "system", text: "Be brief.", calls: [], answers: undefined },
      { role: "user", text: "go", calls: [], answers: undefined },
      { role: "assistant", text: "well", calls: [{ id: "c1", name: "s__echo", arguments: args }], answers: undefined },
      { role: "tool", text: "x", calls: [], answers: "c1" },
    ]);
  });
});

it("tells what a user says beside the results of calls after them", () => {
  const content = [
    { type: "text", text: "and now" },
    { type: "tool_result", tool_use_id: "c1", content: "x" },
  ];
  const seen = messagesOf(asked("/v1/messages", { messages: [{ role: "user", content }] }));
  expect(seen.map(({ role, text }) => [role, text])).toEqual([
    ["tool", "x"],
    ["user", "and now"],
  ]);
});

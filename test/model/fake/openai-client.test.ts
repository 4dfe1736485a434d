import OpenAI, { InternalServerError, RateLimitError } from "openai";
import { describe, expect, it } from "vitest";
import { loadModelScript } from "../../../src/model/script/load-model.ts";
import { serve, turnsOf } from "../../support/fake-models.ts";

type Messages = OpenAI.Chat.Completions.ChatCompletionMessageParam[];

const tools: OpenAI.Chat.Completions.ChatCompletionTool[] = [
  {
    type: "function",
    function: {
      name: "files__read_file",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
  },
];
const messages: Messages = [{ role: "user", content: "What is in it?" }];
const model = "call-then-say";

async function client(...scripts: Parameters<typeof serve>[0]) {
  const served = await serve(scripts);
  return { ...served, openai: new OpenAI({ baseURL: `${served.url}/v1`, apiKey: "k", maxRetries: 0 }) };
}

describe("the official openai client", () => {
  it("gets text and a call with a string of arguments, not streamed", async () => {
    const { openai } = await client(loadModelScript(model, "/"));
    const { choices, usage } = await openai.chat.completions.create({ model, messages, tools });
    expect(choices).toMatchObject([
      {
        finish_reason: "tool_calls",
        message: {
          role: "assistant",
          content: "Let me look.",
          tool_calls: [
            { id: "call00000", type: "function", function: { name: "files__read_file", arguments: '{"path":"sample"}' } },
          ],
        },
      },
    ]);
    expect(usage).toEqual({ prompt_tokens: 11, completion_tokens: 12, total_tokens: 23 });
  });

  it("puts the same together from a stream", async () => {
    const { openai } = await client(loadModelScript(model, "/"));
    const whole = await openai.chat.completions.create({ model, messages, tools });
    const stream = openai.chat.completions.stream({ model, messages, tools, stream_options: { include_usage: true } });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.finish_reason).toBe("tool_calls");
    expect(final.choices[0]?.message).toMatchObject({
      content: whole.choices[0]?.message.content,
      tool_calls: [{ id: "call00000", function: { name: "files__read_file", arguments: '{"path":"sample"}' } }],
    });
    expect(final.usage).toEqual(whole.usage);
  });

  it("carries a round on with the tool's result", async () => {
    const { openai } = await client(loadModelScript(model, "/"));
    const first = await openai.chat.completions.create({ model, messages, tools });
    const said = first.choices[0]?.message;
    expect(said?.tool_calls?.[0]?.id).toBe("call00000");
    const history: Messages = [
      ...messages,
      { role: "assistant", content: said?.content ?? null, tool_calls: said?.tool_calls ?? [] },
      { role: "tool", tool_call_id: "call00000", content: "42 lines" },
    ];
    const second = await openai.chat.completions.create({ model, messages: history, tools });
    expect(second.choices).toMatchObject([{ finish_reason: "stop", message: { content: "The tool said: 42 lines" } }]);
  });

  it("gets tokens with their probabilities when it asks", async () => {
    const { openai } = await client(loadModelScript("say", "/"));
    const { choices } = await openai.chat.completions.create({ model: "say", messages, logprobs: true });
    const tokens = choices[0]?.logprobs?.content ?? [];
    expect(tokens.map(({ token }) => token).join("")).toBe("You said: What is in it?");
    expect(tokens[0]).toEqual({ token: "You", logprob: 0, bytes: [89, 111, 117] });
  });

  it("gets errors of its own classes", async () => {
    const { openai } = await client(loadModelScript("http-500", "/"), loadModelScript("strict-provider", "/"));
    const ask = (name: string, text: string, more: object = {}) =>
      openai.chat.completions.create({ model: name, messages: [{ role: "user", content: text }], ...more });
    await expect(ask("http-500", "x")).rejects.toBeInstanceOf(InternalServerError);
    await expect(ask("http-500", "429")).rejects.toBeInstanceOf(RateLimitError);
    await expect(ask("http-500", "401")).rejects.toMatchObject({ status: 401, code: "invalid_api_key" });
    await expect(ask("http-500", "html")).rejects.toMatchObject({ status: 502 });
    await expect(ask("nobody", "x")).rejects.toMatchObject({ status: 404, code: "model_not_found" });
    const named = [{ type: "function", function: { name: "files:read", parameters: {} } }];
    await expect(ask("strict-provider", "x", { tools: named })).rejects.toMatchObject({
      status: 400,
      param: "tools[0].function.name",
    });
  });

  it("is refused by a strict provider when calls and results do not pair", async () => {
    const { openai } = await client(loadModelScript("strict-provider", "/"));
    const call = { id: "a", type: "function" as const, function: { name: "f", arguments: "{}" } };
    const create = (history: Messages) => openai.chat.completions.create({ model: "strict-provider", messages: history, tools });
    const asked: Messages = [...messages, { role: "assistant", content: null, tool_calls: [call] }];
    await expect(create(asked)).rejects.toThrow("Calls without a tool message that answers them: a");
    await expect(create([...messages, { role: "tool", tool_call_id: "a", content: "x" }])).rejects.toThrow("must answer a call");
    const { choices } = await create([...asked, { role: "tool", tool_call_id: "a", content: "x" }]);
    expect(choices[0]?.message.content).toBe("The tool said: x");
  });

  it("throws on an error in the stream", async () => {
    const { openai } = await client(loadModelScript("stream-error", "/"));
    const drain = async () => {
      for await (const chunk of await openai.chat.completions.create({ model: "stream-error", messages, stream: true }))
        expect(chunk.choices[0]?.finish_reason).toBeNull();
    };
    await expect(drain()).rejects.toThrow("the model ran out of memory");
  });

  it("lists the models", async () => {
    const { openai } = await client(loadModelScript("say", "/"), loadModelScript("think", "/"));
    const ids = [];
    for await (const { id } of openai.models.list()) ids.push(id);
    expect(ids).toEqual(["say", "think"]);
  });
});

describe("requests that OpenAI would refuse", () => {
  const user = { role: "user", content: "x" };
  it.each([
    ["no JSON", "{", "We could not parse", null],
    ["no model", JSON.stringify({ messages: [user] }), "you must provide a model parameter", null],
    ["no messages", JSON.stringify({ model: "a" }), "Missing required parameter: 'messages'", "missing_required_parameter"],
    ["empty messages", JSON.stringify({ model: "a", messages: [] }), "Invalid 'messages': empty array", "empty_array"],
    [
      "an unknown role",
      JSON.stringify({ model: "a", messages: [{ role: "boss", content: "x" }] }),
      "Invalid value: \"boss\" for 'messages[0].role'",
      "invalid_value",
    ],
    [
      "arguments that are an object",
      JSON.stringify({
        model: "a",
        messages: [{ role: "assistant", tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: {} } }] }],
      }),
      "Invalid type for 'messages[0].tool_calls[0].function.arguments'",
      "invalid_type",
    ],
    [
      "content that is a number",
      JSON.stringify({ model: "a", messages: [{ role: "user", content: 1 }] }),
      "Invalid type for 'messages[0].content'",
      "invalid_type",
    ],
    [
      "a tool without a name",
      JSON.stringify({ model: "a", messages: [user], tools: [{ type: "function", function: {} }] }),
      "Missing required parameter: 'tools[0].function.name'",
      "missing_required_parameter",
    ],
  ])("%s", async (_, body, message, code) => {
    const { url } = await serve([turnsOf([{ say: "x" }])]);
    const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", body });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { readonly error: Readonly<Record<string, unknown>> };
    expect(error["message"]).toContain(message);
    expect(error).toMatchObject({ type: "invalid_request_error", code });
  });
});

import OpenAI, { RateLimitError } from "openai";
import { describe, expect, it } from "vitest";
import { loadModelScript } from "../../../src/model/script/load-model.ts";
import { serve, turnsOf } from "../../support/fake-models.ts";

type Input = OpenAI.Responses.ResponseInput;

const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const tools: OpenAI.Responses.FunctionTool[] = [{ type: "function", name: "read_file", parameters, strict: false }];
const model = "call-then-say";
const input = "What is in it?";

async function client(...scripts: Parameters<typeof serve>[0]) {
  const served = await serve(scripts);
  return { ...served, openai: new OpenAI({ baseURL: `${served.url}/v1`, apiKey: "k", maxRetries: 0 }) };
}

async function asked(url: string, body: object) {
  const response = await fetch(`${url}/v1/responses`, { method: "POST", body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

describe("the official openai client, on /v1/responses", () => {
  it("gets text and a call, not streamed", async () => {
    const { openai } = await client(loadModelScript(model, "/"));
    const response = await openai.responses.create({ model, input, tools, instructions: "Be brief." });
    expect(response).toMatchObject({
      object: "response",
      status: "completed",
      output_text: "Let me look.",
      instructions: "Be brief.",
      incomplete_details: null,
      output: [
        { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Let me look." }] },
        { type: "function_call", call_id: "call00000", name: "read_file", arguments: '{"path":"sample"}', status: "completed" },
      ],
    });
    const { input_tokens: took = 0, output_tokens: gave = 0, total_tokens: all } = response.usage ?? {};
    expect([took > 0, gave > 0, all]).toEqual([true, true, took + gave]);
  });

  it("builds the same from a stream", async () => {
    const { openai } = await client(loadModelScript(model, "/"));
    const whole = await openai.responses.create({ model, input, tools });
    const stream = openai.responses.stream({ model, input, tools });
    const types: string[] = [];
    let next = 0;
    for await (const event of stream) {
      types.push(event.type);
      expect(event.sequence_number).toBe(next++);
    }
    const { output, usage, status } = await stream.finalResponse();
    const plain = (items: readonly object[]) =>
      items.map((item) => ({ ...item, id: "", parsed: undefined, parsed_arguments: undefined }));
    expect([status, usage]).toEqual(["completed", whole.usage]);
    expect(plain(output)[1]).toMatchObject(plain(whole.output)[1] ?? {});
    expect(output[0]).toMatchObject({ content: [{ type: "output_text", text: "Let me look." }] });
    expect(types.slice(0, 5)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
    ]);
    expect(types.at(-1)).toBe("response.completed");
    expect(types).toContain("response.function_call_arguments.done");
  });

  it("carries a round on with the result: by its own history, by the response before, by reference to items", async () => {
    const { openai, fake } = await client(loadModelScript(model, "/"));
    const first = await openai.responses.create({ model, input, tools });
    const result = { type: "function_call_output" as const, call_id: "call00000", output: "42 lines" };
    const said = first.output as Input;
    const referred = first.output.map(({ id = "" }) => ({ type: "item_reference" as const, id }));
    const histories: { input: Input; previous_response_id?: string }[] = [
      { input: [{ role: "user", content: input }, ...said, result] },
      { input: [result], previous_response_id: first.id },
      { input: [{ role: "user", content: input }, ...referred, result] },
    ];
    for (const history of histories) {
      const second = await openai.responses.create({ model, tools, ...history });
      expect(second.output_text).toBe("The tool said: 42 lines");
    }
    expect(fake.requests().map(({ round }) => round)).toEqual([0, 1, 1, 1]);
  });

  it("calls a tool of a namespace by both names", async () => {
    const script = turnsOf([{ calls: [{ tool: { offered: "*echo*" }, arguments: { text: "x" } }] }]);
    const { url } = await serve([script]);
    const space = {
      type: "namespace",
      name: "mcp__mock",
      description: "",
      tools: [{ type: "function", name: "echo", parameters }],
    };
    const body = { model: "test", input, tools: [{ type: "web_search" }, space] };
    const whole = JSON.parse((await asked(url, body)).text) as { readonly output: readonly object[] };
    const called = { type: "function_call", name: "echo", namespace: "mcp__mock", arguments: '{"text":"x"}' };
    expect(whole.output).toMatchObject([called]);
    const { text } = await asked(url, { ...body, stream: true });
    expect(text).toContain('"name":"echo","namespace":"mcp__mock"');
    expect(text).not.toContain("[DONE]");
  });

  it("gives reasoning as a summary, and says why an answer is cut", async () => {
    const { openai } = await client(turnsOf([{ reasoning: "Hm.", say: "Well", finish: "length" }]));
    const whole = await openai.responses.create({ model: "test", input });
    expect(whole).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] }, { type: "message" }],
    });
    const last = await openai.responses.stream({ model: "test", input }).finalResponse();
    expect([last.status, last.output.map(({ type }) => type)]).toEqual(["incomplete", ["reasoning", "message"]]);
  });

  it("gets errors of its own classes, and an error in the stream", async () => {
    const { openai } = await client(loadModelScript("http-500", "/"), loadModelScript("stream-error", "/"));
    await expect(openai.responses.create({ model: "http-500", input: "429" })).rejects.toBeInstanceOf(RateLimitError);
    await expect(openai.responses.create({ model: "nobody", input })).rejects.toMatchObject({ code: "model_not_found" });
    await expect(openai.responses.create({ model: "http-500", input, previous_response_id: "resp_0" })).rejects.toMatchObject({
      status: 400,
      code: "previous_response_not_found",
    });
    const events: object[] = [];
    for await (const event of await openai.responses.create({ model: "stream-error", input, stream: true })) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: "error", message: "the model ran out of memory", code: "server_error" });
    expect(JSON.stringify(events)).not.toContain("response.completed");
  });
});

describe("requests to /v1/responses that OpenAI would refuse", () => {
  it.each([
    ["no input", { model: "a" }, "Missing required parameter: 'input'"],
    ["no model", { input }, "you must provide a model parameter"],
    ["an unknown role", { model: "a", input: [{ role: "boss", content: "x" }] }, "Invalid value: \"boss\" for 'input[0].role'"],
    [
      "a result without its call",
      { model: "a", input: [{ type: "function_call_output", output: "x" }] },
      "Missing required parameter: 'input[0].call_id'",
    ],
    [
      "a function in the form of chat completions",
      { model: "a", input, tools: [{ type: "function", function: { name: "f" } }] },
      "Missing required parameter: 'tools[0].name'",
    ],
    ["an item nobody knows", { model: "a", input: [{ type: "item_reference", id: "msg_1" }] }, "Item with id 'msg_1' not found."],
  ])("%s", async (_, body, message) => {
    const { url } = await serve([loadModelScript("say", "/")]);
    const { status, text } = await asked(url, body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect((JSON.parse(text) as { readonly error: { readonly message: string } }).error.message).toContain(message);
  });
});

import { createParser } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import { loadModelScript } from "../../../src/model/script/load-model.ts";
import { serve, turnsOf } from "../../support/fake-models.ts";

type Json = Readonly<Record<string, unknown>>;

const headers = { "anthropic-version": "2023-06-01", "x-api-key": "k" };
const request = {
  model: "call-then-say",
  max_tokens: 100,
  messages: [{ role: "user", content: "What is in it?" }] as unknown[],
  tools: [{ name: "read_file", input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] } }],
};

async function post(url: string, body: unknown, more: object = headers) {
  const init = { method: "POST", headers: { "content-type": "application/json", ...more }, body: JSON.stringify(body) };
  return await fetch(`${url}/v1/messages`, init);
}

/** The message that the events of a stream build, as the documentation of the API says to build it. */
function built(stream: string): { readonly message: Json; readonly types: readonly string[] } {
  let message: Json = {};
  const content: Json[] = [];
  const texts: string[] = [];
  const types: string[] = [];
  const parser = createParser({
    onEvent({ event, data }) {
      const body = JSON.parse(data) as Json & { readonly index: number; readonly delta: Readonly<Record<string, string>> };
      expect(body["type"]).toBe(event);
      types.push(String(event));
      if (event === "message_start") message = body["message"] as Json;
      if (event === "content_block_start") {
        expect(body.index).toBe(content.length);
        content.push(body["content_block"] as Json);
        texts.push("");
      }
      if (event === "content_block_delta") {
        const { text, thinking, partial_json } = body.delta;
        texts[body.index] = (texts[body.index] ?? "") + (text ?? thinking ?? partial_json ?? "");
      }
      if (event === "message_delta")
        message = { ...message, ...body.delta, usage: { ...(message["usage"] as Json), ...(body["usage"] as Json) } };
    },
  });
  parser.feed(stream);
  const blocks = content.map((block, index) => {
    if (block["type"] === "tool_use") return { ...block, input: JSON.parse(texts[index] || "{}") as unknown };
    return { ...block, [String(block["type"])]: texts[index] };
  });
  return { message: { ...message, content: blocks }, types };
}

describe("the Anthropic wire", () => {
  it("answers with blocks, and streams the same message", async () => {
    const { url } = await serve([loadModelScript("call-then-say", "/")]);
    const whole = (await (await post(url, request)).json()) as Json;
    expect(whole).toEqual({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "call-then-say",
      content: [
        { type: "text", text: "Let me look." },
        { type: "tool_use", id: "call00000", name: "read_file", input: { path: "sample" } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 10 },
    });
    const { message, types } = built(await (await post(url, { ...request, stream: true })).text());
    expect(message).toEqual({ ...whole, id: "msg_2" });
    expect([types[0], ...types.slice(-2)]).toEqual(["message_start", "message_delta", "message_stop"]);
    expect(types.filter((type) => type === "content_block_stop")).toHaveLength(2);
  });

  it("takes results of tools out of the user's message", async () => {
    const { url, fake } = await serve([loadModelScript("call-then-say", "/")]);
    const call = { type: "tool_use", id: "call00000", name: "read_file", input: { path: "sample" } };
    const result = { type: "tool_result", tool_use_id: "call00000", content: [{ type: "text", text: "42 lines" }] };
    const messages = [...request.messages, { role: "assistant", content: [call] }, { role: "user", content: [result] }];
    expect(await (await post(url, { ...request, messages })).json()).toMatchObject({
      content: [{ type: "text", text: "The tool said: 42 lines" }],
      stop_reason: "end_turn",
    });
    expect(fake.requests()).toMatchObject([{ api: "anthropic", scenario: "call-then-say", round: 1 }]);
    expect(JSON.stringify(fake.requests()[0]?.headers)).toContain('"x-api-key":"(1 characters)"');
  });

  it("takes a system text among the messages", async () => {
    const { url, fake } = await serve([loadModelScript("call-then-say", "/")]);
    const messages = [...request.messages, { role: "system", content: "Be brief." }];
    expect((await post(url, { ...request, messages })).status).toBe(200);
    expect(fake.requests().at(-1)?.round).toBe(0);
  });

  it("gives thinking as a block of its own", async () => {
    const { url } = await serve([loadModelScript("think", "/")]);
    const body = { ...request, model: "think" };
    const { content } = (await (await post(url, body)).json()) as Json;
    expect(content).toMatchObject([{ type: "thinking", thinking: "The user wants something.\nI know what." }, { type: "text" }]);
    expect(built(await (await post(url, { ...body, stream: true })).text()).message["content"]).toEqual(content);
  });

  it("reports errors as the API does, before and within a stream", async () => {
    const { url } = await serve([loadModelScript("http-500", "/"), loadModelScript("stream-error", "/")]);
    const error = async (body: object, more?: object) => {
      const response = await post(url, body, more);
      return { status: response.status, body: await response.json() };
    };
    const form = (status: number, type: string, message: unknown) => ({
      status,
      body: { type: "error", error: { type, message } },
    });
    const any = expect.any(String) as unknown;
    expect(await error({ ...request, model: "http-500" })).toEqual(form(500, "api_error", "the model broke down"));
    const limited = { ...request, model: "http-500", messages: [{ role: "user", content: "429" }] };
    expect(await error(limited)).toEqual(form(429, "rate_limit_error", "too many requests"));
    expect(await error({ ...request, model: "x" })).toEqual(form(404, "not_found_error", "model: x"));
    expect(await error(request, {})).toEqual(form(400, "invalid_request_error", "anthropic-version: header is required"));
    expect(await error({ ...request, max_tokens: undefined })).toEqual(
      form(400, "invalid_request_error", "max_tokens: Field required"),
    );
    expect(await error({ ...request, messages: [{ role: "tool", content: "x" }] })).toEqual(
      form(400, "invalid_request_error", any),
    );
    const stream = await (await post(url, { ...request, model: "stream-error", stream: true })).text();
    expect(stream).toMatch(
      /event: error\ndata: \{"type":"error","error":\{"type":"api_error","message":"the model ran out of memory"\}\}\n\n$/,
    );
  });

  it("has no other paths", async () => {
    const { url } = await serve([turnsOf([{ say: "x" }])]);
    expect((await post(url, request)).status).toBe(200);
    expect((await fetch(`${url}/v1/messages/batches`, { method: "POST" })).status).toBe(404);
  });
});

import { Ollama } from "ollama";
import OpenAI from "openai";
import { afterEach, describe, expect, test } from "vitest";
import { calls, type FakeModel, listModelScripts, type ModelDefinition, says, startFakeModel } from "./model.ts";

const opened: FakeModel[] = [];
afterEach(async () => {
  for (const model of opened.splice(0)) await model.close();
});

async function started(...given: Parameters<typeof startFakeModel>): Promise<FakeModel> {
  const model = await startFakeModel(...given);
  opened.push(model);
  return model;
}

const tools = [{ type: "function" as const, function: { name: "search", parameters: { type: "object", properties: {} } } }];
const asked = { role: "user" as const, content: "cats, please" };

describe("a fake model", () => {
  test("says what the builder says, answer after answer, to OpenAI's client", async () => {
    const model = await started(
      says("One moment.")
        .and(calls("search", { query: "cats" }))
        .then(says("Found some.")),
    );
    const client = new OpenAI({ baseURL: `${model.url}/v1`, apiKey: "not-secret" });
    const first = await client.chat.completions.create({ model: "any", messages: [asked], tools });
    const message = first.choices[0]?.message;
    expect(message?.content).toBe("One moment.");
    expect(message?.tool_calls).toMatchObject([{ function: { name: "search", arguments: '{"query":"cats"}' } }]);
    const result = { role: "tool" as const, tool_call_id: message?.tool_calls?.[0]?.id ?? "", content: "three" };
    const second = await client.chat.completions.create({ model: "any", messages: [asked, message ?? asked, result], tools });
    expect(second.choices[0]?.message.content).toBe("Found some.");
    expect(model.requests).toMatchObject([
      { api: "openai", path: "/v1/chat/completions", outcome: "answered", body: { messages: [asked] } },
      { round: 1, headers: { authorization: "Bearer (10 characters)" } },
    ]);
  });

  test("writes calls as the raw text of a format, to Ollama's client", async () => {
    const model = await started(calls("search", { query: "cats" }).asText("hermes"), { api: "ollama" });
    const client = new Ollama({ host: model.url });
    const { message } = await client.chat({ model: "any", messages: [asked] });
    expect(message.content).toContain('<tool_call>\n{"name": "search"');
    expect((await fetch(`${model.url}/v1/models`)).status).toBe(404);
  });

  test("is not taken for a promise by what is awaited", async () => {
    const answers: ModelDefinition = await Promise.resolve(says("hi").then(says("bye")));
    expect(answers).toEqual({ turns: [{ say: "hi" }, { say: "bye" }], format: undefined });
  });

  test("is gone when the signal says so", async () => {
    const stop = new AbortController();
    const model = await startFakeModel("say", { signal: stop.signal });
    stop.abort();
    await model.close();
    await expect(fetch(model.url)).rejects.toThrow("fetch failed");
  });

  test.each([
    ["an unknown script", "sey", {}, "there is no model script sey"],
    ["an unknown wire", "say", { api: "telex" as never }, "api: must be"],
    ["no answer at all", { turns: [] }, {}, "turns: a fake model needs at least one answer"],
    ["an answer that is none", { turns: [{ sing: "la" }] as never }, {}, "script#/scenarios/0/turns/0"],
  ])("says what is wrong with %s", async (_what, definition, options, message) => {
    await expect(startFakeModel(definition, options)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(message),
    });
  });
});

test("the scripts that come along are listed", () => {
  expect(listModelScripts().map(({ id }) => id)).toContain("call-then-say");
});

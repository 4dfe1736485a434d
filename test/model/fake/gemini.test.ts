import { createParser } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import { loadModelScript } from "../../../src/model/script/load-model.ts";
import { serve, turnsOf } from "../../support/fake-models.ts";

type Chunk = {
  readonly candidates: readonly { readonly content: { readonly parts: readonly object[] }; readonly finishReason?: string }[];
};

const parametersJsonSchema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const question = { role: "user", parts: [{ text: "What is in it?" }] };
const request = {
  contents: [question] as object[],
  systemInstruction: { parts: [{ text: "Be brief." }] },
  tools: [{ functionDeclarations: [{ name: "read_file", description: "Reads", parametersJsonSchema }] }, { googleSearch: {} }],
};

async function asked(url: string, model: string, body: unknown, method = "generateContent") {
  const init = {
    method: "POST",
    headers: { "x-goog-api-key": "k" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
  const response = await fetch(`${url}/v1beta/models/${model}:${method}`, init);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

const partsOf = (chunks: readonly Chunk[]): readonly object[] =>
  chunks.flatMap(({ candidates }) => candidates.flatMap(({ content }) => content.parts));

describe("Gemini's generateContent", () => {
  it("gives text and a call", async () => {
    const { url, fake } = await serve([loadModelScript("call-then-say", "/")]);
    const { status, text } = await asked(url, "call-then-say", request);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      candidates: [
        {
          content: {
            role: "model",
            parts: [{ text: "Let me look." }, { functionCall: { id: "call00000", name: "read_file", args: { path: "sample" } } }],
          },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: expect.any(Number), totalTokenCount: expect.any(Number) },
      modelVersion: "call-then-say",
    });
    expect(fake.requests()).toMatchObject([{ api: "gemini", script: "call-then-say" }]);
  });

  it("streams the same as events, and without alt=sse as one array", async () => {
    const { url } = await serve([loadModelScript("call-then-say", "/")]);
    const events = await asked(url, "call-then-say", request, "streamGenerateContent?alt=sse");
    expect(events.type).toContain("text/event-stream");
    const heard: Chunk[] = [];
    createParser({ onEvent: ({ data }) => void heard.push(JSON.parse(data) as Chunk) }).feed(events.text);
    const array = JSON.parse((await asked(url, "call-then-say", request, "streamGenerateContent")).text) as readonly Chunk[];
    for (const chunks of [heard, array]) {
      const parts = partsOf(chunks);
      expect(parts.map((part) => ("text" in part ? part.text : "")).join("")).toBe("Let me look.");
      expect(parts).toContainEqual({ functionCall: { id: "call00000", name: "read_file", args: { path: "sample" } } });
      expect(chunks.map(({ candidates }) => candidates[0]?.finishReason).filter((word) => word !== undefined)).toEqual(["STOP"]);
    }
  });

  it("goes on with a result, in either spelling of its members", async () => {
    const { url, fake } = await serve([loadModelScript("call-then-say", "/")]);
    const call = { id: "call00000", name: "read_file", args: { path: "sample" } };
    const answer = { id: "call00000", name: "read_file", response: { output: "42 lines" } };
    const camel = [
      question,
      { role: "model", parts: [{ functionCall: call, thoughtSignature: "x" }] },
      { role: "user", parts: [{ functionResponse: answer }] },
    ];
    const snake = [
      question,
      { role: "model", parts: [{ function_call: call }] },
      { role: "user", parts: [{ function_response: answer }] },
    ];
    const { systemInstruction: system_instruction, tools } = request;
    const said = async (body: object) =>
      (JSON.parse((await asked(url, "call-then-say", body)).text) as Chunk).candidates[0]?.content.parts;
    expect(await said({ ...request, contents: camel })).toEqual([{ text: "The tool said: 42 lines" }]);
    const declarations = tools.slice(0, 1).map(({ functionDeclarations }) => ({ function_declarations: functionDeclarations }));
    expect(await said({ contents: snake, system_instruction, tools: declarations })).toEqual([
      { text: "The tool said: 42 lines" },
    ]);
    expect(fake.requests().map(({ round }) => round)).toEqual([1, 1]);
  });

  it("marks thoughts, and says why an answer is cut", async () => {
    const { url } = await serve([turnsOf([{ reasoning: "Hm.", say: "Well", finish: "MAX_TOKENS" }])]);
    const { text } = await asked(url, "test", request);
    expect((JSON.parse(text) as Chunk).candidates).toMatchObject([
      { content: { parts: [{ text: "Hm.", thought: true }, { text: "Well" }] }, finishReason: "MAX_TOKENS" },
    ]);
  });

  it("refuses in Google's words", async () => {
    const { url } = await serve([loadModelScript("http-500", "/"), loadModelScript("say", "/")]);
    const error = async (model: string, body: unknown, method?: string) => {
      const { status, text } = await asked(url, model, body, method);
      return [
        status,
        (JSON.parse(text) as { readonly error: { readonly code: number; readonly status: string; readonly message: string } })
          .error,
      ];
    };
    const limited = { contents: [{ parts: [{ text: "429" }] }] };
    expect(await error("http-500", limited)).toMatchObject([429, { code: 429, status: "RESOURCE_EXHAUSTED" }]);
    expect(await error("http-500", request)).toMatchObject([500, { code: 500, status: "INTERNAL" }]);
    expect(await error("nobody", request)).toMatchObject([
      404,
      { status: "NOT_FOUND", message: expect.stringContaining("models/nobody") },
    ]);
    expect(await error("http-500", {})).toMatchObject([
      400,
      { status: "INVALID_ARGUMENT", message: expect.stringContaining("contents") },
    ]);
    expect(await error("http-500", "{")).toMatchObject([400, { status: "INVALID_ARGUMENT" }]);
    const odd = { contents: [{ role: "boss", parts: [] }] };
    expect(await error("http-500", odd)).toMatchObject([400, { message: expect.stringContaining("contents[0].role") }]);
    expect(await error("http-500", request, "embedContent")).toMatchObject([404, { status: "NOT_FOUND" }]);
  });

  it("ends a stream with an error", async () => {
    const { url } = await serve([loadModelScript("stream-error", "/")]);
    const { text } = await asked(url, "stream-error", request, "streamGenerateContent?alt=sse");
    expect(text).toContain('"status":"INTERNAL"');
    expect(text).not.toContain("finishReason");
  });

  it("lists the models", async () => {
    const { url } = await serve([loadModelScript("say", "/")]);
    const listed = (await (await fetch(`${url}/v1beta/models`)).json()) as object;
    expect(listed).toMatchObject({ models: [{ name: "models/say", supportedGenerationMethods: ["generateContent"] }] });
  });
});

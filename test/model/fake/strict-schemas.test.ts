import { Ollama } from "ollama";
import OpenAI, { APIError } from "openai";
import { afterEach, describe, expect, test } from "vitest";
import { type FakeModel, says, startFakeModel } from "../../../src/library/model.ts";
import { providers } from "../../../src/provider/providers.ts";

const opened: FakeModel[] = [];
afterEach(async () => {
  for (const model of opened.splice(0)) await model.close();
});

async function strict(strictSchemas: string): Promise<FakeModel> {
  const model = await startFakeModel(says("Fine."), { strictSchemas });
  opened.push(model);
  return model;
}

type Schema = Readonly<Record<string, unknown>>;
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
/** A schema that every provider takes. */
const plain = object({ a: { type: "string" } }, { required: ["a"], additionalProperties: false });
const plainFor = (id: string): Schema => (id === "gemini" ? object({ a: { type: "string" } }, { required: ["a"] }) : plain);
const messages = [{ role: "user" as const, content: "hi" }];
const tool = (parameters: Schema | undefined, name = "say") => ({
  type: "function" as const,
  function: { name, ...(parameters === undefined ? {} : { parameters }) },
});

/** What OpenAI's client tells of a refusal: its status, and the body as it parsed it. */
async function refusedOn(url: string, tools: ReturnType<typeof tool>[]): Promise<unknown> {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
  const answer = client.chat.completions.create({ model: "any", messages, tools });
  return await answer.then(
    ({ choices }) => choices[0]?.message.content,
    (error: unknown) => {
      if (!(error instanceof APIError)) throw error;
      const { status, code, param, message } = error as { readonly [K in "status" | "code" | "param" | "message"]?: unknown };
      return { status, code, param, message };
    },
  );
}

async function posted(url: string, path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

/** What each provider refuses, and what its words are. */
const refused: readonly (readonly [string, Schema, string, RegExp])[] = [
  [
    "openai",
    {},
    "say",
    /^Invalid schema for function 'say': schema must be a JSON Schema of 'type: "object"', got 'type: "None"'\.$/,
  ],
  ["openai", object({ a: { type: "array" } }), "say", /In context=\('properties', 'a'\), array schema missing items\.$/],
  ["openai", plain, "x".repeat(65), /maximum length 64, but got a string with length 65 instead\.$/],
  [
    "openai-strict",
    object({ a: {} }, { additionalProperties: false }),
    "say",
    /including every key in properties\. Missing 'a'\.$/,
  ],
  ["openai-strict", object({}), "say", /In context=\(\), 'additionalProperties' is required to be supplied and to be false\.$/],
  ["anthropic", {}, "say", /^tools\.0\.custom\.input_schema\.type: Field required$/],
  ["anthropic", plain, "a.b", /^tools\.0\.custom\.name: String should match pattern/],
  [
    "gemini",
    plain,
    "say",
    /Unknown name "additionalProperties" at 'tools\[0\]\.function_declarations\[0\]\.parameters': Cannot find/,
  ],
  [
    "gemini",
    object({ a: { type: "integer", enum: [1] } }),
    "say",
    /function_declarations\[0\]\.parameters\.properties\[a\]\.enum: only allowed for STRING type$/,
  ],
  ["gemini-json-schema", { properties: {} }, "say", /parameters_json_schema: the schema must describe an object$/],
  ["bedrock", plain, "a.b", /^1 validation error detected: Value 'a\.b' at 'toolConfig\.tools\.1\.member\.toolSpec\.name'/],
  ["mistral", plain, "a.b", /^Function name was a\.b but must be a-z/],
  ["vllm", object({ a: { type: "integer", multipleOf: 2 } }), "say", /^The provided JSON schema contains features not supported/],
  [
    "llama-cpp",
    object({ a: { type: "string", pattern: "x" } }),
    "say",
    /^JSON schema conversion failed:\nPattern must start with '\^'/,
  ],
  ["llama-cpp", object({ a: { $ref: "https://x.test/s" } }), "say", /Unsupported ref: https:\/\/x\.test\/s$/],
  ["ollama", { type: ["object", "null"] }, "say", /^json: cannot unmarshal array into Go struct field ChatRequest\.tools/],
];

describe("a fake model with the strictness of a provider", () => {
  test("every provider is shown to refuse something", () => {
    expect(new Set(refused.map(([id]) => id))).toEqual(new Set(providers.map(({ id }) => id)));
    for (const { refusal } of providers) expect(refusal.source).toMatch(/^https:\/\/\S+$/);
  });

  test.each(providers.map(({ id }) => [id]))("%s takes a plain tool, and a request without tools", async (id) => {
    const { url, requests } = await strict(id);
    const tools = [{ type: "function", function: { name: "say", description: "Says it.", parameters: plainFor(id) } }];
    const whole = { status: 200, body: expect.objectContaining({ object: "chat.completion" }) as unknown };
    expect(await posted(url, "/v1/chat/completions", { model: "any", messages, tools })).toEqual(whole);
    expect(await posted(url, "/v1/chat/completions", { model: "any", messages })).toEqual(whole);
    expect(requests.map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
  });

  test.each(refused)("%s refuses %j of %s", async (id, schema, name, words) => {
    const { url, requests } = await strict(id);
    const answer = await posted(url, "/v1/messages", {
      model: "any",
      max_tokens: 9,
      messages,
      tools: [{ name, input_schema: schema }],
    });
    const error = { type: "invalid_request_error", message: expect.stringMatching(words) as unknown };
    expect(answer).toEqual({ status: 400, body: { type: "error", error } });
    expect(requests).toMatchObject([{ outcome: "refused", status: 400 }]);
  });

  test("OpenAI's client tells code and place", async () => {
    const { url } = await strict("openai-strict");
    expect(await refusedOn(url, [tool(plain), tool(object({ a: {} }), "b")])).toEqual({
      status: 400,
      code: "invalid_function_parameters",
      param: "tools[1].function.parameters",
      message:
        "400 Invalid schema for function 'b': In context=(), 'additionalProperties' is required to be supplied and to be false.",
    });
    const many = Array.from({ length: 129 }, (_, index) => tool(plain, `t${index}`));
    expect(await refusedOn(url, many)).toMatchObject({ code: "array_above_max_length", param: "tools" });
    expect(await refusedOn(url, [tool(undefined)])).toMatchObject({ code: "invalid_function_parameters" });
    expect(await refusedOn(url, [tool(plain)])).toBe("Fine.");
  });

  test("functions without parameters are taken by OpenAI, those with an empty schema are not", async () => {
    const { url } = await strict("openai");
    expect(await refusedOn(url, [tool(undefined)])).toBe("Fine.");
    expect(await refusedOn(url, [tool({})])).toMatchObject({ param: "tools[0].function.parameters" });
  });

  test.each([
    ["gemini", [{ error: { code: 400, message: expect.any(String) as unknown, status: "INVALID_ARGUMENT" } }]],
    [
      "mistral",
      { object: "error", message: expect.any(String) as unknown, type: "invalid_request_error", param: null, code: null },
    ],
    ["vllm", { error: { message: expect.any(String) as unknown, type: "BadRequestError", param: null, code: 400 } }],
    ["llama-cpp", { error: { code: 400, message: expect.any(String) as unknown, type: "invalid_request_error" } }],
  ])("%s has its own form of errors at the paths of OpenAI", async (id, body) => {
    const { url } = await strict(id);
    const [, schema, name] = refused.find(([one]) => one === id) ?? [];
    const tools = [tool(schema, name)];
    expect(await posted(url, "/v1/chat/completions", { model: "any", messages, tools })).toEqual({ status: 400, body });
  });

  test("OpenAI's client finds no message in the list that Gemini sends", async () => {
    const { url } = await strict("gemini");
    expect(await refusedOn(url, [tool(plain)])).toMatchObject({ status: 400, code: undefined });
  });

  test("Ollama's client tells what its server could not read", async () => {
    const { url } = await strict("ollama");
    const chat = new Ollama({ host: url }).chat({
      model: "any",
      messages,
      tools: [{ type: "function", function: { name: "say", parameters: { type: ["object"] } as never } }],
    });
    await expect(chat).rejects.toThrow("json: cannot unmarshal array into Go struct field");
  });

  test("a part that is only left out is no refusal", async () => {
    const { url } = await strict("ollama");
    expect(await refusedOn(url, [tool(object({ a: { type: "string", pattern: "^x$" } }))])).toBe("Fine.");
  });

  test("a provider there is not is named, with those there are", async () => {
    await expect(startFakeModel(says("hi"), { strictSchemas: "gemni" })).rejects.toThrow(
      'strictSchemas: there is no provider "gemni"',
    );
  });
});

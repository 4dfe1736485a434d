import { Ollama } from "ollama";
import { describe, expect, it } from "vitest";
import { loadModelScript } from "../../../src/model/script/load-model.ts";
import { serve, turnsOf } from "../../support/fake-models.ts";

const tools = [
  {
    type: "function",
    function: {
      name: "files:read_file",
      description: "Reads a file",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
  },
];
const messages = [{ role: "user", content: "What is in it?" }];
const model = "call-then-say";

async function client(...scripts: Parameters<typeof serve>[0]) {
  const served = await serve(scripts);
  return { ...served, ollama: new Ollama({ host: served.url }) };
}

describe("the official ollama client", () => {
  it("gets text and a call with an object of arguments, not streamed", async () => {
    const { ollama } = await client(loadModelScript(model, "/"));
    const answer = await ollama.chat({ model, messages, tools });
    expect(answer.message.content).toBe("Let me look.");
    expect(answer.message.tool_calls).toEqual([
      { id: "call00000", function: { index: 0, name: "files:read_file", arguments: { path: "sample" } } },
    ]);
    expect(answer).toMatchObject({ done: true, done_reason: "stop", model, prompt_eval_count: 11, eval_count: 11 });
  });

  it("gets the same in pieces, done last", async () => {
    const { ollama } = await client(loadModelScript(model, "/"));
    const chunks = [];
    for await (const chunk of await ollama.chat({ model, messages, tools, stream: true })) chunks.push(chunk);
    expect(chunks.map(({ message }) => message.content).join("")).toBe("Let me look.");
    expect(chunks.length).toBeGreaterThan(4);
    expect(chunks.flatMap(({ message }) => message.tool_calls ?? [])).toHaveLength(1);
    expect(chunks.map(({ done }) => done)).toEqual([...chunks.slice(1).map(() => false), true]);
  });

  it("carries a round on with the tool's result", async () => {
    const { ollama } = await client(loadModelScript(model, "/"));
    const first = await ollama.chat({ model, messages, tools });
    const history = [...messages, first.message, { role: "tool", content: "42 lines", tool_name: "files:read_file" }];
    const second = await ollama.chat({ model, messages: history, tools });
    expect(second.message).toEqual({ role: "assistant", content: "The tool said: 42 lines" });
  });

  it("gets reasoning apart from the text", async () => {
    const { ollama } = await client(loadModelScript("think", "/"));
    const { message } = await ollama.chat({ model: "think", messages, think: true });
    expect(message).toEqual({
      role: "assistant",
      content: "Here it is.",
      thinking: "The user wants something.\nI know what.",
    });
  });

  it("gets errors with status and text", async () => {
    const { ollama } = await client(loadModelScript("http-500", "/"), loadModelScript("no-tools", "/"));
    await expect(ollama.chat({ model: "http-500", messages })).rejects.toMatchObject({
      status_code: 500,
      error: "the model broke down",
    });
    await expect(ollama.chat({ model: "nobody", messages })).rejects.toMatchObject({
      status_code: 404,
      error: "model 'nobody' not found",
    });
    await expect(ollama.chat({ model: "no-tools", messages, tools })).rejects.toMatchObject({
      status_code: 400,
      error: "registry.ollama.ai/library/no-tools:latest does not support tools",
    });
  });

  it("throws on an error in the stream, and on a stream without its last message", async () => {
    const { ollama } = await client(loadModelScript("stream-error", "/"), loadModelScript("missing-done", "/"));
    const drain = async (name: string) => {
      for await (const chunk of await ollama.chat({ model: name, messages, stream: true })) expect(chunk.done).toBe(false);
    };
    await expect(drain("stream-error")).rejects.toThrow("the model ran out of memory");
    await expect(drain("missing-done")).rejects.toThrow("Did not receive done");
  });

  it("lists, shows and generates", async () => {
    const { ollama } = await client(loadModelScript("say", "/"), loadModelScript("no-tools", "/"));
    const { models } = await ollama.list();
    expect(models.map(({ name }) => name)).toEqual(["say:latest", "no-tools:latest"]);
    expect((await ollama.show({ model: "say" })).capabilities).toEqual(["completion", "tools", "thinking"]);
    expect((await ollama.show({ model: "no-tools" })).capabilities).toEqual(["completion"]);
    await expect(ollama.show({ model: "x" })).rejects.toMatchObject({ status_code: 404 });
    expect((await ollama.generate({ model: "say", prompt: "hi" })).response).toBe("You said: hi");
    expect((await ollama.version()).version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("leaves its request behind, and what was played", async () => {
    const { ollama, fake, url } = await client(loadModelScript("capture", "/"));
    await ollama.chat({ model: "capture", messages, tools, options: { temperature: 0 } });
    const body = { model: "capture", messages, tools, options: { temperature: 0 }, stream: false };
    const seen = { sequence: 1, api: "ollama", method: "POST", path: "/api/chat", body, outcome: "answered" };
    expect(fake.requests()).toMatchObject([{ ...seen, script: "capture", scenario: "capture", round: 0, status: 200 }]);
    const lines = (await (await fetch(`${url}/__mcpcheck/requests`)).text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(fake.requests());
    await fetch(`${url}/__mcpcheck/requests`, { method: "DELETE" });
    expect(fake.requests()).toEqual([]);
  });
});

describe("requests that Ollama would refuse", () => {
  const post = async (body: string, path = "/api/chat") => {
    const { url } = await serve([turnsOf([{ say: "x" }])]);
    const response = await fetch(url + path, { method: "POST", body });
    return {
      status: response.status,
      body: (await response.json()) as { readonly error?: string; readonly done_reason?: string },
    };
  };
  const chat = (more: object) => JSON.stringify({ model: "test", messages: [{ role: "user", content: "x" }], ...more });

  it.each([
    ["no body", "", 400, "missing request body"],
    ["no JSON", "{model", 400, 'invalid character "{" in the request body'],
    ["no model", chat({ model: "" }), 400, "model is required"],
    [
      "content that is a list",
      chat({ messages: [{ role: "user", content: [] }] }),
      400,
      "cannot unmarshal array into Go struct field ChatRequest.messages.content",
    ],
    [
      "arguments that are a string",
      chat({ messages: [{ role: "assistant", tool_calls: [{ function: { name: "a", arguments: "{}" } }] }] }),
      400,
      "cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments",
    ],
    ["a body that is a list", "[]", 400, "cannot unmarshal array into Go struct field ChatRequest"],
  ])("%s", async (_, body, status, message) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(message);
  });

  it("loads the model when there are no messages", async () => {
    const answer = await post(chat({ messages: [] }));
    expect(answer).toMatchObject({ status: 200, body: { done: true, done_reason: "load" } });
  });

  it("has no other paths", async () => {
    expect(await post("{}", "/api/nothing")).toMatchObject({ status: 404 });
    const { url } = await serve([turnsOf([{ say: "x" }])]);
    expect((await fetch(`${url}/api/chat`)).status).toBe(405);
  });

  it("are kept all the same, without credentials", async () => {
    const { url, fake } = await serve([turnsOf([{ say: "x" }])]);
    await fetch(`${url}/api/chat`, { method: "POST", body: "{", headers: { authorization: "Bearer secret-token" } });
    expect(fake.requests()).toMatchObject([{ text: "{", status: 400, outcome: "refused" }]);
    expect(JSON.stringify(fake.requests())).not.toContain("secret-token");
    expect(fake.requests()[0]?.headers["authorization"]).toBe("Bearer (12 characters)");
  });
});

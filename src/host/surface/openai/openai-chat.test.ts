import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { memoryLink, textTool } from "../../../../test/host/memory-link.ts";
import { post, servedHost } from "../../../../test/host/served-host.ts";

const files = (): ReturnType<typeof memoryLink> => memoryLink("fs", { tools: [textTool("read_file", "alpha")] });
const user = [{ role: "user" as const, content: "go" }];
const useAndSay = [
  { say: "Wait. ", calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] },
  { calls: [{ name: "fs:read_file", arguments: { path: "x" } }] },
  { say: "alpha" },
];
const sendTool = { type: "function" as const, function: { name: "cli.send", description: "", parameters: { type: "object" } } };
const client = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: "any", maxRetries: 0 });

describe("/v1/chat/completions", () => {
  it("gives the official client one completion after the whole loop (B0-208, B0-210, B0-213, B0-239)", async () => {
    const { url } = await servedHost({ links: [files()], turns: useAndSay });
    const answer = await client(url).chat.completions.create({ model: "m", messages: user });
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: "Wait. alpha" }, finish_reason: "stop" }],
      usage: { total_tokens: expect.any(Number) },
    });
    expect(answer.choices[0]?.message.tool_calls).toBeUndefined();
    expect(answer).not.toHaveProperty("task_id");
  });

  it("says tool_calls and shows executed calls in profile ollama only (B0-213)", async () => {
    const { url } = await servedHost({ profile: "ollama", links: [files()], turns: useAndSay });
    const answer = await client(url).chat.completions.create({ model: "m", messages: user });
    expect(answer.choices[0]?.finish_reason).toBe("tool_calls");
    expect(answer.choices[0]?.message.tool_calls).toHaveLength(2);
  });

  it("streams chunks the official client reads: one finish reason, usage when asked, one [DONE] (B0-212, B0-214, B0-217, B0-225)", async () => {
    const { url } = await servedHost({ links: [files()], turns: useAndSay });
    const stream = await client(url).chat.completions.create({
      model: "m",
      messages: user,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    const finishes: unknown[] = [];
    let usage: unknown;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      if (chunk.choices[0]?.finish_reason) finishes.push(chunk.choices[0].finish_reason);
      usage = chunk.usage ?? usage;
      expect(Array.isArray(chunk.choices)).toBe(true);
    }
    expect([text, finishes]).toEqual(["Wait. alpha", ["stop"]]);
    expect(usage).toMatchObject({ total_tokens: expect.any(Number) });
    const raw = await post(`${url}/v1/chat/completions`, { model: "m", messages: user, stream: true });
    expect(raw.type).toContain("text/event-stream");
    expect(raw.text.match(/data: \[DONE\]/g)).toHaveLength(1);
  });

  it.each(["strict", "vllm-rs"])(
    "hands client calls over in profile %s (B0-211, B1-067, B3-022, B3-024, B3-028)",
    async (profile) => {
      const turns = [{ say: "Sending.", calls: [{ name: "cli.send", id: null, arguments: { to: "me" } }] }];
      const { url } = await servedHost({ profile, set: ["model.strategy=native"], turns });
      const whole = await client(url).chat.completions.create({ model: "m", messages: user, tools: [sendTool] });
      expect(whole.choices[0]).toMatchObject({
        finish_reason: "tool_calls",
        message: {
          tool_calls: [
            { id: expect.stringMatching(/^call_/), type: "function", function: { name: "cli.send", arguments: '{"to":"me"}' } },
          ],
        },
      });
      const streamed = client(url).chat.completions.stream({ model: "m", messages: user, tools: [sendTool] });
      const final = await streamed.finalChatCompletion();
      expect(final.choices[0]).toMatchObject({
        finish_reason: "tool_calls",
        message: { content: "Sending.", tool_calls: [{ function: { name: "cli.send", arguments: '{"to":"me"}' } }] },
      });
    },
  );

  it("goes on when the client posts its result (B1-059, B3-002)", async () => {
    const { url, backend } = await servedHost({ turns: [{ say: "thanks" }] });
    const call = { id: "call_1", type: "function" as const, function: { name: "cli.send", arguments: "{}" } };
    const messages = [
      ...user,
      { role: "assistant" as const, content: null, tool_calls: [call] },
      { role: "tool" as const, tool_call_id: "call_1", content: "sent" },
    ];
    const answer = await client(url).chat.completions.create({ model: "m", messages, tools: [sendTool] });
    expect(answer.choices[0]?.message.content).toBe("thanks");
    expect(backend.requests()[0]?.messages.at(-1)).toMatchObject({ role: "tool", content: "sent", toolCallId: "call_1" });
  });

  const call = (id: string): object => ({
    role: "assistant",
    tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }],
  });
  it.each([
    ["an empty body", ""],
    ["no JSON", "nope"],
    ["no model", { messages: user }],
    ["no messages", { model: "m", messages: [] }],
    ["two choices", { model: "m", messages: user, n: 2 }],
    ["a call without result", { model: "m", messages: [...user, call("a"), ...user] }],
    ["a result without call", { model: "m", messages: [...user, { role: "tool", tool_call_id: "b", content: "" }] }],
    [
      "a result given twice",
      {
        model: "m",
        messages: [call("a"), { role: "tool", tool_call_id: "a", content: "" }, { role: "tool", tool_call_id: "a", content: "" }],
      },
    ],
    ["an empty call id", { model: "m", messages: [call("")] }],
    ["a required call without tools", { model: "m", messages: user, tool_choice: "required" }],
    [
      "a choice of no tool",
      { model: "m", messages: user, tools: [sendTool], tool_choice: { type: "function", function: { name: "other" } } },
    ],
    ["a tool of another type", { model: "m", messages: user, tools: [{ type: "retrieval", function: { name: "x" } }] }],
  ])("refuses %s in its own form (B0-215, B0-216, B3-003, B3-027)", async (_, body) => {
    const { url, backend } = await servedHost({});
    const answer = await post(`${url}/v1/chat/completions`, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toEqual({
      error: { message: expect.any(String), type: "invalid_request_error", param: null, code: null },
    });
    expect(backend.requests()).toEqual([]);
  });

  it("offers no tools when none may be chosen, and passes a forced one on (B3-027)", async () => {
    const { url, backend } = await servedHost({
      modelApi: "openai",
      turns: [{ calls: [{ name: "cli_send" }, { name: "elsewhere" }] }],
    });
    await client(url).chat.completions.create({ model: "m", messages: user, tools: [sendTool], tool_choice: "none" });
    const forced = { type: "function" as const, function: { name: "cli.send" } };
    const answer = await client(url).chat.completions.create({
      model: "m",
      messages: user,
      tools: [sendTool],
      tool_choice: forced,
    });
    expect(backend.requests().map(({ tools, toolChoice }) => [tools.map(({ name }) => name), toolChoice])).toEqual([
      [[], undefined],
      [["cli_send"], { name: "cli_send" }],
    ]);
    expect(answer.choices[0]?.message.tool_calls).toHaveLength(1);
  });

  it("gives names a provider takes to the model and the full ones to everybody else (B1-052, BX-005)", async () => {
    const { url, backend } = await servedHost({
      modelApi: "openai",
      links: [files()],
      set: ["tools.exposure=eager"],
      turns: [{ calls: [{ name: "fs__read_file" }] }, { say: "ok" }],
    });
    const { text } = await post(`${url}/api/chat`, { model: "m", messages: user, stream: false, include_tool_results: true });
    expect(backend.requests()[0]?.tools.map(({ name }) => name)).toEqual(["fs__read_file"]);
    expect(backend.requests()[1]?.messages.at(-2)?.toolCalls?.[0]?.name).toBe("fs__read_file");
    expect(JSON.parse(text)).toMatchObject({ tool_results: [{ tool_name: "fs:read_file", content: "alpha" }] });
  });

  it("tells errors after the first chunk as an event and ends without [DONE] (B0-216)", async () => {
    const { url } = await servedHost({ turns: [{ say: "half", fault: { drop: { after: 1 } } }] });
    const { status, text } = await post(`${url}/v1/chat/completions`, { model: "m", messages: user, stream: true });
    expect(status).toBe(200);
    expect(text.trimEnd().split("\n\n").at(-1)).toContain('data: {"error":');
    expect(text).not.toContain("[DONE]");
  });

  it("lists models, and those of the configuration where it has some (B3-066)", async () => {
    const { url } = await servedHost({});
    const models = await client(url).models.list();
    expect(models.data.map(({ id }) => id)).toContain("test");
    const tags = (await (await fetch(`${url}/api/tags`)).json()) as { models: { name: string }[] };
    expect(tags.models.map(({ name }) => name)).toContain("test");
    expect(await (await fetch(`${url}/api/version`)).json()).toEqual({ version: "0.0.0" });
    const missing = await fetch(`${url}/v1/models/none`);
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { error: expect.objectContaining({ type: "not_found_error" }) },
    ]);
  });

  it("answers unknown paths and methods in the form of their API", async () => {
    const { url } = await servedHost({});
    expect([404, await (await fetch(`${url}/v1/nope`)).json()]).toEqual([
      404,
      { error: expect.objectContaining({ type: "not_found_error" }) },
    ]);
    const wrong = await fetch(`${url}/api/chat`);
    expect([wrong.status, wrong.headers.get("allow"), await wrong.json()]).toEqual([405, "POST", { error: expect.any(String) }]);
  });
});

describe("/api/tools", () => {
  const many = (): ReturnType<typeof memoryLink> => memoryLink("s", { tools: [textTool("file", "x", { copies: 25 })] });

  it("searches with a limit and counts (B0-116 to B0-119, B0-122)", async () => {
    const { url } = await servedHost({ links: [many()] });
    const found = JSON.parse((await post(`${url}/api/tools/search`, { pattern: "*file*", limit: 3 })).text) as Record<
      string,
      unknown
    >;
    expect(found).toMatchObject({ pattern: "*file*", total: 25, returned: 3 });
    expect((found["tools"] as object[])[0]).toEqual({
      server: "s",
      name: "s:file-1",
      description: "Gives file",
      parameters: expect.any(Object),
    });
    const all = JSON.parse((await post(`${url}/api/tools/search`, {})).text) as { tools: unknown[]; pattern: string };
    expect([all.tools.length, all.pattern]).toEqual([20, "*"]);
    const none = JSON.parse((await post(`${url}/api/tools/search`, { pattern: "zzz" })).text) as { tools: unknown[] };
    expect(none.tools).toEqual([]);
    const ollama = await servedHost({ profile: "ollama", links: [many()] });
    const counted = await post(`${ollama.url}/api/tools/search`, { limit: 3 });
    expect(JSON.parse(counted.text)).toMatchObject({ total: 3 });
  });

  it("goes on without a broken server and leaves nothing behind (B0-121, B0-123)", async () => {
    const good = many();
    const bad = { ...memoryLink("bad", {}), open: async () => await Promise.resolve({ refused: "no such command" }) };
    const { url } = await servedHost({ links: [bad, good] });
    const { status, text } = await post(`${url}/api/tools/search`, { pattern: "*" });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      expect.objectContaining({ total: 25, errors: [{ server: "bad", error: expect.stringContaining("no such command") }] }),
    ]);
    expect(good.openNow()).toBe(0);
    expect((await post(`${url}/api/tools/search`, "{")).status).toBe(400);
    expect(JSON.parse((await post(`${url}/api/tools`, {})).text)).toMatchObject({
      tools: expect.any(Array),
      errors: [{ server: "bad" }],
    });
    expect(await (await fetch(`${url}/api/tools`)).json()).toEqual({ servers: [] });
  });
});

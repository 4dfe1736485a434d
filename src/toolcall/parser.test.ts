import { describe, expect, it } from "vitest";
import { collect, parseToolCalls } from "./collect.ts";
import type { ToolCallFormat } from "./format.ts";
import { formatForModel, nearestFormats } from "./formats/lookup.ts";
import { formatById } from "./formats/registry.ts";
import { createToolCallParser } from "./parser.ts";

function format(id: string): ToolCallFormat {
  const found = formatById(id);
  if (found === undefined) throw new Error(`no format ${id}`);
  return found;
}

const weather = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima"}}\n</tool_call>';

describe("a call", () => {
  it.each([
    ["hermes", '<tool_call>{"name":"a"\0,"arguments":{}}</tool_call>'],
    ["pythonic", "[a(x=1\0)]"],
    ["mistral-v13", '[TOOL_CALLS]a[ARGS]\0{"x":1}'],
  ])("of %s with NUL in it is faulty, and not cut off: %j", (id, text) => {
    expect(parseToolCalls(format(id), text).diagnostics.map(({ code }) => code)).toEqual(["malformed"]);
  });

  it("has the last of its arguments where they are there twice", () => {
    const text = '<tool_call>{"name":"a","arguments":{"x":1},"arguments":{"y":2}}</tool_call>';
    expect(parseToolCalls(format("hermes"), text)).toMatchObject({
      calls: [{ name: "a", arguments: '{"y":2}' }],
      diagnostics: [],
    });
    const parser = createToolCallParser(format("hermes"));
    const events = [...Array.from(text, (one) => parser.feed(one)).flat(), ...parser.end()];
    expect(collect(events).calls).toEqual([expect.objectContaining({ name: "a", arguments: '{"y":2}' })]);
  });
});

describe("events", () => {
  it("come in the order of the input, with spans, the name as soon as it is certain", () => {
    const parser = createToolCallParser(format("hermes"));
    expect(parser.feed('Ok.<tool_call>{"name": "f"')).toEqual([
      { type: "text", text: "Ok.", start: 0, end: 3 },
      { type: "call-start", index: 0, name: "f", start: 3, end: 26 },
    ]);
    expect(parser.feed(', "arguments": {"a"')).toEqual([{ type: "call-args", index: 0, fragment: '{"a"', start: 26, end: 45 }]);
    expect(parser.feed(": 1}}</tool_call>")).toEqual([
      { type: "call-args", index: 0, fragment: ": 1}", start: 45, end: 49 },
      { type: "call-end", index: 0, arguments: '{"a": 1}', start: 49, end: 50 },
    ]);
    expect(parser.end()).toEqual([]);
  });

  it("hold back no more than the beginning of a marker", () => {
    const parser = createToolCallParser(format("hermes"));
    expect(collect(parser.feed("a <tool")).content).toBe("a ");
    expect(collect(parser.feed("box> b")).content).toBe("<toolbox> b");
  });

  it("never carry half a surrogate pair", () => {
    const parser = createToolCallParser(format("hermes"));
    expect(parser.feed("a\ud83c")).toEqual([{ type: "text", text: "a", start: 0, end: 1 }]);
    expect(parser.feed("\udfefb")).toEqual([{ type: "text", text: "🏯b", start: 1, end: 4 }]);
  });
});

describe("numbers and keys", () => {
  it("survive as they were written", () => {
    const args = '{"id": 9007199254740993, "rate": 1.50, "__proto__": {"x": 1e400}}';
    const input = `<tool_call>{"name": "f", "arguments": ${args}}</tool_call>`;
    expect(parseToolCalls(format("hermes"), input).calls).toEqual([{ name: "f", arguments: args }]);
  });

  it("survive typed tags", () => {
    const tools = [{ name: "f", inputSchema: { properties: { id: { type: "integer" }, __proto__: null } } }];
    const input = "<tool_call>f<arg_key>id</arg_key><arg_value>12345678901234567890</arg_value></tool_call>";
    expect(parseToolCalls(format("glm4.7"), input, { tools }).calls[0]?.arguments).toBe('{"id":12345678901234567890}');
  });

  it("arrive before the name as well, and a later member wins", () => {
    const input = '<tool_call>{"arguments": {"name": "x"}, "name": "f", "parameters": {"b": 2}}</tool_call>';
    const message = parseToolCalls(format("hermes"), input);
    expect(message.calls).toEqual([{ name: "f", arguments: '{"b": 2}' }]);
    expect(message.deltas).toEqual([
      { index: 0, name: "f" },
      { index: 0, arguments: '{"b": 2}' },
    ]);
  });

  it("are read out of a string of JSON, once", () => {
    const input = '<tool_call>{"name": "f", "arguments": "{\\"a\\": 10000000000000000001}"}</tool_call>';
    expect(parseToolCalls(format("hermes"), input).calls[0]?.arguments).toBe('{"a": 10000000000000000001}');
  });
});

describe("what cannot be read", () => {
  const broken = `Hi.<tool_call>{"name": "f", "arguments": {bad}}</tool_call>${weather}`;

  it("goes back into the text, and the rest of the message is read", () => {
    const message = parseToolCalls(format("hermes"), broken);
    expect(message.content).toBe('Hi.<tool_call>{"name": "f", "arguments": {bad}}</tool_call>');
    expect(message.calls.map(({ name }) => name)).toEqual(["get_weather"]);
    expect(message.diagnostics.map(({ code }) => code)).toEqual(["malformed"]);
  });

  it("is only in the diagnostic when text is withheld", () => {
    const message = parseToolCalls(format("hermes"), broken, { unparsed: "withhold" });
    expect(message.content).toBe("Hi.");
    expect(message.diagnostics[0]?.raw).toContain("{bad}");
  });

  it.each([
    ["kimi-k2", "<|tool_call_begin|>plain<|tool_call_argum"],
    ["kimi-k2", "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>nu"],
    ["qwen3-coder", "<tool_call><function=f><para"],
  ])("is withheld up to the last character where the input ends inside it (%s)", (id, cutOff) => {
    const { content, calls, diagnostics } = parseToolCalls(format(id), `Hi.${cutOff}`, { unparsed: "withhold" });
    expect([content, calls]).toEqual(["Hi.", []]);
    expect(diagnostics).toMatchObject([{ code: "truncated", raw: cutOff }]);
    expect(parseToolCalls(format(id), `Hi.${cutOff}`).content).toBe(`Hi.${cutOff}`);
  });

  it("flags unknown tools and delivers them", () => {
    const message = parseToolCalls(format("hermes"), weather, { tools: [{ name: "other" }] });
    expect(message.calls).toHaveLength(1);
    expect(message.diagnostics.map(({ code }) => code)).toEqual(["unknown-tool"]);
  });

  it("turns invalid bytes into replacement characters", () => {
    const parser = createToolCallParser(format("hermes"));
    const events = [
      ...parser.feedBytes(Uint8Array.of(0x61, 0xff, 0xe2)),
      ...parser.feedBytes(Uint8Array.of(0x82)),
      ...parser.end(),
    ];
    expect(collect(events).content).toBe("a\ufffd\ufffd");
  });
});

describe("policies", () => {
  const fenced = `See:\n\`\`\`\n${weather}\n\`\`\`\n`;
  const thought = `<think>Hm.${weather}`;

  it("decide about calls in a fence", () => {
    expect(parseToolCalls(format("hermes"), fenced)).toMatchObject({ content: fenced, calls: [] });
    expect(parseToolCalls(format("hermes"), fenced, { policy: { fence: "none" } }).calls).toHaveLength(1);
  });

  it("decide about calls in reasoning", () => {
    expect(parseToolCalls(format("hermes"), thought).calls).toEqual([]);
    const message = parseToolCalls(format("hermes"), thought, { policy: { toolInside: "endsReasoning" } });
    expect(message).toMatchObject({ reasoning: "Hm.", content: "" });
    expect(message.calls).toHaveLength(1);
  });
});

describe("token ids", () => {
  const open = 151657;
  const close = 151658;
  const body = '{"name": "f", "arguments": {}}';

  function read(pieces: readonly (readonly [text: string, ids: readonly number[]])[]): ReturnType<typeof collect> {
    const parser = createToolCallParser(format("qwen2.5"));
    return collect([...pieces.flatMap(([text, ids]) => parser.feed(text, ids)), ...parser.end()]);
  }

  it("make a marker of the special token", () => {
    expect(
      read([
        ["<tool_call>", [open]],
        [body, [1, 2]],
        ["</tool_call>", [close]],
      ]).calls,
    ).toHaveLength(1);
  });

  it("leave equal text of other tokens as text", () => {
    const text = `<tool_call>${body}</tool_call>`;
    expect(read([[text, [27, 14172, 29]]])).toMatchObject({ content: text, calls: [] });
  });

  it("stand for a marker whose text was dropped; spans still point into the input", () => {
    const parser = createToolCallParser(format("qwen2.5"));
    const events = [
      ...parser.feed("a", [1]),
      ...parser.feed("", [open]),
      ...parser.feed(body, [2]),
      ...parser.feed("", [close]),
      ...parser.end(),
    ];
    expect(collect(events)).toMatchObject({ content: "a", calls: [{ name: "f", arguments: "{}" }] });
    expect(events.at(-1)).toMatchObject({ type: "call-end", end: 1 + body.length });
  });
});

describe("finding a format", () => {
  it.each([
    ["qwen3-coder-30b", "qwen3-coder"],
    ["Qwen/Qwen3-Coder-480B-A35B-Instruct", "qwen3-coder"],
    ["qwen3:8b", "qwen2.5"],
    ["openai/gpt-oss-20b", "gpt-oss"],
    ["deepseek-ai/DeepSeek-V3.1-Terminus", "deepseek-v3.1"],
    ["deepseek-ai/DeepSeek-V3.2", "deepseek-v3.2"],
    ["moonshotai/Kimi-K2-Thinking", "kimi-k2"],
    ["zai-org/GLM-4.7-Flash", "glm4.7"],
    ["meta-llama/Llama-3.1-8B-Instruct", "llama3-json"],
    ["meta-llama/Llama-3.2-3B-Instruct", "pythonic"],
    ["mistralai/Mistral-Small-3.2-24B-Instruct-2506", "mistral-callid"],
    ["mistral:7b", "mistral-v3"],
    ["phi4:14b", "hermes"],
    ["glm4:9b", "glm-4-0414"],
    ["nobody/knows-this", undefined],
  ])("by model %s", (model, id) => {
    expect(formatForModel(model)?.id).toBe(id);
  });

  it("suggests what may have been meant", () => {
    expect(nearestFormats("qwen3coder")).toContain("qwen3-coder");
    expect(nearestFormats("llama3_json")[0]).toBe("llama3-json");
    expect(nearestFormats("zzzzzzzzzzzzzzzzzzzzzz")).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { ask, eventsOf, messageOf } from "../../support/fake-models.ts";
import { createOllamaBackend } from "../../../src/model/backend/ollama-backend.ts";
import { createOpenaiBackend } from "../../../src/model/backend/openai-backend.ts";

type Chunk = Readonly<Record<string, unknown>> | string;

const sse = (chunks: readonly Chunk[]) =>
  chunks.map((chunk) => `data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`).join("");
const delta = (members: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: members, finish_reason: finish }],
});

/** What a backend makes of an answer with this body. */
async function openai(body: string, type = "text/event-stream") {
  const fetch = async () => await Promise.resolve(new Response(body, { headers: { "content-type": type } }));
  const events = await eventsOf(createOpenaiBackend({ url: "http://model/v1", fetch }).chat(ask("x")));
  return { ...messageOf(events), events };
}
async function ollama(body: string, type = "application/x-ndjson") {
  const fetch = async () => await Promise.resolve(new Response(body, { headers: { "content-type": type } }));
  const events = await eventsOf(createOllamaBackend({ url: "http://model", fetch }).chat(ask("x")));
  return { ...messageOf(events), events };
}

const call = (name: string, args: unknown, more: object = {}) => ({ ...more, function: { name, arguments: args } });
const [a, b] = [
  { id: undefined, name: "a", arguments: '{"x":1}' },
  { id: undefined, name: "b", arguments: "{}" },
];

describe("the OpenAI backend bears what servers send", () => {
  it("several calls in one delta, without index and id", async () => {
    const { calls, end } = await openai(
      sse([delta({ tool_calls: [call("a", '{"x":1}'), call("b", "")] }), delta({}, "tool_calls"), "[DONE]"]),
    );
    expect({ calls, end }).toEqual({ calls: [a, b], end: "done tool-calls" });
  });

  it("an index of 0 for every call, told apart by their ids", async () => {
    const { calls } = await openai(
      sse([
        delta({ tool_calls: [call("a", '{"x"', { index: 0, id: "1" })] }),
        delta({ tool_calls: [{ index: 0, function: { arguments: ":1}" } }] }),
        delta({ tool_calls: [call("b", "{}", { index: 0, id: "2" })] }),
        delta({}, "tool_calls"),
      ]),
    );
    expect(calls).toEqual([
      { ...a, id: "1" },
      { ...b, id: "2" },
    ]);
  });

  it("arguments that are an object, null, missing, or come before the name", async () => {
    const { calls } = await openai(
      sse([
        delta({ tool_calls: [call("a", { x: 1 }, { index: 0 })] }),
        delta({ tool_calls: [call("b", null, { index: 1 })] }),
        delta({ tool_calls: [{ index: 2, id: "3", function: { arguments: "{}" } }] }),
        delta({ tool_calls: [{ index: 2, function: { name: "c" } }] }),
        delta({}, "stop"),
      ]),
    );
    expect(calls).toEqual([a, b, { id: "3", name: "c", arguments: "{}" }]);
  });

  it("indices with gaps, interleaved fragments, and a name that is repeated in every delta", async () => {
    const piece = (index: number, name: string, text: string) =>
      delta({ tool_calls: [{ index, function: { name, arguments: text } }] });
    const { calls, events } = await openai(
      sse([
        piece(3, "a", '{"x"'),
        piece(7, "b", "{"),
        piece(3, "a", ":1}"),
        piece(7, "b", "}"),
        delta({}, "tool_calls"),
        "[DONE]",
      ]),
    );
    expect(calls).toEqual([a, b]);
    expect(events.filter(({ kind }) => kind === "call-start")).toHaveLength(2);
    expect(events.flatMap((event) => (event.kind === "call" ? [event.index] : []))).toEqual([0, 1]);
  });

  it("a call without a name", async () => {
    const { calls } = await openai(sse([delta({ tool_calls: [call("", "{}", { index: 0 })] }), delta({}, "tool_calls")]));
    expect(calls).toEqual([{ id: undefined, name: "", arguments: "{}" }]);
  });

  it("comments, other events, CRLF, a missing [DONE], a last event without a blank line", async () => {
    const said = JSON.stringify(delta({ content: "hi" }));
    const last = JSON.stringify(delta({}, "stop"));
    const { content, end } = await openai(`: ping\r\n\r\nevent: x\r\ndata: ${said}\r\n\r\nid: 3\r\ndata: ${last}`);
    expect({ content, end }).toEqual({ content: "hi", end: "done stop" });
  });

  it("reasoning under both names, text in parts, token ids, and counts in a chunk of their own", async () => {
    const { reasoning, content, events } = await openai(
      sse([
        delta({ role: "assistant", content: "" }),
        delta({ reasoning: "a" }),
        delta({ reasoning_content: "b" }),
        delta({ content: [{ type: "text", text: "c" }] }),
        { choices: [{ delta: { content: "d" }, token_ids: [5] }] },
        delta({}, "stop"),
        { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
        "[DONE]",
      ]),
    );
    expect({ reasoning, content }).toEqual({ reasoning: "ab", content: "cd" });
    expect(events).toContainEqual({ kind: "content", text: "d", tokenIds: [5] });
    expect(events.at(-1)).toEqual({
      kind: "done",
      finish: "stop",
      reported: "stop",
      usage: { promptTokens: 1, completionTokens: 2 },
    });
  });

  it("one document where a stream was asked for", async () => {
    const message = { role: "assistant", content: null, tool_calls: [call("a", '{"x":1}'), call("b", "{}")] };
    const body = JSON.stringify({ choices: [{ message, finish_reason: "stop" }] });
    expect(await openai(body, "application/json; charset=utf-8")).toMatchObject({ calls: [a, b], end: "done tool-calls" });
  });

  it("errors in every form", async () => {
    const forms = [{ error: { message: "no" } }, { error: "no" }, { object: "error", message: "no" }];
    for (const form of forms)
      expect((await openai(sse([delta({ content: "x" }), form]))).events.at(-1)).toEqual({
        kind: "error",
        code: "server",
        message: "no",
      });
  });

  it("a finish reason that is not a word of the wire, and none of a stream with [DONE]", async () => {
    expect((await openai(sse([delta({ content: "x" }, "because")]))).events.at(-1)).toEqual({
      kind: "done",
      finish: "other",
      reported: "because",
    });
    expect((await openai(sse([delta({ content: "x" }), "[DONE]"]))).end).toBe("done stop");
  });
});

describe("the Ollama backend bears what servers send", () => {
  const line = (message: object, more: object = {}) => `${JSON.stringify({ message, done: false, ...more })}\n`;
  const done = `${JSON.stringify({ message: { content: "" }, done: true, done_reason: "stop" })}\n`;

  it("arguments as a string, missing, null, with numbers beyond 2^53", async () => {
    const text = `{"message":{"tool_calls":[{"function":{"name":"a","arguments":"{\\"x\\":1}"}},{"function":{"name":"b"}},{"function":{"name":"c","arguments":null}},{"function":{"name":"d","arguments":{"n":12345678901234567890,"f":1.10}}}]},"done":true}\n`;
    const { calls } = await ollama(text);
    expect(calls.map((one) => one.arguments)).toEqual(['{"x":1}', "{}", "null", '{"n":12345678901234567890,"f":1.10}']);
  });

  it("calls in several lines, in one, and in the last; blank lines and CRLF", async () => {
    const lines = [
      line({ tool_calls: [call("a", { x: 1 })] }),
      "\r\n",
      line({ tool_calls: [call("b", {}), call("a", { x: 1 })] }).replace("\n", "\r\n"),
    ];
    const last = line({ content: "", tool_calls: [call("b", {})] }, { done: true }).trim();
    const { calls, end, events } = await ollama([...lines, last].join(""));
    expect(calls).toEqual([a, b, a, b]);
    expect(end).toBe("done tool-calls");
    expect(events.flatMap((event) => (event.kind === "call-start" ? [event.index] : []))).toEqual([0, 1, 2, 3]);
  });

  it("entries that are not calls at all", async () => {
    const { calls, end } = await ollama(line({ tool_calls: [null, 3, {}, { function: null }] }) + done);
    expect([calls.map(({ name }) => name), end]).toEqual([["", "", "", ""], "done tool-calls"]);
  });

  it.each([
    ["length", "length"],
    ["load", "other"],
    [undefined, "stop"],
  ])("the reason %s", async (reason, finish) => {
    expect((await ollama(line({ content: "x" }, { done: true, done_reason: reason }))).end).toBe(`done ${finish}`);
  });

  it("one document where a stream was asked for, over several lines", async () => {
    const body = JSON.stringify({ message: { content: "hi" }, done: true }, null, 2);
    expect(await ollama(body, "application/json; charset=utf-8")).toMatchObject({ content: "hi", end: "done stop" });
  });

  it("characters that are cut between two chunks", async () => {
    const bytes = new TextEncoder().encode(line({ content: "日本🎉" }) + done);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const fetch = async () => await Promise.resolve(new Response(body, { headers: { "content-type": "application/x-ndjson" } }));
    const events = await eventsOf(createOllamaBackend({ url: "http://model", fetch }).chat(ask("x")));
    expect(messageOf(events)).toMatchObject({ content: "日本🎉", end: "done stop" });
  });

  it("what is said after the last message", async () => {
    expect((await ollama(line({ content: "x" }) + done + line({ content: "y" }))).content).toBe("x");
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventsOf, ask, serve, turnsOf } from "../../support/fake-models.ts";
import { createOllamaBackend } from "../../../src/model/backend/ollama-backend.ts";
import { createOpenaiBackend } from "../../../src/model/backend/openai-backend.ts";

/** Values of the right names and mostly the wrong types: what gets furthest into a server that reads requests. */
const member = fc.letrec<{ value: unknown; message: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, -1, 1e300, "", "x", "user", "assistant", "tool", "function", "__proto__", "{}"),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("message"),
  ),
  message: fc.record(
    {
      role: tie("value"),
      content: tie("value"),
      tool_calls: tie("value"),
      function: tie("value"),
      name: tie("value"),
      arguments: tie("value"),
      parameters: tie("value"),
      type: tie("value"),
      id: tie("value"),
      tool_call_id: tie("value"),
      input: tie("value"),
      ["__proto__"]: tie("value"),
    },
    { requiredKeys: [] },
  ),
}));
const request = fc.record(
  {
    model: fc.oneof(fc.constantFrom("test", "__proto__"), member.value),
    messages: fc.oneof(fc.array(member.message, { maxLength: 3 }), member.value),
    tools: fc.oneof(fc.array(member.message, { maxLength: 2 }), member.value),
    stream: fc.oneof(fc.boolean(), member.value),
    max_tokens: fc.oneof(fc.constant(5), member.value),
    options: member.value,
    stream_options: member.value,
    tool_choice: member.value,
    system: member.value,
  },
  { requiredKeys: [] },
);

describe("a fake model asked anything", () => {
  const wires = {
    "/api/chat": (body: unknown) => expect(body).toEqual({ error: expect.any(String) as unknown }),
    "/api/generate": (body: unknown) => expect(body).toEqual({ error: expect.any(String) as unknown }),
    "/api/show": (body: unknown) => expect(body).toEqual({ error: expect.any(String) as unknown }),
    "/v1/chat/completions": (body: unknown) =>
      expect(body).toMatchObject({ error: { message: expect.any(String) as unknown, type: "invalid_request_error" } }),
    "/v1/messages": (body: unknown) =>
      expect(body).toMatchObject({
        type: "error",
        error: { type: expect.any(String) as unknown, message: expect.any(String) as unknown },
      }),
  };

  it.each(Object.entries(wires))("%s answers, or refuses in the wire's own form", async (path, isError) => {
    const { url, fake } = await serve([turnsOf([{ say: "x", calls: [{ tool: { offered: "*" }, sample: true }] }])]);
    const statuses = new Set<number>();
    const property = fc.asyncProperty(
      fc.oneof(
        request.map((body) => JSON.stringify(body)),
        fc.string(),
      ),
      async (body) => {
        const response = await fetch(url + path, { method: "POST", body, headers: { "anthropic-version": "2023-06-01" } });
        const text = await response.text();
        statuses.add(response.status);
        expect([200, 400, 404]).toContain(response.status);
        if (response.status !== 200) isError(JSON.parse(text));
      },
    );
    await fc.assert(property, { numRuns: 80 });
    expect(fake.requests().length).toBeGreaterThan(0);
    expect(statuses).toContain(400);
  });
});

describe("backends told anything", () => {
  const line = fc.oneof(
    fc.string(),
    fc.record(
      { message: member.message, done: member.value, done_reason: member.value, error: member.value },
      { requiredKeys: [] },
    ),
    fc.record({
      choices: fc.array(fc.record({ delta: member.message, finish_reason: member.value }), { maxLength: 2 }),
      usage: member.value,
    }),
  );
  const lines = fc.array(
    line.map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
    { maxLength: 6 },
  );

  it.each(["ollama", "openai"])("%s: never throw, and end with exactly one done or error", async (name) => {
    const property = fc.asyncProperty(
      lines,
      fc.boolean(),
      fc.constantFrom("application/json", "text/event-stream"),
      async (texts, stream, type) => {
        const body = texts.map((text) => (name === "openai" ? `data: ${text}\n\n` : `${text}\n`)).join("");
        const answer = async () => await Promise.resolve(new Response(body, { headers: { "content-type": type } }));
        const server = { url: "http://model", fetch: answer };
        const backend = name === "openai" ? createOpenaiBackend(server) : createOllamaBackend(server);
        const kinds = (await eventsOf(backend.chat(ask("x", { stream })))).map(({ kind }) => kind);
        expect(kinds.filter((kind) => kind === "done" || kind === "error")).toHaveLength(1);
        expect(["done", "error"]).toContain(kinds.at(-1));
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });
});

import { describe, expect, it } from "vitest";
import type { ModelBackend } from "../../../src/model/model-backend.ts";
import { loadModelScript } from "../../../src/model/script/load-model.ts";
import type { ModelScript } from "../../../src/model/script/model-script.ts";
import { createOllamaBackend } from "../../../src/model/backend/ollama-backend.ts";
import { createOpenaiBackend } from "../../../src/model/backend/openai-backend.ts";
import { createScriptBackend } from "../../../src/model/backend/script-backend.ts";
import { ask, eventsOf, hurriedClock, manualClock, messageOf, serve, turnsOf } from "../../support/fake-models.ts";

type Backends = Readonly<Record<"script" | "ollama" | "openai", ModelBackend>>;

async function backendsFor(script: ModelScript): Promise<Backends> {
  const { url } = await serve([script]);
  return {
    script: createScriptBackend({ scripts: [script], clock: hurriedClock }),
    ollama: createOllamaBackend({ url }),
    openai: createOpenaiBackend({ url: `${url}/v1` }),
  };
}

/** The last event of a chat with each backend. */
async function endsOf(script: ModelScript, text: string, stream = true) {
  const ends: Record<string, unknown> = {};
  for (const [name, backend] of Object.entries(await backendsFor(script)))
    ends[name] = (await eventsOf(backend.chat(ask(text, { model: script.id, stream })))).at(-1);
  return ends;
}

const all = (event: object) => ({ script: event, ollama: event, openai: event });
const bundled = (id: string) => loadModelScript(id, "/");

describe("what goes wrong with a model is a value, the same on every wire", () => {
  it("an HTTP status, with the server's text", async () => {
    const script = bundled("http-500");
    const failed = (status: number, message: string) => all({ kind: "error", code: "http", status, message });
    expect(await endsOf(script, "x")).toEqual(failed(500, "the model broke down"));
    expect(await endsOf(script, "429")).toEqual(failed(429, "too many requests"));
    const html = "<html><body><h1>502 Bad Gateway</h1></body></html>";
    expect(await endsOf(script, "html", false)).toEqual(failed(502, html));
  });

  it("a connection that is cut: within a message, between two, at once, in a body", async () => {
    const script = bundled("drop-mid-stream");
    const cut = all({ kind: "error", code: "connection", message: expect.any(String) as string });
    for (const text of ["x", "between", "in a call", "at once"]) expect(await endsOf(script, text)).toEqual(cut);
    for (const wire of ["ollama", "openai"]) expect((await endsOf(script, "x", false))[wire]).toEqual(cut.ollama);
  });

  it("an error in the stream, or instead of a body", async () => {
    const script = bundled("stream-error");
    const message = "the model ran out of memory";
    expect(await endsOf(script, "x")).toEqual(all({ kind: "error", code: "server", message }));
    const { ollama, openai } = await endsOf(script, "x", false);
    const refused = { kind: "error", code: "http", status: 500, message };
    expect([ollama, openai]).toEqual([refused, refused]);
  });

  it("a stream without its final message, whether it called something or not", async () => {
    const truncated = all({ kind: "error", code: "truncated", message: expect.any(String) as string });
    for (const text of ["x", "call"]) expect(await endsOf(bundled("missing-done"), text)).toEqual(truncated);
    expect(await endsOf(bundled("missing-done"), "x", false)).toEqual(truncated);
  });

  it("a line that is not a message; on the OpenAI wire a line without a field is none of its business", async () => {
    const ends = await endsOf(bundled("bad-line"), "x");
    const broken = { kind: "error", code: "protocol", message: "not a JSON object: {not json" };
    expect(ends).toMatchObject({ script: broken, ollama: broken, openai: { kind: "done" } });
    const cut = await endsOf(bundled("bad-line"), "cut");
    expect(cut).toMatchObject({ ollama: { code: "protocol" }, openai: { code: "protocol" } });
  });

  it("a server that is not there", async () => {
    for (const backend of [
      createOllamaBackend({ url: "http://127.0.0.1:9" }),
      createOpenaiBackend({ url: "http://127.0.0.1:9/v1" }),
    ]) {
      expect(await eventsOf(backend.chat(ask("x")))).toMatchObject([{ kind: "error", code: "connection" }]);
      expect(await backend.listModels()).toMatchObject({ error: { code: "connection" } });
    }
  });

  it("a server that is something else", async () => {
    const page = async () =>
      await Promise.resolve(new Response("<html>hello</html>", { headers: { "content-type": "text/html" } }));
    for (const backend of [
      createOllamaBackend({ url: "http://model", fetch: page }),
      createOpenaiBackend({ url: "http://model/v1", fetch: page }),
    ]) {
      const [event, ...more] = await eventsOf(backend.chat(ask("x")));
      expect([event?.kind === "error" && ["protocol", "truncated"].includes(event.code), more]).toEqual([true, []]);
      expect(await backend.listModels()).toMatchObject({ error: { code: "protocol" } });
    }
  });
});

describe("aborting", () => {
  it.each(["hang", "endless"])("ends a model that would not end: %s", async (id) => {
    for (const [name, backend] of Object.entries(await backendsFor(bundled(id)))) {
      const controller = new AbortController();
      const kinds: string[] = [];
      const chat = backend.chat(ask("x", { model: id }), controller.signal);
      if (id === "hang") setImmediate(() => controller.abort());
      for await (const event of chat) {
        kinds.push(event.kind === "error" ? event.code : event.kind);
        if (kinds.length === 200) controller.abort();
      }
      expect([name, kinds.at(-1)]).toEqual([name, "aborted"]);
    }
  });

  it("is noticed before it begins", async () => {
    for (const [name, backend] of Object.entries(await backendsFor(bundled("say")))) {
      const events = await eventsOf(backend.chat(ask("x", { model: "say" }), AbortSignal.abort()));
      expect([name, events]).toEqual([name, [{ kind: "error", code: "aborted", message: "the request was aborted" }]]);
    }
  });

  it("lets go of the connection when the loop is left, and the fake model notes that it was left", async () => {
    const { url, fake } = await serve([bundled("endless")]);
    for (const backend of [createOllamaBackend({ url }), createOpenaiBackend({ url: `${url}/v1` })])
      for await (const event of backend.chat(ask("x"))) if (event.kind === "content") break;
    await expect.poll(() => fake.requests().map(({ outcome }) => outcome)).toEqual(["left", "left"]);
  });
});

describe("a slow model", () => {
  it("waits on the injected clock before the first and before each further message", async () => {
    const clock = manualClock();
    const script = turnsOf([{ say: "a b", fault: { slow: { first: 1000, each: 30 } } }]);
    const { url } = await serve([script], clock);
    const chat = eventsOf(createOllamaBackend({ url }).chat(ask("x")));
    for (const ms of [1000, 30, 30]) {
      await expect.poll(clock.waits).toEqual([ms]);
      clock.advance(ms);
    }
    expect(messageOf(await chat)).toMatchObject({ content: "a b", end: "done stop" });
    expect(clock.now()).toBe(1060);
  });
});

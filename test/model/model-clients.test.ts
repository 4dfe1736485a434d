import { Ollama } from "ollama";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ollamaUrl } from "../../src/cli/model/ollama-host.ts";
import { createFakeModel } from "../../src/model/fake/fake-model.ts";
import { serveFakeModel } from "../../src/model/fake/serve-fake-model.ts";
import { compileModel } from "../../src/model/scripted/compile-model.ts";
import { familyById } from "../../src/model/scripted/families/registry.ts";
import type { ModelServerUnderTest } from "../../src/run/model/server/model-server.ts";
import { settingsOn } from "../../src/run/model/model-paths.ts";
import { createOllamaModel, ollamaVersion, removeOllamaModel } from "../../src/run/model/server/ollama-models.ts";
import { planFamily, type PlannedScenario, specOfPlan } from "../../src/run/model/plan.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { hurriedClock } from "../support/fake-models.ts";
import { meaningScript } from "../../src/run/proof/model/stand-in.ts";
import { suitesWith } from "../support/scripted-server.ts";

/** The clients that people use, on a wire with a scripted model behind it. */
type Wire = { readonly url: string; readonly model: string; readonly close: () => Promise<void> };

const family = familyById("qwen2.5");
if (family === undefined) throw new Error("the family qwen2.5 is gone");
const plan = planFamily(family, suitesWith("single-call", "two-calls", "no-call", "result-then-say"), "ollama");

async function fakeWire(): Promise<Wire> {
  const fake = createFakeModel({ scripts: [meaningScript(plan)], clock: hurriedClock, date: () => new Date(0) });
  const { url, close } = await serveFakeModel(fake);
  return { url, model: "stand-in", close };
}

const real: ModelServerUnderTest = {
  url: ollamaUrl(process.env),
  api: "ollama",
  headers: {},
  hide: (text) => text,
  timeoutMs: 2000,
  loadMs: 60_000,
  clock: systemClock,
  stop: new AbortController().signal,
};

/** A real Ollama, when one answers. */
const isThere = await ollamaVersion(real).then(
  () => true,
  () => false,
);

async function realWire(): Promise<Wire> {
  const model = `mcpcheck-clients-${process.pid.toString(36)}`;
  const file = compileModel(specOfPlan(plan, "word")).gguf();
  await createOllamaModel(real, model, file, settingsOn(plan.family, "template") ?? {}, {
    num_ctx: 8192,
    temperature: 0,
    num_thread: 1,
  });
  return { url: real.url, model, close: () => removeOllamaModel(real, model) };
}

const wires = [
  ["the fake wire", true, fakeWire],
  [isThere ? "a real Ollama" : "a real Ollama (skipped: no Ollama)", isThere, realWire],
] as const;

function scenario(id: string): PlannedScenario {
  const found = plan.scenarios.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no scenario ${id}`);
  return found;
}

const tools = (id: string) =>
  scenario(id).tools.map(({ name, description = "", parameters }) => ({
    type: "function" as const,
    function: { name, description, parameters },
  }));
const ask = (id: string) => [{ role: "user" as const, content: `Please go on: ${scenario(id).turns[0]?.marker ?? ""}` }];
const meant = (id: string) =>
  scenario(id).turns[0]?.means.calls.map(({ name, arguments: text }) => ({ name, arguments: JSON.parse(text) as object }));

describe.each(wires)("on %s", (_title, isHere, open) => {
  let wire: Wire;
  beforeAll(async () => {
    if (isHere) wire = await open();
  });
  afterAll(async () => {
    if (isHere) await wire.close();
  });

  describe.runIf(isHere)("the npm client ollama", () => {
    it.each(["single-call", "two-calls"])(
      "gets the calls of %s, whole and streamed",
      async (id) => {
        const client = new Ollama({ host: wire.url });
        const request = { model: wire.model, messages: ask(id), tools: tools(id) };
        const { message } = await client.chat({ ...request, stream: false });
        expect(message.tool_calls?.map((call) => ({ name: call.function.name, arguments: call.function.arguments }))).toEqual(
          meant(id),
        );
        const streamed: object[] = [];
        for await (const part of await client.chat({ ...request, stream: true }))
          for (const call of part.message.tool_calls ?? [])
            streamed.push({ name: call.function.name, arguments: call.function.arguments });
        expect(streamed).toEqual(meant(id));
      },
      60_000,
    );

    it("goes on after a tool result", async () => {
      const client = new Ollama({ host: wire.url });
      const [first, second] = scenario("result-then-say").turns;
      const messages = ask("result-then-say");
      const { message } = await client.chat({ model: wire.model, messages, tools: tools("result-then-say") });
      const result = { role: "tool", tool_name: "get_weather", content: `${first?.results[0] ?? ""} ${second?.marker ?? ""}` };
      const answer = await client.chat({
        model: wire.model,
        messages: [...messages, message, result],
        tools: tools("result-then-say"),
      });
      expect(answer.message.content).toBe(second?.text);
    });
  });

  describe.runIf(isHere)("the npm client openai", () => {
    it.each(["single-call", "two-calls"])(
      "gets the calls of %s, whole and streamed",
      async (id) => {
        const client = new OpenAI({ baseURL: `${wire.url}/v1`, apiKey: "none", maxRetries: 0 });
        const request = { model: wire.model, messages: ask(id), tools: tools(id) };
        const { choices } = await client.chat.completions.create(request);
        const calls = (choices[0]?.message.tool_calls ?? []).flatMap((call) => (call.type === "function" ? [call.function] : []));
        expect(calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) as object }))).toEqual(meant(id));
        expect(choices[0]?.finish_reason).toBe("tool_calls");
        const run = client.chat.completions.stream(request);
        const final = await run.finalChatCompletion();
        const streamed = (final.choices[0]?.message.tool_calls ?? []).flatMap((call) =>
          call.type === "function" ? [call.function] : [],
        );
        expect(streamed.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) as object }))).toEqual(meant(id));
        expect(final.choices[0]?.finish_reason).toBe("tool_calls");
      },
      60_000,
    );

    it("gets a text as it is", async () => {
      const client = new OpenAI({ baseURL: `${wire.url}/v1`, apiKey: "none", maxRetries: 0 });
      const request = { model: wire.model, messages: ask("no-call"), tools: tools("no-call") };
      const { choices } = await client.chat.completions.create(request);
      expect(choices[0]?.message.content).toBe(scenario("no-call").turns[0]?.text);
      expect(choices[0]?.finish_reason).toBe("stop");
    });
  });
});

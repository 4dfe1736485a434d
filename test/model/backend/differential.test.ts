import { describe, expect, it } from "vitest";
import { createToolCallParser } from "../../../src/toolcall/parser.ts";
import { formatById } from "../../../src/toolcall/formats/registry.ts";
import { collect } from "../../../src/toolcall/collect.ts";
import type { ModelBackend, ModelEvent, ModelRequest } from "../../../src/model/model-backend.ts";
import type { ModelMessage } from "../../../src/model/model-message.ts";
import { listModelScripts } from "../../../src/model/script/load-model.ts";
import { createOllamaBackend } from "../../../src/model/backend/ollama-backend.ts";
import { createOpenaiBackend } from "../../../src/model/backend/openai-backend.ts";
import { createScriptBackend } from "../../../src/model/backend/script-backend.ts";
import { ask, eventsOf, hurriedClock, messageOf, readFile, serve } from "../../support/fake-models.ts";

/** Never answer, never end, or take long on purpose: they have tests of their own. */
const apart = new Set(["hang", "endless", "long-answer"]);
const scripts = listModelScripts();
const tools = [
  { name: "mcp_discover", parameters: { type: "object", properties: { pattern: { type: "string" } } } },
  readFile,
  { name: "files:list", parameters: { type: "object" } },
  { name: "client_open", parameters: { type: "object" } },
  { name: "respond_to_manager", parameters: { type: "object" } },
];

/** Plays a conversation as a host would, up to five rounds, and gives what was said in each. */
async function converse(backend: ModelBackend, model: string, text: string, stream: boolean) {
  const messages: ModelMessage[] = [{ role: "user", content: text }];
  const rounds = [];
  for (let round = 0; round < 5; round += 1) {
    const request: ModelRequest = { model, messages: [...messages], tools, stream };
    const events = await eventsOf(backend.chat(request));
    const said = messageOf(events);
    expect(lawful(events)).toEqual([]);
    rounds.push(said);
    if (said.calls.length === 0 || !said.end.startsWith("done")) break;
    const answer: ModelMessage = {
      role: "assistant",
      content: said.content,
      toolCalls: said.calls.map(({ id, ...call }) => ({ ...call, ...(id === undefined ? {} : { id }) })),
    };
    messages.push(answer);
    for (const { id, name } of said.calls)
      messages.push({ role: "tool", content: `result of ${name}`, name, ...(id === undefined ? {} : { toolCallId: id }) });
  }
  return rounds;
}

/** What a sequence of events breaks of the contract of ModelEvent. */
function lawful(events: readonly ModelEvent[]): string[] {
  const faults: string[] = [];
  const ends = events.filter(({ kind }) => kind === "done" || kind === "error");
  if (ends.length !== 1 || events.at(-1) !== ends[0]) faults.push("not exactly one end, at the end");
  const started = new Map<number, string>();
  for (const event of events) {
    if (event.kind === "call-start") {
      if (event.index !== started.size) faults.push(`call ${event.index} announced out of order`);
      started.set(event.index, "");
    } else if (event.kind === "call-arguments")
      started.set(event.index, `${started.get(event.index) ?? "never announced"}${event.fragment}`);
    else if (event.kind === "call") {
      const sum = started.get(event.index);
      if (sum !== event.arguments && !(sum === "" && event.arguments === "{}")) faults.push(`fragments of call ${event.index}`);
    }
  }
  return faults;
}

describe("every script says the same", () => {
  const cases = scripts.flatMap((script) =>
    script.scenarios.map((scenario) => ({
      name: `${script.id} / ${scenario.id}`,
      id: script.id,
      text: (scenario.when?.user ?? "x").replaceAll(/\\[bsS]\+?|[()]/g, " ").replaceAll(/\s+/g, " "),
      faults: scenario.turns.some(({ fault }) => fault !== undefined),
    })),
  );

  it.each(cases.filter(({ id, faults }) => !apart.has(id) && !faults))(
    "in this process, on the Ollama and on the OpenAI wire, streamed or not: $name",
    async ({ id, text }) => {
      const { url } = await serve(scripts);
      const inProcess = createScriptBackend({ scripts, clock: hurriedClock });
      const expected = await converse(inProcess, id, text, true);
      expect(expected[0]?.end).toMatch(/^(done|error http)/);
      for (const backend of [createOllamaBackend({ url }), createOpenaiBackend({ url: `${url}/v1` })])
        for (const stream of [true, false]) expect(await converse(backend, id, text, stream)).toEqual(expected);
    },
  );
});

describe("what a dialect says is read back by the parser of its format", () => {
  it.each(scripts.filter(({ format }) => format !== undefined).map(({ id, format }) => ({ id, format })))(
    "$id",
    async ({ id, format = "" }) => {
      const backend = createScriptBackend({ scripts, clock: hurriedClock });
      const found = formatById(format);
      if (found === undefined) throw new Error(`no format ${format}`);
      for (const text of ["go", "without ids", "two calls", "text and call"]) {
        const request = ask(text, { model: id });
        const parser = createToolCallParser(found, { tools: [readFile] });
        const events = await eventsOf(backend.chat(request));
        const fed = events.flatMap((event) => (event.kind === "content" ? parser.feed(event.text, event.tokenIds) : []));
        const { calls } = collect([...fed, ...parser.end()]);
        const expected = text === "two calls" ? ["sample", "sample-1"] : ["sample"];
        expect(calls.map(({ name }) => name)).toEqual(expected.map(() => readFile.name));
        expect(calls.map((call) => JSON.parse(call.arguments) as object)).toEqual(expected.map((path) => ({ path })));
      }
    },
  );
});

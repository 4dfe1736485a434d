import { onTestFinished } from "vitest";
import { createFakeModel, type FakeModel } from "../../src/model/fake/fake-model.ts";
import { serveFakeModel } from "../../src/model/fake/serve-fake-model.ts";
import type { ModelClock } from "../../src/model/clock.ts";
import type { ModelEvent, ModelRequest, ModelTool } from "../../src/model/model-backend.ts";
import { type ModelScript, modelScript } from "../../src/model/script/model-script.ts";

/** A clock that stands until it is told to go on. */
export type ManualClock = ModelClock & {
  readonly advance: (ms: number) => void;
  /** Waits that are pending. */
  readonly waits: () => readonly number[];
};

/** A manual clock at 0. */
export function manualClock(): ManualClock {
  let now = 0;
  let timers: { readonly due: number; readonly fn: () => void }[] = [];
  return {
    now: () => now,
    setTimeout(ms, fn) {
      const timer = { due: now + ms, fn };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
    waits: () => timers.map(({ due }) => due - now),
    advance(ms) {
      now += ms;
      const due = timers.filter((timer) => timer.due <= now);
      timers = timers.filter((timer) => timer.due > now);
      for (const timer of due) timer.fn();
    },
  };
}

/** A clock on which every wait is over at once. */
export const hurriedClock: ModelClock = {
  now: () => 0,
  setTimeout(_ms, fn) {
    const immediate = setImmediate(fn);
    return () => clearImmediate(immediate);
  },
};

/** A script from its scenarios, or from the turns of its only one. */
export function scriptOf(scenarios: unknown, more: object = {}): ModelScript {
  return modelScript.parse({ id: "test", title: "Made by a test", scenarios, ...more });
}

/** A script with one scenario. */
export function turnsOf(turns: unknown, more: object = {}): ModelScript {
  return scriptOf([{ id: "only", turns }], more);
}

/** A served fake model that closes with the test. */
export async function serve(
  scripts: readonly ModelScript[],
  clock: ModelClock = hurriedClock,
): Promise<{ readonly url: string; readonly fake: FakeModel }> {
  const fake = createFakeModel({ scripts, clock, date: () => new Date("2026-01-02T03:04:05.000Z") });
  const { url, close } = await serveFakeModel(fake);
  onTestFinished(close);
  return { url, fake };
}

/** A tool named like one of a server, with a required text. */
export const readFile: ModelTool = {
  name: "files:read_file",
  description: "Reads a file",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

/** A request of one user message. */
export function ask(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { model: "test", messages: [{ role: "user", content: text }], tools: [readFile], stream: true, ...more };
}

/** All events of a chat. */
export async function eventsOf(chat: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of chat) events.push(event);
  return events;
}

/** What a sequence of events says in the end, whatever its pieces. */
export function messageOf(events: readonly ModelEvent[]) {
  const text = (kind: "content" | "reasoning") => events.map((event) => (event.kind === kind ? event.text : "")).join("");
  const calls = events.filter((event) => event.kind === "call");
  const last = events.at(-1);
  return {
    content: text("content"),
    reasoning: text("reasoning"),
    calls: calls.map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
    end: last?.kind === "done" ? `done ${last.finish}` : last?.kind === "error" ? `error ${last.code}` : "nothing",
  };
}

import { describe, expect, it } from "vitest";
import { colleagueFor, delegationIn, delegationText } from "../../../src/agent/delegation.ts";
import { systemClock } from "../../../src/base/time/clock.ts";
import { findWorkers } from "../../../src/host/bridge/colleagues.ts";
import { createScriptBackend } from "../../../src/model/backend/script-backend.ts";
import { type ModelScript, modelScript } from "../../../src/model/script/model-script.ts";
import { servedBridge } from "./served-bridge.ts";

const block = (delegate: object): string => `I ask somebody.\n\`\`\`json\n${JSON.stringify({ delegate })}\n\`\`\`\n`;
const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "Begin" }] };
const completed = (text: string) => ({
  result: { task: { status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{ parts: [{ text }] }] } },
});

/** A model that hands over work, and says how it ends once it was told what came of it. */
function managing(delegate: object): ModelScript {
  const told = { id: "told", when: { user: "^###" }, turns: [{ say: "They say so." }] };
  return modelScript.parse({ id: "test", title: "Test", scenarios: [told, { id: "first", turns: [{ say: block(delegate) }] }] });
}

async function managed(profile: string, delegate: object, workerTurn: object = { say: "It is 42." }) {
  const worker = await servedBridge({ profile, turns: [workerTurn], bridge: { name: "counter" } });
  const notes: string[] = [];
  const workers = await findWorkers([worker.url], systemClock, (text) => void notes.push(text));
  const manager = await servedBridge({
    backend: createScriptBackend({ scripts: [managing(delegate)], clock: systemClock }),
    bridge: { workers, name: "manager" },
  });
  return { worker, manager, notes };
}

describe.each(["ollama", "strict"])("work is handed to an agent of profile %s", (profile) => {
  it.each([
    ["by its name", { agent: "counter", task: "Count" }],
    ["by a skill, in whatever case", { skill: "tEXT", task: "Count" }],
  ])("%s, and what it says comes between two answers (B0-264, B0-265, B0-272)", async (_, delegate) => {
    const { worker, manager } = await managed(profile, delegate);
    expect(await manager.ask("SendMessage", { message })).toMatchObject(completed("They say so."));
    expect(worker.backend.requests().map(({ messages }) => messages.at(-1)?.content)).toEqual(["Count"]);
    const [first, second] = manager.backend.requests();
    expect(JSON.stringify(first?.messages)).toContain("counter: A test");
    expect(second?.messages.at(-2)).toMatchObject({ role: "assistant", content: block(delegate) });
    expect(second?.messages.at(-1)).toMatchObject({ role: "user", content: "### counter (completed)\nIt is 42." });
  });

  it("and its failure is told to the model", async () => {
    const { manager } = await managed(
      profile,
      { agent: "counter", task: "Count" },
      { say: "x", fault: { status: { code: 500 } } },
    );
    expect(await manager.ask("SendMessage", { message })).toMatchObject(completed("They say so."));
    expect(manager.backend.requests().at(-1)?.messages.at(-1)?.content).toMatch(/^### counter \(failed\)\n./);
  });
});

describe("what is not handed over", () => {
  it.each([
    [{ agent: "nobody", task: "Count" }, "there is no such agent; there are counter"],
    [{ agent: "counter" }, "delegate.task: expected a text"],
    [{ task: "Count" }, "delegate.agent: expected the name"],
  ])("%j: the model is told why (B0-265)", async (delegate, why) => {
    const { worker, manager } = await managed("strict", delegate);
    expect(await manager.ask("SendMessage", { message })).toMatchObject(completed("They say so."));
    expect(manager.backend.requests().at(-1)?.messages.at(-1)?.content).toContain(why);
    expect(worker.backend.requests()).toEqual([]);
  });

  it("goes no further than five agents (B0-274)", async () => {
    const { worker, manager } = await managed("strict", { agent: "counter", task: "Count" });
    await manager.ask("SendMessage", { message }, { "x-agent-hops": "4" });
    expect(manager.backend.requests().at(-1)?.messages.at(-1)?.content).toContain("goes no further");
    expect(worker.backend.requests()).toEqual([]);
  });

  it("somebody without a card is told of and left out", async () => {
    const notes: string[] = [];
    const { url } = await servedBridge();
    expect(await findWorkers([`${url}/health`], systemClock, (text) => void notes.push(text))).toEqual([]);
    expect(notes).toEqual([expect.stringContaining("is no agent that can be asked")]);
  });
});

it("a block that hands work over is fenced JSON with the member delegate", () => {
  expect(delegationIn('{"delegate": {"agent": "a", "task": "t"}}')).toBeUndefined();
  expect(delegationIn("```json\nbroken\n```\n")).toBeUndefined();
  expect(delegationIn('```json\n{"other": 1}\n```\n' + block({ agent: "a", task: "t" }))).toMatchObject({
    agent: "a",
    task: "t",
  });
  expect(delegationIn("```python\n{}\n```")).toBeUndefined();
  const colleagues = [{ name: "a", description: "d", tags: ["X", "y"] }];
  expect(colleagueFor(colleagues, { agent: undefined, skill: "x" })?.name).toBe("a");
  expect(colleagueFor(colleagues, { agent: "b", skill: undefined })).toBeUndefined();
  expect(delegationIn(delegationText(colleagues, false))).toMatchObject({ agent: "name" });
});

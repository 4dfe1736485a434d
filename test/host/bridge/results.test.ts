import { describe, expect, it, onTestFinished } from "vitest";
import { deliveryIn } from "../../../src/agent/delivery.ts";
import { systemClock } from "../../../src/base/time/clock.ts";
import { utf8 } from "../../../src/base/bytes.ts";
import { findWorkers } from "../../../src/host/bridge/colleagues.ts";
import type { BridgeSetup } from "../../../src/host/bridge/bridge-setup.ts";
import type { Post } from "../../../src/host/bridge/post-bytes.ts";
import { signatureOf } from "../../../src/host/bridge/signature.ts";
import type { JsonObject } from "../../../src/jsonrpc/json.ts";
import { memoryLink } from "../memory-link.ts";
import { until } from "../manual-clock.ts";
import { post } from "../served-host.ts";
import { gatedModel } from "./gated-model.ts";
import { eventsOf, servedBridge } from "./served-bridge.ts";

const block = `\`\`\`json\n${JSON.stringify({ delegate: { agent: "counter", task: "Count", async: true } })}\n\`\`\`\n`;
const scenarios = [
  { id: "late", when: { system: "### counter:" }, turns: [{ say: "They say so." }] },
  { id: "begun", when: { user: "^### counter \\(started\\)" }, turns: [{ say: "Meanwhile this." }] },
  { id: "first", turns: [{ say: block }] },
];
const chat = { model: "test", session_id: "s", messages: [{ role: "user", content: "Begin" }] };

/** A manager and a worker whose answer waits; `managerGates` are the answers of the manager that wait too. */
async function pair(profile: string, managerGates: readonly number[] = [], ofWorker: Partial<BridgeSetup> = {}) {
  const slow = gatedModel([{ id: "only", turns: [{ say: "It is 42." }] }], [0]);
  const worker = await servedBridge({ profile, backend: slow, bridge: { name: "counter", ...ofWorker } });
  const workers = await findWorkers([worker.url], systemClock, () => undefined);
  const model = gatedModel(scenarios, managerGates);
  const manager = await servedBridge({ profile, backend: model, bridge: { workers, name: "manager" } });
  return { worker, slow, manager, model };
}

/** Listens to a session until the test is over; `heard` is the text so far. */
async function listening(url: string, id: string) {
  const stop = new AbortController();
  const response = await fetch(`${url}/v1/events?session_id=${id}`, { signal: stop.signal });
  const told = { heard: "", status: response.status };
  const read = (async () => {
    for await (const piece of response.body ?? []) told.heard += new TextDecoder().decode(piece);
  })().catch(() => undefined);
  onTestFinished(async () => {
    stop.abort();
    await read;
  });
  return told;
}

const saidIn = (text: string): string =>
  eventsOf(text)
    .map(
      (data) =>
        ((data["choices"] ?? []) as readonly { readonly delta?: { readonly content?: string } }[])[0]?.delta?.content ?? "",
    )
    .join("");

describe.each(["ollama", "strict"])("work that is not waited for, profile %s", (profile) => {
  it("comes in between two answers, never inside one, and the client is told (B0-267, B0-268)", async () => {
    const { manager, model, slow, worker } = await pair(profile, [1]);
    const answered = post(`${manager.url}/v1/chat/completions`, { ...chat, stream: true });
    await until(() => model.requests().length === 2);
    slow.open(0);
    await expect.poll(() => worker.bridge.core.desk.open(), { timeout: 60_000 }).toBe(0);
    await worker.bridge.core.notices.idle();
    expect(model.requests()).toHaveLength(2);
    model.open(1);
    const { text } = await answered;
    expect(saidIn(text)).toBe("Meanwhile this.\n\nThey say so.");
    expect(text).toContain('event: agent.injection\ndata: {"count":1,"agents":["counter"]}\n\n');
    expect(text.indexOf("Meanwhile")).toBeLessThan(text.indexOf("agent.injection"));
    expect(text.indexOf("agent.injection")).toBeLessThan(text.indexOf("They say"));
    const [, second, third] = model.requests().map(({ messages }) => messages);
    expect(JSON.stringify(second)).not.toContain("counter:task");
    expect(third?.slice(-2)).toEqual([
      expect.objectContaining({ role: "assistant", content: "Meanwhile this." }),
      expect.objectContaining({ role: "system", content: "### counter:task (completed)\nIt is 42." }),
    ]);
  });

  it("is answered to whoever listens to an idle session (B0-269)", async () => {
    const { manager, model, slow } = await pair(profile);
    const { text } = await post(`${manager.url}/v1/chat/completions`, { ...chat, stream: true });
    expect(saidIn(text)).toBe("Meanwhile this.");
    const events = await listening(manager.url, "s");
    const other = await listening(manager.url, "other");
    slow.open(0);
    await expect.poll(() => events.heard, { timeout: 60_000 }).toContain('"finish_reason":"stop"');
    expect(saidIn(events.heard)).toBe("They say so.");
    expect(events.heard).toContain("event: agent.injection\n");
    expect(other.heard).toBe("");
    expect(model.requests()).toHaveLength(3);
  });

  it("waits for the session's next turn where nobody listens (B0-268)", async () => {
    const { manager, model, slow, worker } = await pair(profile);
    await post(`${manager.url}/v1/chat/completions`, chat);
    slow.open(0);
    await expect.poll(() => worker.bridge.core.desk.open(), { timeout: 60_000 }).toBe(0);
    await worker.bridge.core.notices.idle();
    expect(model.requests()).toHaveLength(2);
    const { text } = await post(`${manager.url}/v1/chat/completions`, { ...chat, stream: true });
    expect(text.indexOf("agent.injection")).toBeLessThan(text.indexOf("They say so."));
    expect(model.requests()[2]?.messages.slice(-2)).toEqual([
      expect.objectContaining({ role: "system", content: "### counter:task (completed)\nIt is 42." }),
      expect.objectContaining({ role: "user", content: "Begin" }),
    ]);
  });

  it("is looked for where the worker may not tell of it", async () => {
    const { manager, slow } = await pair(profile, [], { allowedWebhooks: [] });
    await post(`${manager.url}/v1/chat/completions`, chat);
    const events = await listening(manager.url, "s");
    slow.open(0);
    await expect.poll(() => saidIn(events.heard), { timeout: 60_000 }).toBe("They say so.");
  }, 90_000);
});

describe("a delivery", () => {
  const plain = { task_id: "t", agent: "counter", tool: "sum", success: true, content: "It is 7." };

  it.each([
    ["plain", { ...plain, session_id: "s" }],
    ["as JSON-RPC", { jsonrpc: "2.0", id: 1, method: "task/result", params: { ...plain, session_id: "s" } }],
  ])("from outside, %s, comes to the session it names in profile ollama (B0-270)", async (_, body) => {
    const { manager } = await pair("ollama");
    await post(`${manager.url}/v1/chat/completions`, chat);
    const events = await listening(manager.url, "s");
    const answered = await post(`${manager.url}/webhook`, body);
    expect([answered.status, answered.text]).toEqual([200, expect.stringContaining('"status":"accepted"')]);
    await expect.poll(() => saidIn(events.heard), { timeout: 60_000 }).toBe("They say so.");
    expect(manager.backend.requests().at(-1)?.messages.at(-1)).toMatchObject({
      content: "### counter:sum (completed)\nIt is 7.",
    });
  });

  it("of an unknown session or task is ignored, and of no form refused (B0-263, B0-270)", async () => {
    const { manager } = await pair("ollama");
    const told = async (body: object) => await post(`${manager.url}/webhook`, body);
    expect((await told({ ...plain, session_id: "nobody" })).text).toBe('{"status":"ignored"}');
    expect((await told(plain)).text).toBe('{"status":"ignored"}');
    expect((await told({ task_id: "t" })).status).toBe(400);
    expect((await told({ jsonrpc: "2.0", id: 4, method: "x", params: {} })).text).toContain('"code":-32602');
    expect((await post(`${manager.url}/webhook`, "{")).status).toBe(400);
  });

  it("has to be signed in profile strict (B0-270)", async () => {
    const { manager } = await pair("strict");
    await post(`${manager.url}/v1/chat/completions`, chat);
    expect((await post(`${manager.url}/webhook`, { ...plain, session_id: "s" })).status).toBe(403);
    const forged = await post(`${manager.url}/webhook`, { task: { id: "t" } }, { "x-a2a-notification-token": "guessed" });
    expect(forged.status).toBe(403);
  });

  it.each(["ollama", "strict"])("of profile %s is believed once, byte for byte, and of nobody else (B0-263)", async (profile) => {
    const posts: Post[] = [];
    const keep = async (one: Post) => await Promise.resolve((posts.push(one), { status: 200 }));
    const { manager, worker, slow, model } = await pair(profile, [], { post: keep });
    await post(`${manager.url}/v1/chat/completions`, chat);
    slow.open(0);
    await expect.poll(() => worker.bridge.core.desk.open(), { timeout: 60_000 }).toBe(0);
    await worker.bridge.core.notices.idle();
    const { headers, bytes } = posts.at(-1) ?? { headers: {}, bytes: utf8("") };
    const body = Buffer.from(bytes).toString();
    const sent = async (text: string, changed: Readonly<Record<string, string>> = {}) => {
      const { status, text: said } = await post(`${manager.url}/webhook`, text, { ...headers, ...changed });
      return [status, (JSON.parse(said) as JsonObject)["status"]];
    };
    const forgeries =
      profile === "ollama" ? await signedForgeries() : [await sent(body, { "x-a2a-notification-token": "guessed" })];
    for (const forgery of forgeries) expect(forgery).toEqual([403, undefined]);
    const bare = await post(`${manager.url}/webhook`, body, { "content-type": "application/json" });
    expect([bare.status, model.requests().length]).toEqual([403, 2]);
    expect(await sent(body)).toEqual([200, "accepted"]);
    expect((await sent(body))[1] === "accepted").toBe(false);
    const events = await listening(manager.url, "s");
    await expect.poll(() => saidIn(events.heard), { timeout: 60_000 }).toBe("They say so.");
    expect(JSON.stringify(model.requests())).not.toContain("It is 43");

    async function signedForgeries() {
      return [
        await sent(body.replace("It is 42", "It is 43")),
        await sent(body, { "x-signature": signatureOf("another secret", bytes) }),
        await sent(body, { "x-signature": "" }),
        await sent(body, { "x-subscription-id": "guessed" }),
      ];
    }
  });

  it("is read in four forms", () => {
    expect(deliveryIn({ event: "task.failed", task_id: "t", result: "Why" })?.outcome).toEqual({ error: "Why" });
    expect(deliveryIn({ task_id: "t", success: false, content: "No" })?.outcome).toEqual({ error: "No" });
    const status = { state: "TASK_STATE_COMPLETED" };
    expect(deliveryIn({ statusUpdate: { taskId: "t", status } })).toMatchObject({ taskId: "t", outcome: "unsaid" });
    expect(deliveryIn({ task: { id: "t", status, artifacts: [{ parts: [{ text: "a" }] }] } })?.outcome).toEqual({ text: "a" });
    expect(deliveryIn({ artifactUpdate: { taskId: "t" } })?.outcome).toBeUndefined();
    expect([deliveryIn({}), deliveryIn({ task: {} }), deliveryIn({ task_id: "" })]).toEqual([undefined, undefined, undefined]);
  });
});

describe("a worker without servers", () => {
  const call = (args: object): object => ({ calls: [{ tool: "respond_to_manager", arguments: args }] });
  const asked = async (turns: readonly object[]) => {
    const worker = await servedBridge({ profile: "ollama", turns, bridge: { isWorker: true } });
    return { worker, task: (await worker.ask("message/send", { message: "Count" }))["result"] as JsonObject };
  };

  it("ends with respond_to_manager (B0-266)", async () => {
    const { worker, task } = await asked([call({ response: "It is 42.", success: true })]);
    expect(task).toMatchObject({ task: { state: "completed", artifacts: [{ parts: [{ text: "It is 42." }] }] } });
    expect(worker.backend.requests()[0]?.tools.map(({ name }) => name)).toEqual(["respond_to_manager"]);
  });

  it("fails where it says so (B0-266)", async () => {
    const { task } = await asked([call({ response: "I cannot.", success: false })]);
    expect(task).toMatchObject({ task: { state: "failed", metadata: { error: "I cannot." } } });
  });

  it("is reminded once, and then fails with what it said (B0-266)", async () => {
    const { worker, task } = await asked([{ say: "It is 42." }]);
    expect(task).toMatchObject({ task: { state: "failed", metadata: { error: expect.stringContaining("It is 42.") } } });
    expect(worker.backend.requests()).toHaveLength(2);
    expect(worker.backend.requests()[1]?.messages.at(-1)?.content).toContain("respond_to_manager");
  });

  it("answers in text where it has servers (B0-266)", async () => {
    const links = [memoryLink("files", { tools: [{ name: "read", inputSchema: { type: "object" }, answers: {} }] })];
    const worker = await servedBridge({ profile: "ollama", turns: [{ say: "It is 42." }], links, bridge: { isWorker: true } });
    expect(await worker.ask("message/send", { message: "Count" })).toMatchObject({ result: { task: { state: "completed" } } });
    expect(JSON.stringify(worker.backend.requests()[0]?.tools)).not.toContain("respond_to_manager");
  });
});

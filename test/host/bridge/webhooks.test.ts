import { describe, expect, it } from "vitest";
import { createNotifier } from "../../../src/host/bridge/notifier.ts";
import { createPoster, type Post, type Posted } from "../../../src/host/bridge/post-bytes.ts";
import { isSigned, signatureOf } from "../../../src/host/bridge/signature.ts";
import { createContextBook } from "../../../src/host/bridge/context-book.ts";
import { systemClock } from "../../../src/base/time/clock.ts";
import { utf8 } from "../../../src/base/bytes.ts";
import { manualClock } from "../manual-clock.ts";
import { post } from "../served-host.ts";
import { servedBridge, webhookSink } from "./served-bridge.ts";

const documented = { profile: "ollama" };
const stop = new AbortController().signal;

async function register(url: string, body: object) {
  const { status, text } = await post(`${url}/notifications/register`, body);
  return { status, ...(JSON.parse(text) as { subscription_id: string; secret: string; events: string[]; error?: string }) };
}

describe("registered webhooks", () => {
  it("are signed over exactly the bytes that are sent (B0-258 to B0-260)", async () => {
    const { url, ask, bridge } = await servedBridge({ ...documented, turns: [{ say: "Grüezi." }] });
    const sink = await webhookSink();
    const { status, subscription_id: id, secret, events } = await register(url, { url: sink.url });
    expect([status, events]).toEqual([200, ["task.completed", "task.failed"]]);
    await ask("message/send", { task_id: "t", message: "Hello" });
    await bridge.core.notices.idle();
    const [{ headers, body } = { headers: {}, body: "" }] = sink.received;
    expect(headers).toMatchObject({ "x-subscription-id": id, "x-event": "task.completed", "content-type": "application/json" });
    expect(JSON.parse(body)).toMatchObject({
      event: "task.completed",
      task_id: "t",
      agent: "tester",
      result: "Grüezi.",
      timestamp: expect.any(String),
    });
    const signature = String(headers["x-signature"]);
    expect(isSigned(secret, utf8(body), signature)).toBe(true);
    expect(isSigned(secret, utf8(body.replace("Gr", "gr")), signature)).toBe(false);
    expect(isSigned("another", utf8(body), signature)).toBe(false);
    expect(isSigned(secret, utf8(body), undefined)).toBe(false);
    expect(signatureOf("key", utf8("The quick brown fox jumps over the lazy dog"))).toBe(
      "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
    );
  });

  it("tell what they were registered for, of a failure too, until they are removed (B0-258, B0-261)", async () => {
    const { url, ask, bridge } = await servedBridge({ ...documented, turns: [{ say: "x", fault: { status: { code: 500 } } }] });
    const [both, done] = [await webhookSink(), await webhookSink()];
    const { subscription_id: id } = await register(url, { url: both.url });
    await register(url, { webhook_url: done.url, events: ["task.completed"] });
    await ask("message/send", { message: "Hello" });
    await bridge.core.notices.idle();
    expect([both.received.map(({ headers }) => headers["x-event"]), done.received]).toEqual([["task.failed"], []]);
    const remove = async () => (await fetch(`${url}/notifications/${id}`, { method: "DELETE" })).status;
    expect([await remove(), await remove()]).toEqual([200, 404]);
    await ask("message/send", { message: "Hello" });
    await bridge.core.notices.idle();
    expect(both.received).toHaveLength(1);
  });

  it.each([
    ["http://10.1.2.3/hook", 400],
    ["http://169.254.169.254/latest/meta-data", 400],
    ["http://[::1]:8080/", 400],
    ["http://[::ffff:192.168.0.1]/", 400],
    ["http://localhost/", 400],
    ["http://router/", 400],
    ["http://0x7f.1/", 400],
    ["ftp://example.com/", 400],
    ["https://user:word@example.com/", 400],
    ["nonsense", 400],
    ["https://hooks.example.com/x", 200],
  ])("at %s are answered with %i (B0-273)", async (hook, status) => {
    const { url } = await servedBridge({ ...documented, bridge: { allowedWebhooks: [] } });
    const answered = await register(url, { url: hook });
    expect([answered.status, answered.error === undefined]).toEqual([status, status === 200]);
  });

  it("need an address, known events and JSON", async () => {
    const { url } = await servedBridge(documented);
    expect(await register(url, {})).toMatchObject({ status: 400, error: "url: expected an address" });
    expect((await register(url, { url: "https://example.com", events: ["task.progress"] })).status).toBe(400);
    expect((await post(`${url}/notifications/register`, "{")).status).toBe(400);
  });

  it("are not called where their name leads into a private network (B0-273)", async () => {
    const sink = await webhookSink();
    const poster = createPoster({ allowed: [], clock: systemClock, timeoutMs: 10_000 });
    const at = (url: string): Post => ({ url, headers: {}, bytes: utf8("x") });
    expect(await poster(at(sink.url), stop)).toMatchObject({ error: expect.stringContaining("private network") });
    expect(sink.received).toEqual([]);
  });
});

describe("telling", () => {
  const hook: Post = { url: "https://example.com/hook", headers: {}, bytes: utf8("x") };
  const setup = (answers: readonly Posted[]) => {
    const clock = manualClock();
    const tries: number[] = [];
    const given: string[] = [];
    const notifier = createNotifier({
      clock,
      isTaken: (status) => status === 200,
      giveUp: (_, why) => void given.push(why),
      async post() {
        tries.push(clock.now());
        return await Promise.resolve(answers[Math.min(tries.length, answers.length) - 1] ?? { status: 200 });
      },
    });
    return { clock, tries, given, notifier };
  };

  it("is tried again after 1, 2, 4, 8 and 16 seconds, and then given up (B0-262)", async () => {
    const { clock, tries, given, notifier } = setup([{ status: 202 }, { error: "refused" }, { status: 503 }]);
    notifier.send("line", hook);
    await clock.advance(100_000);
    expect(tries).toEqual([0, 1000, 3000, 7000, 15_000, 31_000]);
    expect(given).toEqual(["it answered with status 503"]);
    expect(clock.pending()).toBe(0);
  });

  it("ends with the first that is taken, keeps the order of a line, and holds up no other line", async () => {
    const { clock, tries, given, notifier } = setup([{ status: 500 }, { status: 200 }]);
    notifier.send("one", hook);
    notifier.send("one", hook);
    notifier.send("two", hook);
    await clock.advance(0);
    expect(tries).toEqual([0, 0]);
    await clock.advance(1000);
    expect(tries).toEqual([0, 0, 1000, 1000]);
    await notifier.idle();
    expect(given).toEqual([]);
  });

  it("stops at once when it is closed", async () => {
    const { clock, tries, given, notifier } = setup([{ status: 500 }]);
    notifier.send("one", hook);
    await clock.advance(0);
    notifier.close();
    await notifier.idle();
    await clock.advance(100_000);
    expect([tries, given, clock.pending()]).toEqual([[0], [], 0]);
  });

  it("waits ten seconds for an answer", async () => {
    const clock = manualClock();
    const poster = createPoster({ allowed: ["192.0.2.1"], clock, timeoutMs: 10_000 });
    const posted = poster({ ...hook, url: "http://192.0.2.1:9/" }, stop);
    await clock.advance(10_000);
    expect(await posted).toHaveProperty("error");
  });
});

it("a hundred tasks are told of, each once, though the receiver is away meanwhile (B0-262)", async () => {
  const clock = manualClock();
  const { url, ask, bridge } = await servedBridge({ ...documented, clock });
  const sink = await webhookSink();
  await register(url, { url: sink.url });
  await sink.close();
  const ids = Array.from({ length: 100 }, (_, at) => `task-${at}`);
  await Promise.all(ids.map((task_id) => ask("message/send", { task_id, message: "Hello" })));
  await expect.poll(() => clock.pending(), { timeout: 60_000 }).toBeGreaterThanOrEqual(100);
  const again = await webhookSink([200], sink.port);
  await clock.advance(1000);
  await bridge.core.notices.idle();
  const told = again.received.map(({ body }) => (JSON.parse(body) as { task_id: string }).task_id);
  expect(told.toSorted()).toEqual(ids.toSorted());
}, 120_000);

it("a conversation is forgotten after half an hour without a word, looked for once a minute (B0-271)", async () => {
  const clock = manualClock();
  const book = createContextBook(clock);
  book.add("old", [{ role: "user", content: "Hello" }]);
  await clock.advance(60_000);
  book.add("young", [{ role: "user", content: "Hello" }]);
  await clock.advance(1_740_000);
  expect([book.said("old"), book.size()]).toEqual([[], 1]);
  await clock.advance(60_000);
  expect([book.size(), clock.pending()]).toEqual([0, 0]);
});

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { isId, parseFrame } from "../../jsonrpc/frame.ts";
import type { Json } from "../../jsonrpc/json.ts";
import { createMockServer } from "../../mock/mock-server.ts";
import type { MockScript } from "../../mock/script/script.ts";
import type { Answer, ClientSession, Pending } from "../../session/client-session.ts";
import { createClientSession } from "../../session/create-client-session.ts";
import { createRecorder } from "../../trace/recorder.ts";
import { eventsOf } from "../../trace/trace.ts";
import type { Clock } from "../../base/time/clock.ts";
import { createMemoryPair } from "../../transport/memory.ts";

/** A client session that talks to a mock server whose answers wait until they are let go. */
export type Conversation = {
  readonly session: ClientSession;
  /** Asks one of four things; the answer, when it comes, is kept under the number of the question. */
  readonly ask: (what: Question) => Pending;
  /** Texts of the server that wait, oldest first. */
  readonly waiting: () => readonly string[];
  /** Lets a waiting text go; hands it back. */
  readonly release: (index: number) => string | undefined;
  /** Sends any text as the server. */
  readonly say: (text: string) => void;
  /** The list of tools changes, as far as the server is concerned. */
  readonly announce: () => void;
  readonly settled: ReadonlyMap<Json, Answer>;
  /** Ids that were settled more than once. */
  readonly again: readonly Json[];
  /** Methods of the notifications that came in. */
  readonly heard: readonly string[];
  /** What the client sent in answer to requests of the server, by id. */
  readonly replies: () => ReadonlyMap<Json, number>;
  readonly passTime: (ms: number) => void;
  /** Lets everything happen that can happen without time passing. */
  readonly rest: () => Promise<void>;
  /** That the record is whole: numbered without gap, every text that travelled in it. */
  readonly checkRecord: () => void;
};

/** What the client may ask, and what it is owed: a result, or an error. */
const questions = { ping: "result", "tools/list": "result", "tools/call": "result", "mcpcheck/none": "error" } as const;
export type Question = keyof typeof questions;

const script: MockScript = {
  id: "framing",
  title: "One tool",
  serverInfo: { name: "framing", version: "1" },
  tools: [{ name: "echo", inputSchema: { type: "object" }, answers: { echo: true } }],
} as unknown as MockScript;

/** Milliseconds after which the session gives a request up. */
export const patienceMs = 1000;

/** Opens the conversation: the handshake is done, nothing waits. */
export async function openConversation(): Promise<Conversation> {
  const { clock, passTime } = stillClock();
  const recorder = createRecorder({ kind: "server", transport: "memory" }, clock.now);
  const { client, server } = createMemoryPair(recorder, recorder.nextConnection());
  const waiting: string[] = [];
  let holding = false;
  let travelled = 0;
  const send = (text: string): void => {
    travelled += 1;
    server.send(text);
  };
  const out = (text: string): void => {
    if (holding) waiting.push(text);
    else send(text);
  };
  const nothing = (): void => undefined;
  const mock = createMockServer(script, {
    clock,
    date: () => 0,
    random: () => "r",
    transport: "stdio",
    process: { exit: nothing, stderr: nothing, spawnGrandchild: nothing, self: () => ({ argv: [], env: {}, cwd: "/" }) },
  });
  const conversation = mock.converse(out);
  const port = { message: out, answer: out, accepted: nothing, end: nothing, raw: nothing, drop: nothing };
  server.receive((text) => void mock.receive(parseFrame(text), { conversation, undecided: "stateful" }, port));
  const session = createClientSession({
    transport: client,
    recorder,
    clock,
    identity: { name: "framing", version: "1" },
    client: { capabilities: { roots: {} }, roots: [] },
    timeoutMs: patienceMs,
  });
  const settled = new Map<Json, Answer>();
  const again: Json[] = [];
  const heard: string[] = [];
  session.observe((frame) => void (frame.kind === "notification" && heard.push(frame.method)));
  await session.initialize("2025-11-25");
  await rest();
  holding = true;
  return {
    session,
    ask(what) {
      const pending = session.begin(what, what === "tools/call" ? { name: "echo", arguments: {} } : undefined);
      void pending.answer.then((answer) => (settled.has(pending.id) ? again.push(pending.id) : settled.set(pending.id, answer)));
      return pending;
    },
    waiting: () => waiting,
    release(index) {
      const [text] = waiting.length === 0 ? [] : waiting.splice(index % waiting.length, 1);
      if (text !== undefined) send(text);
      return text;
    },
    say: send,
    announce: () => mock.announce({ lists: ["tools"] }),
    settled,
    again,
    heard,
    replies: () =>
      eventsOf(recorder.trace(), "frame").reduce((counts, { direction, text }) => {
        const frame = direction === "sent" ? parseFrame(text) : undefined;
        if (frame?.kind === "result" || frame?.kind === "error")
          counts.set(frame.id ?? null, (counts.get(frame.id ?? null) ?? 0) + 1);
        return counts;
      }, new Map<Json, number>()),
    passTime,
    rest,
    checkRecord() {
      const { events } = recorder.trace();
      deepStrictEqual(
        events.map(({ seq }) => seq),
        Array.from(events, (_, index) => index + 1),
      );
      const received = eventsOf(recorder.trace(), "frame").filter(({ direction }) => direction === "received").length;
      const refused = eventsOf(recorder.trace(), "failure").length;
      ok(received <= travelled && travelled <= received + refused, `${received} of ${travelled} texts are in the record`);
    },
  };
}

/** That an answer is the one to its question: its own id, and the kind that is owed. */
export function checkAnswer(id: Json, what: Question, answer: Answer | undefined): void {
  ok(answer !== undefined, `request ${JSON.stringify(id)} was not settled`);
  ok(answer.kind !== "none" && isId(answer.frame.id), `request ${JSON.stringify(id)} got no answer`);
  strictEqual(answer.kind, questions[what]);
  strictEqual(answer.frame.id, id);
}

/** Turns of the microtask queue after which a mock has done what it will: every act of it takes a few. */
const turns = 24;

async function rest(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}

/** A clock that moves only when it is told to. */
function stillClock(): { readonly clock: Clock; readonly passTime: (ms: number) => void } {
  const timers = new Map<object, { readonly at: number; readonly fn: () => void }>();
  let now = 0;
  return {
    clock: {
      now: () => now,
      setTimeout(ms, fn) {
        const key = {};
        timers.set(key, { at: now + ms, fn });
        return () => void timers.delete(key);
      },
    },
    passTime(ms) {
      now += ms;
      for (const [key, { at, fn }] of timers) {
        if (at > now) continue;
        timers.delete(key);
        fn();
      }
    },
  };
}

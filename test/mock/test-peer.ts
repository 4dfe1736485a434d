import { parseFrame } from "../../src/jsonrpc/frame.ts";
import { type Json, type JsonObject, asObject } from "../../src/jsonrpc/json.ts";
import type { MockServer } from "../../src/mock/core.ts";
import type { HeaderFields } from "../../src/base/http/header-fields.ts";
import { parseScript } from "../../src/mock/script/load-script.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import type { Shape } from "../../src/mock/conversation/port.ts";
import type { MockTransport } from "../../src/mock/world/world.ts";

/** A message the server sent, with how it was to travel. */
export type Sent = { readonly way: "message" | "answer" | "push"; readonly text: string; readonly shape: Shape | undefined };

/** A client of a mock server in memory, with a clock the test moves. */
export type TestPeer = {
  readonly server: MockServer;
  readonly sent: Sent[];
  /** What happened besides messages: accepted, end, drop, exit 3 … */
  readonly log: string[];
  /** Gives a frame to the server and waits until nothing is left to do at this moment; returns what was sent meanwhile. */
  readonly give: (frame: Json, headers?: HeaderFields) => Promise<readonly JsonObject[]>;
  readonly giveText: (text: string, headers?: HeaderFields) => Promise<readonly string[]>;
  /** `initialize` and `notifications/initialized`. */
  readonly open: (revision: string, capabilities?: JsonObject) => Promise<void>;
  /** A request; gives the answer, or undefined when there is none yet. */
  readonly ask: (method: string, params?: JsonObject) => Promise<JsonObject | undefined>;
  readonly advance: (ms: number) => Promise<readonly JsonObject[]>;
  readonly cancelLast: () => void;
};

/** A peer for a script; members of the script not given have small values. */
export function testPeer(partial: object, transport: MockTransport = "stdio"): TestPeer {
  const script = parseScript({ id: "test", title: "Test", serverInfo: { name: "test", version: "1" }, ...partial }, "test.json");
  const timers = new Map<object, { readonly at: number; readonly fn: () => void }>();
  let now = 0;
  let serial = 0;
  const log: string[] = [];
  const sent: Sent[] = [];
  const clock = {
    now: () => now,
    setTimeout(ms: number, fn: () => void) {
      const key = {};
      timers.set(key, { at: now + ms, fn });
      return () => void timers.delete(key);
    },
  };
  const note = (word: string) => () => void log.push(word);
  const server = createMockServer(script, {
    clock,
    date: () => 1_700_000_000_000 + now,
    random: () => `random-${++serial}`,
    transport,
    process: {
      exit: (code) => log.push(`exit ${code}`),
      stderr: (text) => log.push(`stderr ${text}`),
      spawnGrandchild: note("spawn"),
      self: () => ({ argv: ["mock", "one"], env: { HOME: "/home/peer" }, cwd: "/here" }),
    },
  });
  const conversation = server.converse((text, shape) => sent.push({ way: "push", text, shape }));
  const port = {
    message: (text: string, shape?: Shape) => void sent.push({ way: "message", text, shape }),
    answer: (text: string, shape?: Shape) => void sent.push({ way: "answer", text, shape }),
    accepted: note("accepted"),
    end: note("end"),
    drop: note("drop"),
    raw: (bytes: Uint8Array) => void sent.push({ way: "message", text: Buffer.from(bytes).toString("utf8"), shape: undefined }),
  };
  let cancelLast: () => void = () => undefined;
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const giveText: TestPeer["giveText"] = async (text, headers) => {
    const before = sent.length;
    const arrival = { conversation, undecided: "stateless" as const, ...(headers === undefined ? {} : { headers }) };
    cancelLast = server.receive(parseFrame(text), arrival, port);
    await settled();
    return sent.slice(before).map((one) => one.text);
  };
  const give: TestPeer["give"] = async (frame, headers) => (await giveText(JSON.stringify(frame), headers)).map(read);
  let id = 0;
  const ask: TestPeer["ask"] = async (method, params) => {
    const mine = ++id;
    const all = await give({ jsonrpc: "2.0", id: mine, method, ...(params === undefined ? {} : { params }) });
    return all.find((message) => message["id"] === mine && message["method"] === undefined);
  };
  return {
    server,
    sent,
    log,
    give,
    giveText,
    ask,
    cancelLast: () => cancelLast(),
    async open(revision, capabilities = {}) {
      await ask("initialize", { protocolVersion: revision, capabilities, clientInfo: { name: "peer", version: "1" } });
      await give({ jsonrpc: "2.0", method: "notifications/initialized" });
    },
    async advance(ms) {
      const before = sent.length;
      const until = now + ms;
      await settled();
      for (;;) {
        const [next] = [...timers].filter(([, timer]) => timer.at <= until).toSorted(([, a], [, b]) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next[0]);
        now = next[1].at;
        next[1].fn();
        await settled();
      }
      now = until;
      return sent.slice(before).map((one) => read(one.text));
    },
  };
}

function read(text: string): JsonObject {
  return asObject(JSON.parse(text) as Json);
}

/** The `_meta` envelope of a 2026-07-28 request. */
export function envelope(capabilities: JsonObject = {}, more: JsonObject = {}): JsonObject {
  return {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": capabilities,
      ...more,
    },
  };
}

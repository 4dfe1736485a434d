import type { ServerLink } from "../../src/host/sessions/server-link.ts";
import { parseFrame } from "../../src/jsonrpc/frame.ts";
import { asObject, type Json, type JsonObject } from "../../src/jsonrpc/json.ts";
import { parseScript } from "../../src/mock/script/load-script.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import type { MockScript } from "../../src/mock/script/script.ts";
import { createMemoryPair } from "../../src/transport/memory.ts";
import { type Clock, systemClock } from "../../src/base/time/clock.ts";

/** A mock server in this process as a host reaches it, with what happened to it. */
export type MemoryLink = ServerLink & {
  /** How often it was opened. */
  readonly opened: () => number;
  /** How many connections are open now. */
  readonly openNow: () => number;
  /** Every message it was sent, over all connections. */
  readonly received: () => readonly JsonObject[];
  /** The params of every `tools/call` it was sent. */
  readonly called: () => readonly JsonObject[];
  /** Ends its connections as a crash does. */
  readonly crash: () => void;
  /** Changes the script for connections opened later. */
  readonly become: (script: object) => void;
};

/** Settings of a memory link that differ from the usual. */
export type MemoryLinkOptions = Partial<
  Pick<ServerLink, "shared" | "requiresPath" | "directory" | "initializeMs" | "callMs" | "key">
> & {
  readonly clock?: Clock;
};

/** A mock server with the given members of a script, under a name. */
export function memoryLink(name: string, script: object, options: MemoryLinkOptions = {}): MemoryLink {
  const { clock = systemClock, ...rest } = options;
  let current = scriptOf(name, script);
  let opened = 0;
  let serial = 0;
  const open = new Set<() => void>();
  const received: JsonObject[] = [];
  return {
    name,
    description: undefined,
    key: name,
    transport: "stdio",
    shared: false,
    requiresPath: false,
    directory: undefined,
    initializeMs: 10_000,
    callMs: (wish) => wish ?? 30_000,
    ...rest,
    opened: () => opened,
    openNow: () => open.size,
    received: () => received,
    called: () => received.filter(({ method }) => method === "tools/call").map(({ params }) => asObject(params)),
    crash: () => [...open].forEach((close) => close()),
    become: (next) => void (current = scriptOf(name, next)),
    async open(recorder, connection) {
      opened += 1;
      const pair = createMemoryPair(recorder, connection);
      const self = () => ({ argv: [], env: {}, cwd: "/" });
      const process = { exit: pair.server.close, stderr: () => undefined, spawnGrandchild: () => undefined, self };
      const world = { clock, date: () => 0, random: () => `${name}-${++serial}`, transport: "stdio" as const, process };
      const mock = createMockServer(current, world);
      const conversation = mock.converse((text) => pair.server.send(text));
      const send = (text: string): void => pair.server.send(text);
      const nothing = (): void => undefined;
      const raw = (bytes: Uint8Array): void => send(Buffer.from(bytes).toString("utf8"));
      const port = { message: send, answer: send, accepted: nothing, end: nothing, drop: pair.server.close, raw };
      pair.server.receive((text) => {
        received.push(JSON.parse(text) as Json as JsonObject);
        mock.receive(parseFrame(text), { conversation, undecided: "stateless" }, port);
      });
      open.add(pair.server.close);
      void pair.server.closed.then(() => {
        open.delete(pair.server.close);
        mock.leave(conversation);
      });
      return await Promise.resolve({ transport: pair.client });
    },
  };
}

function scriptOf(id: string, partial: object): MockScript {
  const base = { id: id.toLowerCase().replaceAll(/[^a-z0-9]/g, "-"), title: id, serverInfo: { name: id, version: "1" } };
  return parseScript({ ...base, revisions: ["2025-11-25", "2024-11-05"], ...partial }, `${id}.json`);
}

/** A tool of a mock server that gives back its arguments. */
export function echoTool(name: string, more: object = {}): object {
  return { name, description: `Does ${name}`, inputSchema: { type: "object" }, answers: { echo: true }, ...more };
}

/** A tool that answers a text; it says that it only reads. */
export function textTool(name: string, text: string, more: object = {}): object {
  const content = [{ type: "text", text }];
  return {
    name,
    description: `Gives ${name}`,
    inputSchema: { type: "object", properties: { path: { type: "string" } } },
    annotations: { readOnlyHint: true },
    answers: { content },
    ...more,
  };
}

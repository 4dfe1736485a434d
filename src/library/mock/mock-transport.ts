import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { isObject } from "../../jsonrpc/json.ts";
import { createMockServer } from "../../mock/mock-server.ts";
import { serveStdio } from "../../mock/serve/serve-stdio.ts";
import { systemClock } from "../../base/time/clock.ts";
import { createLineSplitter } from "../../transport/stdio/line-splitter.ts";
import { createByteQueue } from "./byte-queue.ts";
import { holdOptions } from "../given/given.ts";
import * as rules from "../given/rules.ts";
import { type MockDefinition, scriptOf } from "./definition.ts";
import { innerWorld } from "./inner-world.ts";
import { createJournal } from "./journal.ts";
import { handleOf } from "./handle-of.ts";
import type { MockHandle } from "./mock-handle.ts";

/** Longest line of a mock server that is read, in bytes. */
const mostBytes = 64 * 1024 * 1024;

/** How long the server may take to go, in milliseconds. */
const patienceMs = 200;

/** How a mock transport is made. */
export type MockTransportOptions = {
  /** The only revision the server speaks; default those of its script. */
  readonly revision?: string;
  /** Closes it when aborted. */
  readonly signal?: AbortSignal;
};

/**
 * The client's end of a mock server in this process. It fits the `Transport` of both TypeScript SDKs
 * (`client.connect(mockTransport("echo"))`), and shows what went over it.
 */
export type MockTransport = MockHandle & {
  onmessage?: (message: unknown, extra?: unknown) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Starts the server. SDK clients call it in `connect`. */
  start(): Promise<void>;
  send(message: object): Promise<void>;
};

/**
 * A mock server within this process, without a socket or a child, behind a transport of the TypeScript SDKs: up in no time, and
 * otherwise just as over stdio.
 * @throws McpcheckError `usage` for an unknown mock or revision, and for a script that is not valid
 */
export function mockTransport(definition: MockDefinition, options: MockTransportOptions = {}): MockTransport {
  holdOptions(options, { revision: rules.text, signal: rules.signal }, "options");
  const script = scriptOf(definition, options.revision);
  const journal = createJournal(systemClock);
  const stdin = createByteQueue();
  const gone = new AbortController();
  let stderr = "";
  let serving: Promise<void> | undefined;
  const world = innerWorld("stdio", {
    exit: () => void transport.close(),
    stderr: (text) => (stderr += text),
  });
  const server = journal.follow(createMockServer(script, world));
  const lines = createLineSplitter(mostBytes, (line) => {
    if (line.text.trim() === "") return;
    let message: unknown;
    try {
      message = JSON.parse(line.text);
    } catch {
      message = undefined;
    }
    if (isObject(message)) transport.onmessage?.(message);
    else transport.onerror?.(new Error(`the server wrote a line that is no message: ${line.text.slice(0, 200)}`));
  });
  let closed: Promise<void> | undefined;
  const serve = async (): Promise<void> => {
    await serveStdio(server, { stdin, stdout: (bytes) => lines.push(bytes), interrupted: gone.signal });
    lines.end(false);
  };
  const close = async (): Promise<void> => {
    stdin.end();
    gone.abort("SIGTERM");
    // A script may ignore both; nothing is left of it but what it would never do.
    await Promise.race([serving, new Promise((resolve) => systemClock.setTimeout(patienceMs, () => resolve(undefined)))]);
    transport.onclose?.();
  };
  const transport: MockTransport = {
    ...handleOf(journal, server, () => stderr),
    async start() {
      if (serving !== undefined)
        throw new McpcheckError("usage", "the mock transport was started before: make one for each client");
      options.signal?.throwIfAborted();
      options.signal?.addEventListener("abort", () => void transport.close(), { once: true });
      serving = serve();
      // The server may also go by itself.
      void serving.then(() => transport.close());
      await Promise.resolve();
    },
    async send(message) {
      stdin.push(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
      await Promise.resolve();
    },
    close: () => (closed ??= close()),
    [Symbol.asyncDispose]: () => transport.close(),
  };
  return transport;
}

import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { systemClock } from "../../base/time/clock.ts";
import { transportsOf } from "../../mock/era/transports.ts";
import { createMockServer } from "../../mock/mock-server.ts";
import type { MockScript } from "../../mock/script/script.ts";
import type { Listening } from "../../mock/serve/listening.ts";
import { holdOptions } from "../given/given.ts";
import * as rules from "../given/rules.ts";
import { type MockDefinition, scriptOf } from "./definition.ts";
import { innerWorld } from "./inner-world.ts";
import { createJournal, type Journal, shown } from "./journal.ts";
import { handleOf } from "./handle-of.ts";
import type { MockHandle } from "./mock-handle.ts";

/** How a mock server is started. */
export type MockServerOptions = {
  /** Default the one the mock is made for; for most that is `stdio`. */
  readonly transport?: "stdio" | "http" | "sse";
  /** The only revision it speaks, such as `2025-11-25`; default those of its script. */
  readonly revision?: string;
  /** The port to listen on, over HTTP; default a free one. */
  readonly port?: number;
  /** The address to listen on, over HTTP; default 127.0.0.1. */
  readonly host?: string;
  /** Closes the server when aborted. */
  readonly signal?: AbortSignal;
};

/** A request that came over HTTP, whatever was made of it. */
export type MockHttpRequest = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
};

/** A mock server that is up. */
export type MockServer = MockHandle & {
  readonly transport: "stdio" | "http" | "sse";
  /** What a client over HTTP is given; empty over stdio. */
  readonly url: string;
  /** The program a client over stdio starts, as often as it likes; empty over HTTP. */
  readonly command: string;
  readonly args: readonly string[];
  /** The requests that came over HTTP. */
  readonly requests: readonly MockHttpRequest[];
};

/**
 * Starts a mock MCP server in this process: over HTTP it listens on loopback; over stdio it is the `command` that a client starts,
 * whose words come from here, so that what was sent is known here too.
 * @throws McpcheckError `usage` for an unknown mock or revision, a script that is not valid, a transport it is not made for, and a port
 * that is taken
 */
export async function startMockServer(definition: MockDefinition, options: MockServerOptions = {}): Promise<MockServer> {
  holdOptions(
    options,
    { transport: rules.text, revision: rules.text, port: rules.port, host: rules.text, signal: rules.signal },
    "options",
  );
  options.signal?.throwIfAborted();
  const script = scriptOf(definition, options.revision);
  const transport = options.transport ?? transportsOf(script)[0] ?? "stdio";
  if (!transportsOf(script).includes(transport))
    throw new McpcheckError(
      "usage",
      `transport: mock ${script.id} is made for ${transportsOf(script).join(" and ")}, not for ${transport}`,
    );
  const journal = createJournal(systemClock);
  const server = transport === "stdio" ? await overStdio(script, journal) : await overHttp(script, transport, journal, options);
  options.signal?.addEventListener("abort", () => void server.close(), { once: true });
  return server;
}

async function overStdio(script: MockScript, journal: Journal): Promise<MockServer> {
  // What listens is loaded by whoever listens: a mock in this process needs neither Node's HTTP nor its sockets.
  const { listenForRelays } = await import("./relay-listener.ts");
  const { command, args, announce, stderr, close } = await listenForRelays(script, journal);
  return {
    ...handleOf(journal, { announce }, stderr),
    transport: "stdio",
    url: "",
    command,
    args,
    requests: [],
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function overHttp(
  script: MockScript,
  transport: "http" | "sse",
  journal: Journal,
  { host = "127.0.0.1", port = 0 }: MockServerOptions,
): Promise<MockServer> {
  const requests: MockHttpRequest[] = [];
  let stderr = "";
  let listening: Listening | undefined;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= listening?.close() ?? Promise.resolve());
  const world = innerWorld(transport, { exit: () => void close(), stderr: (text) => (stderr += text) });
  const engine = journal.follow(createMockServer(script, world));
  const serve =
    transport === "http"
      ? (await import("../../mock/serve/http/serve-http.ts")).serveHttp
      : (await import("../../mock/serve/serve-sse.ts")).serveSse;
  listening = await serve(engine, {
    host,
    port,
    tap: ({ method = "", url = "", headers }) => requests.push({ method, path: url, headers: shown(headers) ?? {} }),
  });
  return {
    ...handleOf(journal, engine, () => stderr),
    transport,
    url: listening.url,
    command: "",
    args: [],
    requests,
    close,
    [Symbol.asyncDispose]: close,
  };
}

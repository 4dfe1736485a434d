import { http, type HttpHandler } from "msw";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { systemClock } from "../../base/time/clock.ts";
import { transportsOf } from "../../mock/era/transports.ts";
import { createMockServer } from "../../mock/mock-server.ts";
import { answerSse } from "../../mock/serve/answer-sse.ts";
import { answerHttp } from "../../mock/serve/http/answer-http.ts";
import { followStart } from "../../mock/serve/http/http-rules.ts";
import { holdOptions } from "../given/given.ts";
import * as rules from "../given/rules.ts";
import { type MockDefinition, scriptOf } from "../mock/definition.ts";
import { handleOf } from "../mock/handle-of.ts";
import { innerWorld } from "../mock/inner-world.ts";
import { createJournal } from "../mock/journal.ts";
import type { MockHandle } from "../mock/mock-handle.ts";
import { answerFetch } from "./answer-fetch.ts";
import { type Clock, placeOf } from "./place.ts";

/** What a mock server is asked at. */
export type McpHandlersOptions = {
  /** What the client is given, such as `https://example.com/mcp`. */
  readonly url: string;
  /** `http` for Streamable HTTP, the default; `sse` for the transport of 2024-11-05, whose messages go to `/messages` of the same origin. */
  readonly transport?: "http" | "sse";
  /** The only revision it speaks, such as `2025-11-25`; default those of its script. */
  readonly revision?: string;
  /** The time that passes in a slow server; default that of the machine. */
  readonly clock?: Clock;
};

/** Handlers for msw, and the server behind them. */
export type McpHandlers = HttpHandler[] & MockHandle;

/**
 * A mock MCP server as request handlers for msw's `setupServer` and `setupWorker`: requests to `url` are answered by it, with sessions,
 * streams and whatever goes wrong in its script.
 * @throws McpcheckError `usage` for an unknown mock or revision, a script that is not valid or not made for HTTP, and an address that is none
 */
export function mcpHandlers(definition: MockDefinition, options: McpHandlersOptions): McpHandlers {
  holdOptions(
    options,
    { url: rules.text, transport: rules.oneOf("http", "sse"), revision: rules.text, clock: rules.clock },
    "options",
  );
  const { transport = "http", clock = systemClock } = options;
  const { url, origin, host } = placeOf(options.url, "url");
  const script = scriptOf(definition, options.revision);
  if (!transportsOf(script).includes(transport))
    throw new McpcheckError(
      "usage",
      `transport: mock ${script.id} is made for ${transportsOf(script).join(" and ")}, not for ${transport}`,
    );
  const closing = new AbortController();
  let stderr = "";
  const close = (): Promise<void> => {
    if (!closing.signal.aborted) mock.end();
    closing.abort();
    return Promise.resolve();
  };
  const world = { ...innerWorld(transport, { exit: () => void close(), stderr: (text) => (stderr += text) }), clock };
  const journal = createJournal(clock);
  const server = journal.follow(createMockServer(script, world));
  const mock = (transport === "http" ? answerHttp : answerSse)(server, host);
  const started = followStart(server, () => closing.abort());
  const at =
    (path: string) =>
    async ({ request }: { readonly request: Request }): Promise<Response> => {
      await started;
      return await answerFetch(request, path, closing.signal, mock.answer);
    };
  const handlers =
    transport === "http"
      ? [http.all(url, at("/mcp"))]
      : [http.all(url, at("/sse")), http.all(`${origin}/messages`, at("/messages"))];
  return Object.assign(handlers, { ...handleOf(journal, server, () => stderr), close, [Symbol.asyncDispose]: close });
}

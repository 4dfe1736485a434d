import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { askedOf, replyOn } from "../../base/http/node-exchange.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { MockServer } from "../core.ts";
import type { AnsweringMock } from "./http/answer-http.ts";
import { followStart } from "./http/http-rules.ts";

/** A server that is listening. */
export type Listening = {
  /** Scheme, host and port. */
  readonly base: string;
  /** The URL a client is given. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Looks at a request before anybody else does: answers it (undefined), or hands it on with its body, which was read then. */
export type Front = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<{ readonly request: IncomingMessage; readonly body: Uint8Array } | undefined>;

/**
 * Where a server is to listen, and who sees every connection, and every request, before it does; a tap is given the body where it was
 * read before.
 */
export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  readonly tap?: ((request: IncomingMessage, response: ServerResponse, body?: Uint8Array) => void) | undefined;
  /** Listens on every address, whatever the host is called. */
  readonly everywhere?: boolean;
  readonly connected?: (() => void) | undefined;
  readonly front?: Front | undefined;
};

/** Puts a mock on a port of Node's HTTP server, where its clients ask at `path`. */
export async function listenWith(
  server: MockServer,
  { answer, end }: AnsweringMock,
  path: string,
  options: ListenOptions,
): Promise<Listening> {
  // Who stands before the mock hands the body on with the request.
  const http = createServer((request, response, read?: Uint8Array) => answer(askedOf(request, read), replyOn(response)));
  const listening = await listenOn(http, { ...options, everywhere: server.omits("localhost") });
  await followStart(server, () => void http.close());
  return {
    ...listening,
    url: `${listening.base}${path}`,
    async close() {
      end();
      await listening.close();
    },
  };
}

/** Makes an HTTP server listen; a port that is taken is the caller's mistake. `close` cuts what is still open. */
export async function listenOn(
  http: Server,
  { host, port, tap, connected, front, everywhere }: ListenOptions,
): Promise<Listening> {
  if (connected !== undefined) http.on("connection", connected);
  if (tap !== undefined) http.prependListener("request", tap);
  if (front !== undefined) standBefore(http, front);
  await new Promise<void>((resolve, reject) => {
    http.once("error", (cause) =>
      reject(new McpcheckError("usage", `cannot listen on ${host}:${port}: ${cause.message}`, { cause })),
    );
    http.listen(port, everywhere === true ? "0.0.0.0" : host, resolve);
  });
  const { port: taken } = http.address() as AddressInfo;
  const base = `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
  return {
    base,
    url: base,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeIdleConnections();
        setImmediate(() => http.closeAllConnections());
      }),
  };
}

/** Puts somebody before all who listen for requests. What fails there is answered with 500. */
function standBefore(http: Server, front: Front): void {
  const others = http.listeners("request") as ((request: IncomingMessage, response: ServerResponse, body: Uint8Array) => void)[];
  http.removeAllListeners("request");
  http.on("request", (request: IncomingMessage, response: ServerResponse) => {
    front(request, response)
      .then((passed) => {
        if (passed !== undefined) for (const other of others) other(passed.request, response, passed.body);
      })
      .catch(() => response.writeHead(500).end());
  });
}

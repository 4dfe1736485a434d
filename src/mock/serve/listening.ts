import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpcheckError } from "../../base/mcpcheck-error.ts";

/** A server that is listening. */
export type Listening = {
  /** Scheme, host and port. */
  readonly base: string;
  /** The URL a client is given. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Where a server is to listen, and who sees every connection, and every request, before it does. */
export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  readonly tap?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  readonly connected?: (() => void) | undefined;
};

/** Makes an HTTP server listen; a port that is taken is the caller's mistake. `close` cuts what is still open. */
export async function listenOn(http: Server, { host, port, tap, connected }: ListenOptions): Promise<Listening> {
  if (connected !== undefined) http.on("connection", connected);
  if (tap !== undefined) http.prependListener("request", tap);
  await new Promise<void>((resolve, reject) => {
    http.once("error", (cause) =>
      reject(new McpcheckError("usage", `cannot listen on ${host}:${port}: ${cause.message}`, { cause })),
    );
    http.listen(port, host, resolve);
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

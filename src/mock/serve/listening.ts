import type { Server } from "node:http";
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

/** Makes an HTTP server listen; a port that is taken is the caller's mistake. `close` cuts what is still open. */
export async function listenOn(
  http: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
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

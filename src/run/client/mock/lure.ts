import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScenarioRecord } from "../scenario-record.ts";

/** A server whose address is named to a client that is not to fetch it. */
export type Lure = { readonly url: string; readonly close: () => Promise<void> };

/** Listens on a free port of this machine, and writes down who comes. The answer is an empty object, which harms nobody. */
export async function openLure(record: ScenarioRecord): Promise<Lure> {
  const server = createServer(({ method = "GET", url = "/" }, response) => {
    record.note({ kind: "fetched", connection: 1, method, url });
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** A value with `{lure}` in its texts replaced by an address. */
export const withLure = <T>(value: T, url: string): T => JSON.parse(JSON.stringify(value).replaceAll("{lure}", url)) as T;

import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/** A port of 127.0.0.1 where nobody listens, and nobody will until `close`. */
export type ClosedPort = { readonly port: number; readonly close: () => void };

/**
 * Keeps a port closed. One that is only free now is soon given to a server of another case, whose tools are then found where none should
 * be; this one is the near end of a connection of our own, so that the system gives it to nobody and refuses who connects to it.
 */
export async function closedPort(): Promise<ClosedPort> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection");
  const holder = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await Promise.all([once(holder, "connect"), accepted]);
  return {
    port: (holder.address() as AddressInfo).port,
    close: () => {
      holder.destroy();
      server.close();
    },
  };
}

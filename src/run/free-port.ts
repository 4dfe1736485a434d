import { createServer } from "node:net";

/** A port of the loopback interface on which nobody listens now; somebody may by the time it is used. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (typeof address !== "object" || address === null) throw new Error("the system gave no port");
  return address.port;
}

import { once } from "node:events";
import { createServer } from "node:net";

/** The ports tried: below those that Linux, macOS and Windows give of their own accord, so that no server beside takes one by chance. */
const first = 12_000;
const last = 32_000;

/**
 * A port of the loopback interface on which nobody listens now, for a program that is told where to listen; another program that was told
 * the same may by the time it is used.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < 100; tried += 1) {
    const port = first + Math.floor(Math.random() * (last - first));
    if (await isFree(port)) return port;
  }
  throw new Error(`no port between ${first} and ${last} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

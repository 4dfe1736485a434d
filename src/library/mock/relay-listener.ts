import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { packageFile } from "../../base/files/package-file.ts";
import { createMockServer } from "../../mock/mock-server.ts";
import type { Change } from "../../mock/script/rule.ts";
import type { MockScript } from "../../mock/script/script.ts";
import { serveStdio } from "../../mock/serve/serve-stdio.ts";
import { createLineSplitter } from "../../transport/stdio/line-splitter.ts";
import { createByteQueue } from "./byte-queue.ts";
import { innerWorld } from "./inner-world.ts";
import type { Journal } from "./journal.ts";
import { type FromRelay, mostRelayed, readRelayed, type ToRelay } from "./relay-messages.ts";

/** What the processes of a mock server over stdio are started with, and what can be done to all of them. */
export type Relays = {
  readonly command: string;
  readonly args: readonly string[];
  readonly announce: (change: Change) => void;
  readonly stderr: () => string;
  readonly close: () => Promise<void>;
};

/** Waits on loopback for the processes that a client starts; each is a server of its own, and plays the script from its beginning. */
export async function listenForRelays(script: MockScript, journal: Journal): Promise<Relays> {
  const token = randomUUID();
  const sockets = new Set<Socket>();
  const announcing = new Set<(change: Change) => void>();
  let stderr = "";
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    const stdin = createByteQueue();
    const gone = new AbortController();
    const tell = (message: ToRelay): void => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
    const begin = async (hello: Extract<FromRelay, { hello: string }>): Promise<void> => {
      const world = innerWorld("stdio", {
        exit: (exit) => tell({ exit }),
        stderr(text) {
          stderr += text;
          tell({ err: text });
        },
        spawnGrandchild: () => tell({ spawn: true }),
        self: () => ({ argv: hello.argv, env: hello.env, cwd: hello.cwd }),
      });
      const engine = journal.follow(createMockServer(script, world));
      announcing.add(engine.announce);
      const stdout = (bytes: Uint8Array): void => tell({ out: Buffer.from(bytes).toString("base64") });
      await serveStdio(engine, { stdin, stdout, interrupted: gone.signal });
      announcing.delete(engine.announce);
      tell({ end: true });
      socket.end();
    };
    let known = false;
    const lines = createLineSplitter(mostRelayed, ({ text }) => {
      const told = readRelayed(text) as FromRelay | undefined;
      if (told === undefined) socket.destroy();
      else if ("hello" in told && told.hello === token && !known) {
        known = true;
        void begin(told);
      } else if (!known) socket.destroy();
      else if ("in" in told) stdin.push(Buffer.from(told.in, "base64"));
      else if ("eof" in told) stdin.end();
      else if ("signal" in told) gone.abort(told.signal);
    });
    socket.on("data", (bytes) => lines.push(bytes));
    socket.on("close", () => stdin.end());
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(0, "127.0.0.1", resolve);
  });
  const { port } = listener.address() as AddressInfo;
  return {
    command: process.execPath,
    args: [packageFile("dist/mock-relay.cjs"), String(port), token],
    announce(change) {
      for (const announce of announcing) announce(change);
    },
    stderr: () => stderr,
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

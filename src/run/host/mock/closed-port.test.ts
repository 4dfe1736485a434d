import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { closedPort } from "./closed-port.ts";

test("a closed port refuses who connects, and cannot be listened to while it is kept", async () => {
  const closed = await closedPort();
  try {
    const socket = connect(closed.port, "127.0.0.1");
    expect(await once(socket, "connect").catch((problem: unknown) => problem)).toMatchObject({ code: "ECONNREFUSED" });
    const intruder = createServer().listen(closed.port, "127.0.0.1");
    expect(await once(intruder, "listening").catch((problem: unknown) => problem)).toMatchObject({ code: "EADDRINUSE" });
  } finally {
    closed.close();
  }
});

test("no server that takes what port there is gets one that is kept closed", async () => {
  const closed = await Promise.all(Array.from({ length: 20 }, closedPort));
  const servers: Server[] = [];
  try {
    for (let made = 0; made < 500; made += 1) {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      servers.push(server);
    }
    const given = servers.map((server) => (server.address() as AddressInfo).port);
    expect(closed.filter(({ port }) => given.includes(port))).toEqual([]);
  } finally {
    for (const server of servers) server.close();
    for (const { close } of closed) close();
  }
});

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "./clock.ts";

/** Keeps the process from doing anything else. */
function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it("reads what has arrived before it calls a limit over that passed while the process was busy", async () => {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [peer] = (await once(server, "connection")) as [Socket];
  onTestFinished(() => {
    client.destroy();
    peer.destroy();
    server.close();
  });
  const happened: string[] = [];
  client.once("data", () => happened.push("answer"));
  const over = new Promise<void>((resolve) => {
    systemClock.setTimeout(5, () => {
      happened.push("time-out");
      resolve();
    });
  });
  peer.write("x");
  busyFor(30);
  await over;
  expect(happened).toEqual(["answer", "time-out"]);
});

it("calls nothing that was cancelled, also not when its time had come", async () => {
  let called = false;
  const cancel = systemClock.setTimeout(0, () => (called = true));
  const behind = new Promise((resolve) => {
    setTimeout(resolve, 1); // due in the same round of the loop as the timer above, and behind it
  });
  busyFor(10);
  await behind;
  cancel();
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(called).toBe(false);
});

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { onABusyMachine } from "../support/on-a-busy-machine.ts";
import { oneOf } from "../support/nightly.ts";
import { root } from "../support/run-cli.ts";
import { isGone } from "../transport/opened-stdio.ts";
import { callLook, type Patience } from "./call-look.ts";
import { httpPeers } from "./http-peers.ts";
import { rawServer } from "./http-server.ts";
import { stdioPeers } from "./stdio-peers.ts";

vi.setConfig({ maxConcurrency: 4 });
const folder = mkdtempSync(join(tmpdir(), "mcpcheck-hostile-host-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** More than every time limit together, on a busy machine. */
const patienceMs = 60_000;
/** What reaches a model or a person of a server's words, in characters. */
const mostTold = 300_000;

/** This leaves what the host cannot find: a process in a session of its own. (A judge marks what it starts.) */
const outOfReach = "leaves a child in a session of its own";

/** Who is expected to be heard is waited for. */
const patienceFor = (host: RegExp): Patience => (host.source === "seen" ? "ample" : "short");

describe("the host tells the model what became of a call, and leaves nothing behind, for a server over stdio:", () => {
  test.concurrent.each(oneOf(3, stdioPeers, 1))("$name", async ({ name, amount, host }) => {
    const pids = join(folder, `${name}.pids`);
    const program = join(root, "test/hostile/peers/stdio.mjs");
    const args = [program, name, String(amount ?? ""), pids];
    const began = performance.now();
    const reach = { transport: "stdio", command: process.execPath, args, env: {}, cwd: "/" } as const;
    const told = await callLook(reach, undefined, patienceFor(host));
    expect(performance.now() - began).toBeLessThan(onABusyMachine.time(patienceMs));
    expect(told).toMatch(host);
    expect(told.length).toBeLessThan(mostTold);
    const left = readFileSync(pids, "utf8")
      .trim()
      .split("\n")
      .filter((pid) => !isGone(Number(pid)));
    for (const pid of left) process.kill(Number(pid), "SIGKILL");
    expect(left.length > 0).toBe(name === outOfReach);
  });
});

describe("the host tells the model what became of a call, and asks nobody else, for a server over HTTP:", () => {
  test.concurrent.each(oneOf(3, httpPeers, 1))("$name", async ({ deviate, host }) => {
    const elsewhere = await rawServer(() => false);
    const server = await rawServer(deviate(elsewhere.url));
    try {
      const began = performance.now();
      const told = await callLook({ transport: "http", url: server.url, headers: {} }, undefined, patienceFor(host));
      expect(performance.now() - began).toBeLessThan(onABusyMachine.time(patienceMs));
      expect(told).toMatch(host);
      expect(told.length).toBeLessThan(mostTold);
      expect(elsewhere.asked).toEqual([]);
      expect(server.asked.length).toBeLessThan(1000);
      expect(server.asked.filter(({ headers }) => headers["cookie"] !== undefined)).toEqual([]);
    } finally {
      await Promise.all([server.close(), elsewhere.close()]);
    }
  });
});

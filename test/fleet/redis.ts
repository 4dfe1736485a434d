import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { freePort } from "../../src/run/free-port.ts";

/** The program of Redis or of Valkey, where this machine has one. */
export const redisProgram = ["redis-server", "valkey-server"].find(
  (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0,
);

/** What stands beside the name of tests that need one, where there is none. */
export const withoutRedis = redisProgram === undefined ? " (skipped: neither redis-server nor valkey-server is installed)" : "";

/** A Redis of a test: it keeps everything in its folder, so that it can be stopped and started. */
export type TestRedis = { readonly url: string; readonly start: () => Promise<void>; readonly stop: () => Promise<void> };

/** Starts a Redis at a free port of the loopback interface, with a folder for what it keeps. */
export async function startRedis(folder: string): Promise<TestRedis> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  let child: ChildProcess | undefined;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const words = [
        "--port",
        String(port),
        "--bind",
        "127.0.0.1",
        "--dir",
        folder,
        "--appendonly",
        "yes",
        "--appendfsync",
        "always",
      ];
      const started = spawn(redisProgram ?? "redis-server", words, { stdio: ["ignore", "pipe", "inherit"] });
      child = started;
      let said = "";
      await new Promise<void>((resolve, reject) => {
        started.stdout.on("data", (chunk: Buffer) => {
          said += chunk.toString("utf8");
          if (said.includes("Ready to accept connections")) resolve();
        });
        started.once("exit", () => reject(new Error(`Redis ended: ${said}`)));
      });
    },
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
  await redis.start();
  return redis;
}

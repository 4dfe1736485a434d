import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { systemClock } from "../../base/time/clock.ts";
import type { MockTransport, Self, World } from "./world.ts";

/** The real world for a mock server that is its own process. */
export function systemWorld(transport: MockTransport, stderr: (text: string) => void): World {
  return {
    clock: systemClock,
    date: () => Date.now(),
    random: randomUUID,
    transport,
    process: {
      exit: (code) => (code === "SIGKILL" ? void process.kill(process.pid, code) : process.exit(code)),
      stderr,
      spawnGrandchild,
      keep,
      self,
    },
  };
}

function self(): Self {
  const env = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { argv: process.argv, env: Object.fromEntries(env), cwd: process.cwd() };
}

const kept: Uint8Array[] = [];

/** What is not written to takes no memory. */
function keep(bytes: number): void {
  kept.push(new Uint8Array(bytes).fill(1));
}

function spawnGrandchild(): void {
  spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" }).unref();
}

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { BenchRow } from "../bench-row.ts";
import { benchHost, type BenchHost } from "./bench-host-made.ts";
import { echoProcesses } from "./bench-servers.ts";
import { toldBackend } from "./told-backend.ts";

type Use = { readonly heapMb: number; readonly residentMb: number };

/** Chats that run at a time. */
const together = 4;
/** Until so many chats have run what is compiled and what is kept for all chats still grows. */
const warmAfter = 500;

/**
 * Whether memory stays flat: it is taken after a tenth of the chats, or when the host is warm, and after all of them, each time after
 * garbage was collected. Every chat calls a tool over stdio once and streams its answer.
 */
export async function benchMemory(chats: number): Promise<readonly BenchRow[]> {
  const backend = toldBackend([{ calls: [{ tool: "echo", arguments: { text: "x".repeat(200) } }] }, { say: "done with that" }]);
  const host = await benchHost(backend, echoProcesses(2));
  try {
    const first = Math.min(Math.max(chats / 10, warmAfter), chats / 2);
    await play(host, first);
    const before = await memoryNow();
    await play(host, chats - first);
    const after = await memoryNow();
    const row = (name: string, from: number, to: number): BenchRow => ({
      name: `${name} after ${chats} chats, beyond that after ${first}`,
      value: Math.max(0, ((to - from) / from) * 100),
      unit: "%",
      limit: 10,
      note: `${from.toFixed(1)} MB, then ${to.toFixed(1)} MB`,
    });
    return [row("heap", before.heapMb, after.heapMb), row("resident memory", before.residentMb, after.residentMb)];
  } finally {
    await host.close();
  }
}

async function play(host: BenchHost, count: number): Promise<void> {
  let begun = 0;
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (; begun < count;) {
        begun += 1;
        const text = await host.ask("/api/chat", { stream: true });
        if (!text.includes('"done":true')) throw new Error(`a chat had no end: ${text.slice(-300)}`);
      }
    }),
  );
}

/** Memory in MB once nothing is left to collect. */
async function memoryNow(): Promise<Use> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 4; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapMb: (heapUsed + external) / 1e6, residentMb: rss / 1e6 };
}

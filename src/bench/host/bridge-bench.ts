import { createBridge } from "../../host/bridge/bridge.ts";
import type { SurfaceSetup } from "../../host/surface/surface-setup.ts";
import type { Mount } from "../../host/surface/mount.ts";
import type { BenchRow } from "../bench-row.ts";
import { median } from "../statistics.ts";
import { benchHost } from "./bench-host-made.ts";
import { spreadOf, spreadText } from "./spread.ts";
import { toldBackend } from "./told-backend.ts";

/** Pairs before the first that counts: code gets compiled. */
const warmUp = 20;

/** A task takes little, and what it takes beyond a chat is less still: so many times as many pairs as other figures have. */
const morePairs = 10;

const task = { jsonrpc: "2.0", id: 1, method: "message/send", params: { message: "go" } };

/** What a task through the bridge takes beyond the same chat: both are asked in turn, of one host. */
export async function benchBridge(repetitions: number): Promise<readonly BenchRow[]> {
  const backend = toldBackend([{ say: "done" }]);
  const host = await benchHost(backend, [], bridgeBeside);
  const pairs = repetitions * morePairs;
  const beyond: number[] = [];
  const plain: number[] = [];
  try {
    for (let turn = 0; turn < pairs + warmUp; turn += 1) {
      const chat = await timed(() => host.ask("/api/chat", { stream: false }));
      const through = await timed(() => host.ask("/a2a", task));
      if (turn < warmUp) continue;
      beyond.push(through - chat);
      plain.push(chat);
    }
  } finally {
    await host.close();
  }
  const spread = spreadOf(beyond);
  return [
    {
      name: "a task through the bridge: beyond the same chat",
      value: spread.middle,
      unit: "ms",
      limit: 2,
      note: `${spreadText(spread, "ms")}, of ${pairs} pairs; the chat takes ${median(plain).toFixed(3)} ms`,
    },
  ];

  async function timed(ask: () => Promise<string>): Promise<number> {
    backend.spent();
    const began = performance.now();
    const text = await ask();
    const ms = performance.now() - began - backend.spent();
    if (!text.includes("done")) throw new Error(`the host answered otherwise: ${text.slice(0, 500)}`);
    return ms;
  }
}

/** A bridge at /a2a alone, beside the surfaces of the host. */
function bridgeBeside(surface: SurfaceSetup): Mount {
  const bridge = createBridge({
    surface,
    wire: "documented",
    name: "bench",
    description: "",
    skills: [],
    url: () => "",
    model: "m",
    tools: undefined,
    allowedWebhooks: [],
    workers: [],
    isWorker: false,
    post: async () => await Promise.resolve({ status: 200 }),
  });
  return { ...bridge, takes: (path) => path === "/a2a" };
}

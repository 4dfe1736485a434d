import type { ServerDefinition } from "../../host/config/server-definition.ts";
import type { BenchRow } from "../bench-row.ts";
import { median } from "../statistics.ts";
import { benchHost, type BenchHost } from "./bench-host-made.ts";
import { echoProcesses, echoUrls, serveEcho } from "./bench-servers.ts";
import { type BareServer, openBareProcess, openBareUrl } from "./own-time.ts";
import { spreadOf, spreadText } from "./spread.ts";
import { toldBackend, type ToldBackend } from "./told-backend.ts";

/** Rounds of the long chat; the short one has none, and what both have in common falls away. */
const rounds = 20;

/** Chats before the first that is timed: servers start, code gets compiled. */
const warmUp = 5;

/** What the host adds to a round of one tool call, over stdio and over HTTP. `repetitions` chats are timed. */
export async function benchRounds(repetitions: number): Promise<readonly BenchRow[]> {
  const served = await serveEcho();
  try {
    return [
      await oneTransport("stdio", echoProcesses(1), openBareProcess, repetitions),
      await oneTransport("HTTP", echoUrls(1, served.url), () => openBareUrl(served.url), repetitions),
    ];
  } finally {
    await served.close();
  }
}

/** A long chat, a short one and bare calls are timed in turn, so that whatever else the machine does meets all of them. */
async function oneTransport(
  transport: string,
  servers: readonly ServerDefinition[],
  openBare: () => Promise<BareServer>,
  repetitions: number,
): Promise<BenchRow> {
  const long = await playerOf(rounds, servers);
  const short = await playerOf(0, servers);
  const bare = await openBare();
  const overheads: number[] = [];
  const tools: number[] = [];
  try {
    for (let turn = 0; turn < repetitions + warmUp; turn += 1) {
      const tool = await bareMs(bare);
      const overhead = ((await long.chatMs()) - (await short.chatMs())) / rounds - tool;
      if (turn < warmUp) continue;
      overheads.push(overhead);
      tools.push(tool);
    }
  } finally {
    bare.close();
    await Promise.all([long.close(), short.close()]);
  }
  const spread = spreadOf(overheads);
  return {
    name: `a round of one call over ${transport}: beyond the model's and the tool's own time`,
    value: spread.middle,
    unit: "ms",
    limit: 2,
    note: `${spreadText(spread, "ms")}, of ${repetitions} chats of ${rounds} rounds; a bare call takes ${median(tools).toFixed(3)} ms`,
  };
}

/** Milliseconds of a bare call, taken over as many as a long chat makes. */
async function bareMs(bare: BareServer): Promise<number> {
  const began = performance.now();
  for (let call = 0; call < rounds; call += 1) await bare.call();
  return (performance.now() - began) / rounds;
}

type Player = {
  /** Milliseconds of one chat, without the model's own. */
  readonly chatMs: () => Promise<number>;
  readonly close: () => Promise<void>;
};

async function playerOf(count: number, servers: readonly ServerDefinition[]): Promise<Player> {
  const turns = Array.from({ length: count }, (_, index) => ({
    calls: [{ tool: "echo", arguments: { text: `call ${index}` } }],
  }));
  const backend = toldBackend([...turns, { say: "done" }]);
  const host = await benchHost(backend, servers);
  return { chatMs: () => chatMs(host, backend, count), close: host.close };
}

async function chatMs(host: BenchHost, backend: ToldBackend, count: number): Promise<number> {
  backend.spent();
  const began = performance.now();
  const text = await host.ask("/api/chat", { stream: false });
  const ms = performance.now() - began - backend.spent();
  const made = (JSON.parse(text) as { message: { tool_calls?: readonly unknown[] } }).message.tool_calls?.length ?? 0;
  if (made !== count || text.includes("Error: "))
    throw new Error(`the host ran ${made} of ${count} calls: ${text.slice(0, 500)}`);
  return ms;
}

import type { ServerDefinition } from "../../host/config/server-definition.ts";
import type { BenchRow } from "../bench-row.ts";
import { median } from "../statistics.ts";
import { benchHost } from "./bench-host-made.ts";
import { echoProcesses, echoUrls, serveEcho } from "./bench-servers.ts";
import { bareHttpCallMs, bareStdioCallMs } from "./own-time.ts";
import { spreadOf, spreadText } from "./spread.ts";
import { toldBackend } from "./told-backend.ts";

/** Rounds of the long chat; the short one has none, and what both have in common falls away. */
const rounds = 20;

/** What the host adds to a round of one tool call, over stdio and over HTTP. `repetitions` chats are timed. */
export async function benchRounds(repetitions: number): Promise<readonly BenchRow[]> {
  const served = await serveEcho();
  try {
    return [
      await oneTransport("stdio", echoProcesses(1), bareStdioCallMs, repetitions),
      await oneTransport("HTTP", echoUrls(1, served.url), () => bareHttpCallMs(served.url), repetitions),
    ];
  } finally {
    await served.close();
  }
}

async function oneTransport(
  transport: string,
  servers: readonly ServerDefinition[],
  toolMs: () => Promise<number>,
  repetitions: number,
): Promise<BenchRow> {
  const before = await toolMs();
  const long = await chats(servers, rounds, repetitions);
  const short = median(await chats(servers, 0, repetitions));
  // Taken before and after: of the two the smaller, so that a busy machine does not flatter the host.
  const tool = Math.min(before, await toolMs());
  const overheads = spreadOf(long.map((ms) => (ms - short) / rounds - tool));
  return {
    name: `a round of one call over ${transport}: beyond the model's and the tool's own time`,
    value: overheads.middle,
    unit: "ms",
    limit: 2,
    note: `${spreadText(overheads, "ms")}, of ${repetitions} chats of ${rounds} rounds; the bare call takes ${tool.toFixed(3)} ms`,
  };
}

/** Milliseconds of each chat with so many rounds, without the model's own. */
async function chats(servers: readonly ServerDefinition[], count: number, repetitions: number): Promise<readonly number[]> {
  const turns = Array.from({ length: count }, (_, index) => ({
    calls: [{ tool: "echo", arguments: { text: `call ${index}` } }],
  }));
  const backend = toldBackend([...turns, { say: "done" }]);
  const host = await benchHost(backend, servers);
  try {
    const values: number[] = [];
    for (let chat = 0; chat < repetitions + warmUp; chat += 1) {
      backend.spent();
      const began = performance.now();
      const text = await host.ask("/api/chat", { stream: false });
      const ms = performance.now() - began - backend.spent();
      const made = (JSON.parse(text) as { message: { tool_calls?: readonly unknown[] } }).message.tool_calls?.length ?? 0;
      if (made !== count) throw new Error(`the host ran ${made} of ${count} calls: ${text.slice(0, 500)}`);
      if (chat >= warmUp) values.push(ms);
    }
    return values;
  } finally {
    await host.close();
  }
}

/** Chats before the first that is timed: servers start, code gets compiled. */
const warmUp = 5;

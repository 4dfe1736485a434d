import type { BenchRow } from "../bench-row.ts";
import { benchBridge } from "./bridge-bench.ts";
import { benchCrowd } from "./crowd-bench.ts";
import { benchMemory } from "./memory-bench.ts";
import { benchRounds } from "./rounds-bench.ts";
import { benchStreams } from "./stream-bench.ts";

/** How much is measured: chats that are timed, and chats memory is watched over. */
export type BenchHostSizes = { readonly repetitions: number; readonly chats: number };

/** The sizes of a published figure and of a quick look. */
export const benchHostSizes: Readonly<Record<"full" | "quick", BenchHostSizes>> = {
  full: { repetitions: 30, chats: 10_000 },
  quick: { repetitions: 7, chats: 1000 },
};

/** Every figure of the reference host with its bar. `say` gets a line for each step. */
export async function benchReferenceHost(
  { repetitions, chats }: BenchHostSizes,
  say: (line: string) => void,
): Promise<readonly BenchRow[]> {
  say("memory over many chats …");
  const memory = await benchMemory(chats);
  say("rounds of tool calls …");
  const rounds = await benchRounds(repetitions);
  say("streamed pieces …");
  const streams = await benchStreams(repetitions);
  say("tasks of other agents …");
  const bridge = await benchBridge(repetitions);
  say("a crowd of chats …");
  return [...rounds, ...bridge, ...streams, ...(await benchCrowd()), ...memory];
}

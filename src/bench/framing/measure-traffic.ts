import { bareReader, chunksOf, ownReader, type Reader } from "./readers.ts";
import type { Traffic } from "./traffic.ts";

/** What is timed: JSON.parse of ready strings, the least reader of bytes, that of mcpcheck, that of the SDK. */
export type Timed = "parse" | "bare" | "own" | "sdk";

/** One kind of messages: its size in MB, and milliseconds in each round. `sdk` is empty where the SDK is not installed. */
export type TrafficTimes = {
  readonly name: string;
  readonly mb: number;
  readonly ms: Readonly<Record<Timed, readonly number[]>>;
};

/** Rounds that only warm up: after fewer the code of the readers is still being compiled. */
const warmUp = 20;

/** Reads the messages in every way, one after the other in each round, so that a busy machine meets all of them. */
export function measureTraffic({ name, texts }: Traffic, rounds: number, sdk: Reader | undefined): TrafficTimes {
  const chunks = chunksOf(texts);
  const bytes = Buffer.concat(chunks);
  const ms = { parse: [] as number[], bare: [] as number[], own: [] as number[], sdk: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const times: readonly (readonly [Timed, number])[] = [
      ["parse", time(() => texts.map((text) => JSON.parse(text) as unknown).length, texts)],
      ["bare", time(() => bareReader(bytes), texts)],
      ["own", time(() => ownReader(chunks), texts)],
      ...(sdk === undefined ? [] : ([["sdk", time(() => sdk(chunks), texts)]] as const)),
    ];
    if (round >= warmUp) for (const [what, took] of times) ms[what].push(took);
  }
  return { name, mb: bytes.length / 1e6, ms };
}

/** Milliseconds a way of reading takes; all messages must come of it. */
export function time(read: () => number, texts: readonly unknown[]): number {
  const began = performance.now();
  const count = read();
  const took = performance.now() - began;
  if (count !== texts.length) throw new Error(`${count} of ${texts.length} messages were read`);
  return took;
}

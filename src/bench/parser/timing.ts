import { median } from "../statistics.ts";

/** Several runs of the same work, in milliseconds. The least is what the work takes; the rest is the machine. */
export type Spread = { readonly least: number; readonly median: number; readonly most: number; readonly runs: number };

/** Times the work so often, after one run that only warms up. */
export async function timed(runs: number, work: () => unknown): Promise<Spread> {
  await work();
  const all: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    await work();
    all.push(performance.now() - began);
  }
  return { least: Math.min(...all), median: median(all), most: Math.max(...all), runs };
}

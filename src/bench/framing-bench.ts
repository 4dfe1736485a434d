import { createLineSplitter } from "../transport/line-splitter.ts";
import type { BenchRow } from "./bench-row.ts";
import { exponentOf, median } from "./statistics.ts";

const mebibyte = 1024 * 1024;

/** The message sizes the cost is fitted over, in MiB, and how often each is measured. */
const sizes = [1, 4, 16, 64];
const repetitions = 5;

/** What a pipe hands over at once, in bytes. */
const chunkBytes = 65_536;

/** How the cost of reading one long line grows with its length: 1 is linear. Other than in a run, the line is not cut. */
export function benchFraming(say: (line: string) => void): BenchRow[] {
  say("framing of one long message …");
  const points = sizes.map((size) => ({
    size,
    ms: median(Array.from({ length: repetitions }, () => readOnce(size * mebibyte))),
  }));
  const last = points.at(-1) ?? { size: 1, ms: Number.NaN };
  const note = points.map(({ size, ms }) => `${size} MiB: ${ms.toFixed(1)} ms`).join(", ");
  return [
    { name: "framing: exponent of the cost over the length of a message", value: exponentOf(points), unit: "", limit: 1.2, note },
    { name: "framing: bulk", value: (last.size * mebibyte) / 1e6 / (last.ms / 1000), unit: "MB/s" },
  ];
}

function readOnce(bytes: number): number {
  const chunk = Buffer.alloc(chunkBytes, "x");
  let read = 0;
  const splitter = createLineSplitter(bytes + 1, (line) => (read = line.bytes));
  const began = performance.now();
  for (let sent = 0; sent < bytes; sent += chunkBytes) splitter.push(chunk);
  splitter.push(Buffer.from("\n"));
  const ms = performance.now() - began;
  if (read !== bytes) throw new Error(`the splitter read ${read} of ${bytes} bytes`);
  return ms;
}

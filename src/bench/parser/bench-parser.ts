import { cpus } from "node:os";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { type BenchSize, type FormatFigures, measureFormat } from "./measure-format.ts";
import { measureRivals, type RivalFigure } from "./measure-rivals.ts";

/** The result of `bench parser`: what was measured, on what, and which bars were missed. */
export type ParserBench = {
  readonly schemaVersion: 1;
  readonly machine: { readonly cpu: string; readonly node: string };
  readonly size: BenchSize;
  readonly formats: readonly FormatFigures[];
  readonly rivals: readonly RivalFigure[];
  /** Bars that were missed, in words; `fails` are those that end in exit code 1. */
  readonly missed: readonly string[];
  readonly fails: readonly string[];
};

/** The bars: microseconds per delta and throughput by engine, and the cost exponents wanted and still accepted. */
export const bars = {
  deltaUs: { pythonic: 0.5, other: 0.3 },
  bulkMbPerS: { pythonic: 80, "tagged-args": 200, other: 200 },
  bulkToJsonParse: 0.3,
  exponent: { wanted: 1.05, accepted: 1.1 },
} as const;

/** The usual size, and a quick one for a look. */
export const benchSizes: { readonly full: BenchSize; readonly quick: BenchSize } = {
  full: { tokens: [1000, 10_000, 100_000], runs: 9, bulkTokens: 1_000_000, heldMb: 100 },
  quick: { tokens: [1000, 10_000], runs: 5, bulkTokens: 250_000, heldMb: 10 },
};

/** Measures the formats and what they are compared with. `tell` hears what is being measured. */
export async function benchParser(
  formats: readonly ToolCallFormat[],
  size: BenchSize,
  tell: (line: string) => void,
): Promise<ParserBench> {
  tell("comparison");
  const rivals = await measureRivals(size.tokens, size.runs, size.bulkTokens);
  const figures: FormatFigures[] = [];
  for (const format of formats) {
    tell(format.id);
    figures.push(await measureFormat(format, size));
  }
  const jsonParse = jsonParseSpeed(rivals);
  return {
    schemaVersion: 1,
    machine: { cpu: cpus()[0]?.model ?? "unknown", node: process.versions.node },
    size,
    formats: figures,
    rivals,
    missed: figures.flatMap((one) => missedBars(one, jsonParse)),
    fails: figures
      .filter(({ exponent }) => exponent > bars.exponent.accepted)
      .map(({ format, exponent }) => `${format}: cost exponent ${exponent.toFixed(2)}, at most ${bars.exponent.accepted}`),
  };
}

/** MB/s of JSON.parse in the same run: what throughput is set against. */
export function jsonParseSpeed(rivals: readonly RivalFigure[]): number {
  return rivals.find(({ name }) => name === "JSON.parse")?.mbPerS ?? Number.NaN;
}

/** What a format misses. Throughput counts when it is below the bar both absolutely and against JSON.parse on this machine. */
function missedBars({ format, engine, deltas, exponent, bulkMbPerS }: FormatFigures, jsonParse: number): string[] {
  const deltaBar = engine === "pythonic" ? bars.deltaUs.pythonic : bars.deltaUs.other;
  const bulkBar = engine === "pythonic" ? bars.bulkMbPerS.pythonic : bars.bulkMbPerS.other;
  const slow = deltas.filter(({ least }) => least > deltaBar);
  const ratioBar = engine === "pythonic" ? 0 : bars.bulkToJsonParse;
  return [
    ...slow.map(({ tokens, least }) => `${format}: ${least.toFixed(2)} µs per delta at ${tokens} tokens, at most ${deltaBar}`),
    ...(bulkMbPerS < bulkBar && bulkMbPerS / jsonParse < (ratioBar || 1)
      ? [
          `${format}: ${bulkMbPerS.toFixed(0)} MB/s in one piece (${(bulkMbPerS / jsonParse).toFixed(2)} of JSON.parse), at least ${bulkBar} or ${bars.bulkToJsonParse}`,
        ]
      : []),
    ...(exponent > bars.exponent.wanted
      ? [`${format}: cost exponent ${exponent.toFixed(2)}, at most ${bars.exponent.wanted}`]
      : []),
  ];
}

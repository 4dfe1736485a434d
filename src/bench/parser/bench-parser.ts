import { cpus } from "node:os";
import { noiseOf } from "../bench-row.ts";
import { bars } from "./bars.ts";
import { median } from "../statistics.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { type BenchSize, type FormatFigures, isDear, measureFormat } from "./measure-format.ts";
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
  return {
    schemaVersion: 1,
    machine: { cpu: cpus()[0]?.model ?? "unknown", node: process.versions.node },
    size,
    formats: figures,
    rivals,
    missed: missedBars(figures, rivals),
    fails: figures
      .filter(({ exponent }) => exponent > bars.exponent.accepted)
      .map(({ format, exponent }) => `${format}: cost exponent ${exponent.toFixed(2)}, at most ${bars.exponent.accepted}`),
  };
}

/** The best of the libraries one would take instead at the length of the bar, in µs a delta; nothing where none was measured there. */
export function bestPeer(rivals: readonly RivalFigure[]): { readonly name: string; readonly us: number } | undefined {
  return rivals
    .flatMap(({ name, perDeltaUs = [] }) => perDeltaUs.map(({ tokens, us }) => ({ name, tokens, us })))
    .filter(({ name, tokens }) => tokens === bars.timesPeer.tokens && !name.startsWith("JSON.parse"))
    .toSorted((one, other) => one.us - other.us)[0];
}

/** What reading by hand and JSON.parse took beside a format, against what they usually took: the machine's doing where that is far apart. */
function noiseAt({ deltas, parseMbPerS }: FormatFigures, all: readonly FormatFigures[]): string | undefined {
  const noises = deltas.map(({ tokens, scan }) => {
    const usual = median(all.flatMap((one) => one.deltas.filter((cost) => cost.tokens === tokens).map((cost) => cost.scan)));
    return noiseOf(`reading by hand at ${tokens} tokens`, [usual, scan]).noise;
  });
  const usual = median(all.map((one) => one.parseMbPerS));
  return [...noises, noiseOf("JSON.parse", [usual, parseMbPerS]).noise].find((noise) => noise !== undefined);
}

/** What formats miss; where the control says that the machine was not quiet, it says so, and nothing is held against the format. */
export function missedBars(all: readonly FormatFigures[], rivals: readonly RivalFigure[]): string[] {
  return all.flatMap((one) => missedBy(one, all, rivals));
}

function missedBy(one: FormatFigures, all: readonly FormatFigures[], rivals: readonly RivalFigure[]): string[] {
  const { format, writesJson, deltas, exponent, bulkMbPerS, parseMbPerS } = one;
  const noise = noiseAt(one, all);
  const told = (line: string): string => `${format}: ${line}${noise === undefined ? "" : ` (cannot tell, ${noise})`}`;
  const bulkBar = writesJson ? bars.bulkToJsonParse.json : bars.bulkToJsonParse.other;
  const bulk = bulkMbPerS / parseMbPerS;
  const peer = bestPeer(rivals);
  const atPeer = deltas.find(({ tokens }) => tokens === bars.timesPeer.tokens);
  return [
    ...deltas
      .filter(isDear)
      .map(({ tokens, least, scan }) =>
        told(
          `a delta costs ${(least / scan).toFixed(1)} × reading it by hand at ${tokens} tokens, at most ${bars.deltaToScan.most}`,
        ),
      ),
    ...(bulk < bulkBar ? [told(`${bulk.toFixed(2)} of JSON.parse in one piece, at least ${bulkBar}`)] : []),
    ...(peer !== undefined && atPeer !== undefined && peer.us < bars.timesPeer.least * atPeer.least
      ? [
          told(
            `${(peer.us / atPeer.least).toFixed(1)} × faster than ${peer.name} at ${peer.us.toFixed(2)} µs, at least ${bars.timesPeer.least}`,
          ),
        ]
      : []),
    ...(exponent > bars.exponent.wanted ? [told(`cost exponent ${exponent.toFixed(2)}, at most ${bars.exponent.wanted}`)] : []),
  ];
}

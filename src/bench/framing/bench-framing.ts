import { type BenchRow, noiseOf } from "../bench-row.ts";
import { exponentOf, median } from "../statistics.ts";
import { measureTraffic, time, type Timed, type TrafficTimes } from "./measure-traffic.ts";
import { chunksOf, ownReader, type Reader, sdkReader } from "./readers.ts";
import { usualTraffic } from "./traffic.ts";

/**
 * How much is read: bytes of usual messages, how often, and the sizes of one long message in MiB:
 * from 4 on, for less is still within the caches of a processor, where reading costs less by the byte.
 */
export type FramingSize = { readonly bytes: number; readonly rounds: number; readonly mebibytes: readonly number[] };

/** The usual size, and a quick one for a look. */
export const framingSizes: { readonly full: FramingSize; readonly quick: FramingSize } = {
  full: { bytes: 12_000_000, rounds: 25, mebibytes: [4, 16, 64] },
  quick: { bytes: 4_000_000, rounds: 7, mebibytes: [4, 16] },
};

/** At least this share of the speed of decoding and JSON.parse alone, over all kinds of messages together. */
const leastOfBare = 0.8;

/** The cost of one message grows at most with this power of its length. */
const mostExponent = 1.1;

const mebibyte = 1024 * 1024;

/** The longest message the reader of the SDK is given, in MiB: its cost grows with the square, so that 64 would take a minute. */
const sdkLimit = 16;

/** The figures of reading a server's stdout, against JSON.parse of the same messages and the SDK's reader in the same run. */
export async function benchFraming({ bytes, rounds, mebibytes }: FramingSize, say: (line: string) => void): Promise<BenchRow[]> {
  const sdk = await sdkReader();
  if (sdk === undefined) say("@modelcontextprotocol/sdk is not installed: nothing to compare with");
  say("usual messages …");
  const kinds = usualTraffic(bytes).map((traffic) => measureTraffic(traffic, rounds, sdk));
  say("one long message …");
  return [
    ...kinds.map(kindRow),
    ...overallRows(kinds),
    growthRow("mcpcheck", ownReader, mebibytes, mostExponent),
    ...(sdk === undefined
      ? []
      : [
          growthRow(
            "the SDK's reader",
            sdk,
            mebibytes.filter((size) => size <= sdkLimit),
          ),
        ]),
  ];
}

function kindRow(kind: TrafficTimes): BenchRow {
  const speed = (what: Timed): string => (kind.mb / (median(kind.ms[what]) / 1000)).toFixed(0);
  const sdk = kind.ms.sdk.length === 0 ? "" : `, the SDK's reader ${speed("sdk")}`;
  return {
    name: `${kind.name}: of the speed of decoding and JSON.parse`,
    value: shareOf("bare", "own", [kind]),
    unit: "",
    note: `MB/s: mcpcheck ${speed("own")}, decoding and JSON.parse ${speed("bare")}, JSON.parse of ready strings ${speed("parse")}${sdk}`,
  };
}

function overallRows(kinds: readonly TrafficTimes[]): BenchRow[] {
  const rest: BenchRow[] = [
    { name: "all of them: of the speed of JSON.parse of ready strings", value: shareOf("parse", "own", kinds), unit: "" },
    ...(kinds.some(({ ms }) => ms.sdk.length === 0)
      ? []
      : [
          {
            name: "all of them, the SDK's reader: of the speed of decoding and JSON.parse",
            value: shareOf("bare", "sdk", kinds),
            unit: "",
            note: "records nothing, validates the envelope of each message",
          },
        ]),
  ];
  const own: BenchRow = {
    name: "all of them: of the speed of decoding and JSON.parse",
    value: shareOf("bare", "own", kinds),
    unit: "",
    limit: leastOfBare,
    bound: "least",
    note: "bytes in; lines recorded, messages parsed and classified",
    ...noiseOf("decoding and JSON.parse", inRounds("bare", kinds)),
  };
  return [own, ...rest];
}

/** The speed of one way of reading in parts of another's: the median over the rounds, each of which has both. */
function shareOf(base: Timed, what: Timed, kinds: readonly TrafficTimes[]): number {
  const of = inRounds(what, kinds);
  return median(inRounds(base, kinds).map((took, round) => took / (of[round] ?? Number.NaN)));
}

/** What one way of reading took for all kinds, in each round. */
function inRounds(what: Timed, kinds: readonly TrafficTimes[]): number[] {
  return (kinds[0]?.ms[what] ?? []).map((_, round) => kinds.reduce((sum, { ms }) => sum + (ms[what][round] ?? Number.NaN), 0));
}

/** How the cost of reading one long message grows with its length: 1 is linear. Other than in a run, the message is not cut. */
function growthRow(who: string, reader: Reader, mebibytes: readonly number[], limit?: number): BenchRow {
  const points = mebibytes.map((size) => {
    const texts = [longMessage(size * mebibyte)];
    const chunks = chunksOf(texts);
    return { size, ms: median(Array.from({ length: 5 }, () => time(() => reader(chunks), texts))) };
  });
  return {
    name: `one long message, ${who}: exponent of the cost over its length`,
    value: exponentOf(points),
    unit: "",
    ...(limit === undefined ? {} : { limit }),
    note: points.map(({ size, ms }) => `${size} MiB: ${ms.toFixed(1)} ms`).join(", "),
  };
}

function longMessage(bytes: number): string {
  const line = 'a line of a long file, with a \\"quoted\\" word and an end\\n';
  const head = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"';
  return `${head}${line.repeat(Math.floor((bytes - head.length) / line.length))}"}]}}`;
}

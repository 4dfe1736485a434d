import { tokenLikePieces } from "../../check/parser/observation.ts";
import { createRandom } from "./random.ts";

/** One way to hand an input over: pieces, a number of UTF-16 units per piece, or the UTF-8 bytes one at a time. */
export type Chunks = readonly string[] | number | "bytes";

/** A way to cut an input, with the name reports use for it. */
export type Chunking = { readonly name: string; readonly chunks: Chunks };

/**
 * How thorough the cutting is: most two-way splits of one input, how many of the other ways are drawn for it (all of them when absent),
 * and the seed of what is drawn.
 */
export type Thoroughness = { readonly splits: number; readonly ways?: number | undefined; readonly seed: number };

const special = /[{}[\]"'\\<>:\n|]/g;
const tokenLike = /<[^<>\s]*>|\[\/?[A-Z_]+\]|\s?[\p{L}\p{N}_]+|[^]/gu;

/**
 * The ways to cut an input besides leaving it whole. Two-way splits find nearly all faults of state; the others are
 * pieces of one size, pieces around every structural character, pieces like tokens, random ones, empty ones in between,
 * and the bytes.
 */
export function chunkingsOf(input: string, { splits, ways, seed }: Thoroughness): Chunking[] {
  if (input.length < 2) return [];
  const random = createRandom(seed ^ hash(input));
  const halves = splitPoints(input.length, splits, random).map((at) => ({
    name: `split at ${at}`,
    chunks: [input.slice(0, at), input.slice(at)],
  }));
  const others = otherWays(input, random);
  return [...halves, ...(ways === undefined ? others : drawn(others, ways, random))];
}

/** So many of them, drawn, and what is cut as tokens are: whether a format is read at all is told by that. */
function drawn(all: readonly Chunking[], most: number, random: () => number): Chunking[] {
  const rest = all.filter(({ name }) => name !== tokenLikePieces);
  const first = Math.floor(random() * rest.length);
  const taken = new Set([...rest, ...rest].slice(first, first + Math.min(most, rest.length)));
  return all.filter((one) => taken.has(one) || one.name === tokenLikePieces);
}

function otherWays(input: string, random: () => number): Chunking[] {
  return [
    { name: "UTF-16 units", chunks: 1 },
    { name: "code points", chunks: Array.from(input) },
    ...[2, 3, 5, 8, 13, 16].map((size) => ({ name: `pieces of ${size}`, chunks: size })),
    ...[-1, 0, 1].map((offset) => ({
      name: `around structure ${offset < 0 ? offset : `+${offset}`}`,
      chunks: aroundSpecial(input, offset),
    })),
    { name: tokenLikePieces, chunks: input.match(tokenLike) ?? [input] },
    { name: "random short pieces", chunks: randomPieces(input, 4, random) },
    { name: "random pieces", chunks: randomPieces(input, 12, random) },
    { name: "random long pieces", chunks: randomPieces(input, 40, random) },
    { name: "empty pieces in between", chunks: randomPieces(input, 9, random).flatMap((piece) => ["", piece, ""]) },
    { name: "bytes", chunks: "bytes" },
  ];
}

/** All positions when there are few, otherwise as many as wanted, drawn. */
function splitPoints(length: number, most: number, random: () => number): number[] {
  const all = Array.from({ length: length - 1 }, (_, index) => index + 1);
  if (all.length <= most) return all;
  return Array.from({ length: most }, () => 1 + Math.floor(random() * (length - 1))).toSorted((a, b) => a - b);
}

function aroundSpecial(input: string, offset: number): string[] {
  const cuts = [...input.matchAll(special)].map((found) => found.index + offset).filter((at) => at > 0 && at < input.length);
  return pieces(input, [...new Set(cuts)]);
}

function randomPieces(input: string, mean: number, random: () => number): string[] {
  const cuts: number[] = [];
  for (let at = 0; ;) {
    at += 1 + Math.floor(random() * mean * 2);
    if (at >= input.length) return pieces(input, cuts);
    cuts.push(at);
  }
}

function pieces(input: string, cuts: readonly number[]): string[] {
  return [0, ...cuts].map((from, index) => input.slice(from, cuts[index] ?? input.length));
}

function hash(text: string): number {
  let sum = 17;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum, 31) + text.charCodeAt(at);
  return sum;
}

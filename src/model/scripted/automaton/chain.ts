import type { PieceCut } from "../compiled-model.ts";
import { cutPoints } from "./cut-points.ts";
import type { Segment } from "./segments.ts";
import type { Speller } from "./speller.ts";
import type { Step } from "./step.ts";
import type { StepPool } from "./step-pool.ts";

/** What a chain is made with. */
export type ChainTools = { readonly pool: StepPool; readonly speller: Speller; readonly random: () => number };

/** Why a text has no chain. */
export type Uncuttable = { readonly uncuttable: string };

/** A text in bytes with the places it is best cut at; `strict` when no others will do. */
type Cuttable = { readonly bytes: Uint8Array; readonly cuts: readonly number[]; readonly strict: boolean };

/** The steps that say some segments and then go on with `next`. Built from the end, so that equal ends are shared. */
export function chainOf(
  segments: readonly Segment[],
  next: Step,
  cut: PieceCut | readonly (readonly string[])[],
  tools: ChainTools,
): Step | Uncuttable {
  let step = next;
  for (const [index, segment] of [...segments.entries()].toReversed()) {
    if ("special" in segment) step = tools.pool.shared(segment.special, step);
    else {
      const cuts = cutPoints(segment.text, typeof cut === "string" ? cut : (cut[index] ?? []), tools.random);
      const text: Cuttable = { bytes: new TextEncoder().encode(segment.text), cuts, strict: typeof cut !== "string" };
      const before = (tools.speller.hasBytes ? sayWithBytes : sayInPieces)(text, step, tools);
      if (before === undefined) return { uncuttable: JSON.stringify(segment.text) };
      step = before;
    }
  }
  return step;
}

const newline = 10;
/** So many wanted pieces may become one when the last of them stands elsewhere already. */
const mostJoined = 10;

/** Wanted pieces, several in one line joined where one alone is taken, single bytes where that is taken too. */
function sayWithBytes({ bytes, cuts, strict }: Cuttable, next: Step, { pool, speller }: ChainTools): Step {
  let step = next;
  let last = cuts.length - 1;
  while (last > 0) {
    const end = cuts[last] ?? 0;
    const joined = strict ? 1 : mostJoined;
    let first = last;
    let found: Step | undefined;
    while (found === undefined && first > 0 && last - first < joined) {
      first -= 1;
      const said = bytes.slice(cuts[first], end);
      if (first < last - 1 && said.includes(newline)) break;
      const label = speller.label(said);
      found = label === undefined ? undefined : pool.unique(label, said, step);
    }
    if (found === undefined) {
      first = last - 1;
      for (let at = end - 1; at >= (cuts[first] ?? 0); at--) step = speller.byte(pool, bytes[at] ?? 0, step);
    } else step = found;
    last = first;
  }
  return step;
}

/** Pieces that stand nowhere else: near the wanted cuts, else as long as can be. A byte alone only where a text has no more. */
function sayInPieces(text: Cuttable, next: Step, tools: ChainTools): Step | undefined {
  const { bytes } = text;
  const { pool, speller } = tools;
  const starts = findCuts(text, next, tools, nearStarts) ?? (text.strict ? undefined : findCuts(text, next, tools, farStarts));
  if (starts === undefined) return sayShared(bytes, next, tools);
  return starts.reduceRight<Step | undefined>((step, start, index) => {
    if (step === undefined) return undefined;
    const said = bytes.slice(start, starts[index + 1] ?? bytes.length);
    const label = speller.label(said);
    return label === undefined ? speller.byte(pool, said[0] ?? 0, step) : pool.unique(label, said, step);
  }, next);
}

/** Bytes that all differ can be told apart one by one, as special tokens are, when no pieces are left. */
function sayShared(bytes: Uint8Array, next: Step, { pool, speller }: ChainTools): Step | undefined {
  if (new Set(bytes).size < bytes.length) return undefined;
  return bytes.reduceRight<Step>((step, byte) => speller.byte(pool, byte, step), next);
}

type Starts = (text: Cuttable, end: number, next: Step | undefined, tools: ChainTools) => readonly number[];

const mostVisits = 3000;

/** Where pieces start that all are free, found by trying from the end; undefined when that takes too long. */
function findCuts(text: Cuttable, next: Step, tools: ChainTools, startsOf: Starts): readonly number[] | undefined {
  const { bytes } = text;
  const { pool, speller } = tools;
  const taken = new Set<string>();
  let visits = 0;
  const search = (end: number, after: Step | undefined): readonly number[] | undefined => {
    if (end === 0) return [];
    if (++visits > mostVisits + bytes.length) return undefined;
    for (const start of startsOf(text, end, after, tools)) {
      const label = speller.label(bytes.subarray(start, end));
      if (label === undefined) {
        if (bytes.length === 1) return [0];
        continue;
      }
      if (taken.has(label) || !pool.has(label, after)) continue;
      taken.add(label);
      const known = after === undefined ? undefined : pool.before(after).find((step) => step.label === label);
      const rest = search(start, known);
      if (rest !== undefined) return [...rest, start];
      taken.delete(label);
    }
    return undefined;
  };
  return search(bytes.length, next);
}

const tries = 24;
/** Bytes in a piece when short ones are taken. */
const longestPiece = 200;

/** Where a piece that ends at `end` may start, best first: as one that is there already, at wanted cuts, anywhere. */
const nearStarts: Starts = ({ bytes, cuts, strict }, end, next, { pool, random }) => {
  const wanted = cuts.filter((offset) => offset < end);
  if (strict) return wanted.slice(-1);
  const known = next === undefined ? [] : pool.before(next).filter((step) => endsWith(bytes, end, step.bytes));
  const starts = [...known.map((step) => end - step.bytes.length), ...wanted.slice(-mostJoined).toReversed()];
  for (let i = 0; i < tries; i++) starts.push(end - 2 - Math.floor(random() * (4 + i)));
  return [...new Set(starts)].filter((start) => start >= 0);
};

/** Where a piece that ends at `end` may start, the longest first. */
const farStarts: Starts = (_text, end) => {
  const first = Math.max(0, end - longestPiece);
  return Array.from({ length: end - first }, (_, index) => first + index);
};

function endsWith(bytes: Uint8Array, end: number, tail: Uint8Array): boolean {
  return tail.length <= end && tail.every((byte, index) => bytes[end - tail.length + index] === byte);
}

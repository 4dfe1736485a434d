import { createHash } from "node:crypto";

/** Where a mutant is, and what it does there. `file` is from the root of the project; lines count from 1. */
export type Place = {
  readonly file: string;
  readonly mutatorName: string;
  readonly replacement?: string | undefined;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
};

/**
 * Whether a mutant belongs to a sample that holds about `share` (0 to 1) of all. Decided by what the mutant is and a seed alone: the same
 * on every machine, and every mutant alike, whatever the others are.
 */
export function drawn({ file, mutatorName, replacement, location: { start, end } }: Place, share: number, seed: string): boolean {
  const text = JSON.stringify([seed, file, mutatorName, replacement, start.line, start.column, end.line, end.column]);
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32 < share;
}

/** One row of what every day costs: what was measured, in words, and whether it kept its bar. */
export type Figure = {
  readonly what: string;
  readonly measured: string;
  readonly bar: string;
  readonly isKept: boolean;
  /** What it is made of. */
  readonly of: string;
};

/** The middle of some values, or the one below it. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

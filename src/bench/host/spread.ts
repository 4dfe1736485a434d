import { median } from "../statistics.ts";

/** The smallest, the middle and the largest of some measurements. */
export type Spread = { readonly least: number; readonly middle: number; readonly most: number };

/** The spread of some measurements. */
export function spreadOf(values: readonly number[]): Spread {
  return { least: Math.min(...values), middle: median(values), most: Math.max(...values) };
}

/** A spread in words, with its unit. */
export function spreadText({ least, middle, most }: Spread, unit: string): string {
  return `${least.toFixed(3)} to ${most.toFixed(3)} ${unit}, middle ${middle.toFixed(3)}`;
}

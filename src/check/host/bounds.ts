import * as z from "zod";

/** A count that is wanted: a number, or bounds of it, both included. */
export const bounds = z.union([
  z.int().nonnegative(),
  z.strictObject({ min: z.int().nonnegative().optional(), max: z.int().nonnegative().optional() }),
]);

/** A count that is wanted. */
export type Bounds = z.infer<typeof bounds>;

/** Whether a count is within bounds; without bounds anything but zero is. */
export function within(count: number, wanted: Bounds | undefined): boolean {
  if (wanted === undefined) return count > 0;
  if (typeof wanted === "number") return count === wanted;
  return count >= (wanted.min ?? 0) && count <= (wanted.max ?? Number.POSITIVE_INFINITY);
}

/** Bounds in words. */
export function inWords(wanted: Bounds | undefined): string {
  if (wanted === undefined) return "at least one";
  if (typeof wanted === "number") return String(wanted);
  const { min, max } = wanted;
  if (max === undefined) return `at least ${min ?? 0}`;
  return min === undefined ? `at most ${max}` : `${min} to ${max}`;
}

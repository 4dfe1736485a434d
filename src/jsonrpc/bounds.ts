import { countValues } from "./count-values.ts";

/**
 * How many values one message may hold, as `countValues` counts them, to be read: each costs up to 150 bytes, far more than
 * it takes to write.
 */
export const mostValues = 250_000;

/** How long an id may be, in UTF-16 units: it is repeated wherever its message is spoken of. */
export const longestId = 64 * 1024;

/** Whether a JSON text holds more values than are read. One that is short enough is not looked at: it cannot. */
export function holdsTooMuch(text: string): boolean {
  return text.length > mostValues && countValues(text, mostValues) > mostValues;
}

import * as z from "zod";

/** A span of time in milliseconds; 0 means at once. */
export const milliseconds = z.int().nonnegative();

/** A span of time in milliseconds, or `null` for no limit at all. */
export const millisecondsOrNever = milliseconds.nullable();

/** A number of things, at least one. */
export const positive = z.int().positive();

/** A number of things; 0 is allowed. */
export const natural = z.int().nonnegative();

/** The name of an environment variable, or a pattern of one in which `*` stands for any run of characters. */
export const variablePattern = z.string().min(1);

/** Whether a text is a regular expression. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "i").flags === "i";
  } catch {
    return false;
  }
}

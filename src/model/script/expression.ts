import * as z from "zod";

/** A regular expression that JSON Schema can only call a string; one that does not compile is refused. */
export const expression = z.string().refine((source) => {
  try {
    return new RegExp(source, "iu") instanceof RegExp;
  } catch {
    return false;
  }
}, "not a regular expression");

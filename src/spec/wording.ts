import type { Revision } from "./revision.ts";
import { isPartOf, type Shape } from "./shape.ts";

/** Most characters of a string that a message quotes. */
const quoteLimit = 40;

/** What stood there, in a few words: `missing`, `null`, `the string "abc"`, `an array of 3`. */
export function seen(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `the string ${quote(value)}`;
  if (typeof value === "number" || typeof value === "bigint") return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function quote(value: string): string {
  return JSON.stringify(value.length > quoteLimit ? `${value.slice(0, quoteLimit)}…` : value);
}

/** What should have stood there: `a string`, `"text"`, `one of "assistant", "user"`, `an array of at most 100`. */
export function expected(shape: Shape, revision: Revision): string {
  const phrases = [...new Set(phrasesOf(shape, revision))];
  const literals = phrases.filter((phrase) => phrase.startsWith('"'));
  const others = phrases.filter((phrase) => !phrase.startsWith('"'));
  const choice = literals.length > 1 ? [`one of ${literals.join(", ")}`] : literals;
  return [...others, ...choice].join(" or ");
}

function phrasesOf(shape: Shape, revision: Revision): string[] {
  switch (shape.kind) {
    case "anything":
      return ["a value"];
    case "string":
      return ["a string"];
    case "boolean":
      return ["true or false"];
    case "null":
      return ["null"];
    case "number":
    case "integer":
      return [`${shape.kind === "integer" ? "an integer" : "a number"}${limits(shape.minimum, shape.maximum)}`];
    case "literal":
      return [JSON.stringify(shape.value)];
    case "one-of":
      return shape.values.map((value) => JSON.stringify(value));
    case "list":
      return [shape.maxItems === undefined ? "an array" : `an array of at most ${shape.maxItems}`];
    case "record":
    case "object":
      return ["an object"];
    case "union":
      return shape.branches.filter((branch) => isPartOf(branch, revision)).flatMap((branch) => phrasesOf(branch, revision));
  }
}

function limits(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

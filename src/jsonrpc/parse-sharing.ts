import type { Json, JsonObject } from "./json.ts";
import { outline } from "./outline.ts";

/** From this many characters on a result is worth to be known again. */
const worthKnowing = 8 * 1024;

/** Results by their texts: a `Map`, or what keeps fewer. */
export type KnownResults = {
  readonly get: (text: string) => Json | undefined;
  readonly set: (text: string, value: Json) => unknown;
};

/**
 * The value of the JSON text of a message. A long result is looked for in `known` by its text, and added: a server is asked
 * for its lists again and again, and one that tells the same each time costs the memory of one answer. What it hands out
 * must therefore never be changed. @throws SyntaxError where it is not JSON
 */
export function parseSharing(text: string, known?: KnownResults): Json {
  if (known === undefined || text.length < worthKnowing) return JSON.parse(text) as Json;
  const span = outline(text, ["result"])?.result;
  if (span === undefined || span.to - span.from < worthKnowing) return JSON.parse(text) as Json;
  const written = text.slice(span.from, span.to);
  const rest = JSON.parse(`${text.slice(0, span.from)}null${text.slice(span.to)}`) as JsonObject;
  const before = known.get(written);
  const result = before ?? (JSON.parse(written) as Json);
  if (before === undefined) known.set(written, result);
  return { ...rest, result };
}

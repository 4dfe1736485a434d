import type { ToolCallFormat } from "../../toolcall/format.ts";
import { render } from "../../toolcall/render/render.ts";

/** Characters of one delta: what a token is on average. */
const deltaLength = 4;

/** The tools of every measurement: one text argument. */
export const benchTools = [
  {
    type: "function",
    function: { name: "search_files", parameters: { type: "object", properties: { pattern: { type: "string" } } } },
  },
] as const;

const words = "The quick brown fox jumps over the lazy dog, twice a day; see section 7. ";

/** A text of so many tokens of four characters, plain words without anything to escape. */
export function textOf(tokens: number): string {
  const length = tokens * deltaLength;
  return words.repeat(Math.ceil(length / words.length)).slice(0, length);
}

/** A message of one call with a text argument of so many tokens, as a model of the format writes it. */
export function payloadOf(format: ToolCallFormat, tokens: number): string {
  return render(format, [{ name: "search_files", arguments: { pattern: textOf(tokens) } }]);
}

/** The message in deltas of four characters, each a text of its own, as they come off a wire. */
export function deltasOf(message: string): string[] {
  return Array.from({ length: Math.ceil(message.length / deltaLength) }, (_, at) =>
    Buffer.from(message.slice(at * deltaLength, (at + 1) * deltaLength)).toString(),
  );
}

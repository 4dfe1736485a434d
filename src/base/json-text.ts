import { unsafeCharacters } from "./unsafe-characters.ts";

/**
 * A value as JSON that any parser reads as the same value, and in which no character acts on a terminal or hides what is there:
 * those that JSON would allow are written as escapes (RFC 8259, section 7).
 */
export function jsonText(value: unknown, indent?: number): string {
  return inertJson(JSON.stringify(value, null, indent));
}

/** The same for JSON that was written already. */
export function inertJson(json: string): string {
  // Such a character can only stand inside a string, but for the line ends of the indentation.
  return json.replace(unsafeCharacters, (found) => (found === "\n" ? found : escaped(found)));
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_unused, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

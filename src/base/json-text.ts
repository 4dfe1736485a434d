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
  // Such a character can only stand inside a string; the line ends are those of the indentation. Most lines are plain, and passed over.
  const lines = json.split("\n");
  return lines.map((line) => (suspicious.test(line) ? line.replace(unsafeCharacters, escaped) : line)).join("\n");
}

/** What is not printable ASCII, and the beginnings of what logs take for a command. */
const suspicious = /[^\x20-\x7e]|##|::/;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_unused, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

import { unsafeCharacters } from "./unsafe-characters.ts";

/**
 * Text of unknown origin made safe to print: every unsafe character becomes a visible escape, so that neither a server nor a model can
 * recolour a terminal, hide what it wrote or command the system that keeps the log. Line feeds and tabs stay with `multiline`.
 */
export function visible(text: string, { multiline = false }: { readonly multiline?: boolean } = {}): string {
  return text.replace(unsafeCharacters, (character) => {
    if (multiline && (character === "\n" || character === "\t")) return character;
    return named[character] ?? visibleEscape(character);
  });
}

/** One character as the escape people know from JavaScript: `\u{1b}`. */
export function visibleEscape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

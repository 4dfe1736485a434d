import { unsafeCharacters } from "../unsafe-characters.ts";

/**
 * Text of unknown origin made safe to print: control characters (ANSI escapes among them), direction overrides, characters nobody
 * sees and lone surrogates become visible escapes, so that a server can neither recolour a terminal nor hide what it wrote.
 * Line feeds and tabs stay with `multiline`.
 */
export function visible(text: string, { multiline = false }: { readonly multiline?: boolean } = {}): string {
  return text.replace(unsafeCharacters, (character) => {
    if (multiline && (character === "\n" || character === "\t")) return character;
    return named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

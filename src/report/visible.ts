/**
 * Text of unknown origin made safe to print: control characters (ANSI escapes among them), direction overrides and
 * lone surrogates become visible escapes, so that a server can neither recolour a terminal nor hide what it wrote.
 * Line feeds and tabs stay with `multiline`.
 */
export function visible(text: string, { multiline = false }: { readonly multiline?: boolean } = {}): string {
  return text.replace(unsafe, (character) => {
    if (multiline && (character === "\n" || character === "\t")) return character;
    return named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Controls (C0, DEL, C1), lone surrogates, line and paragraph separators, bidirectional controls, byte order mark. */
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

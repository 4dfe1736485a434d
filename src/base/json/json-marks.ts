/** The characters that structure a JSON text, by code: texts of megabytes are walked by them. Codes up to `blank` are white space. */
export const marks = {
  blank: 32,
  quote: 34,
  comma: 44,
  slash: 47,
  colon: 58,
  openList: 91,
  backslash: 92,
  closeList: 93,
  openObject: 123,
  closeObject: 125,
} as const;

/** Where the string that begins at `from` ends: at its closing quote, or after the text where it has none. */
export function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === marks.backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

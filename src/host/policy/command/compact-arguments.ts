/**
 * The JSON text of tool arguments with line ends and tabs turned into blanks, as one known host writes them. Escaped ones within strings are
 * two characters and stay, so the values arrive unchanged.
 */
export function compactArguments(text: string): string {
  return text.replace(/[\n\r\t]/g, " ");
}

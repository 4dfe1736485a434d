/**
 * Text of unknown origin as a plain text message of SARIF that shows exactly this text. Braces are doubled, for `{0}` would be a
 * placeholder (SARIF 2.1.0, section 3.11.5); `[text](address)` would be a link, so every bracket that could end its text is escaped
 * (section 3.11.6). Brackets elsewhere stay as they are.
 */
export function sarifText(text: string): string {
  return text
    .replace(/[{}]/g, "$&$&")
    .replace(/\](?=\()/g, (_bracket, at: number, all: string) => `${"\\".repeat(slashesBefore(all, at) + 1)}]`);
}

/** Backslashes before the bracket would escape the one that is to escape it; each of them takes one of its own. */
function slashesBefore(text: string, end: number): number {
  let start = end;
  while (text[start - 1] === "\\") start -= 1;
  return end - start;
}

import { stripVTControlCharacters } from "node:util";
import wrapAnsi from "wrap-ansi";

/** The fewest columns that text is wrapped in: below that a terminal reads better when it breaks lines itself. */
const least = 40;

/**
 * Text for a terminal of so many columns: long lines go on below where their text begins, after the label. Bytes of the wire break
 * anywhere; links and lines to be pasted stay whole. Undefined columns leave everything as it is.
 */
export function wrapped(text: string, columns: number | undefined): string {
  if (columns === undefined || columns < least) return text;
  return text
    .split("\n")
    .map((line) => wrappedLine(line, columns))
    .join("\n");
}

function wrappedLine(line: string, columns: number): string {
  const plain = stripVTControlCharacters(line);
  if (plain.length <= columns || isWhole(plain)) return line;
  const wire = /^ *[→←·] #\d+ /.exec(plain)?.[0];
  const lead = wire ?? /^ *(?:(?:saw|retry|from|so|note|fix): +|(?:FAIL|WARN|FLAKY) {2})?/.exec(plain)?.[0] ?? "";
  const indent = Math.min(lead.length, Math.floor(columns / 2));
  const hanging = lead.trim() === "" && lead.length > 0 ? indent + 2 : indent;
  const [first, body] = cutAfter(line, lead.length);
  const lines = wrapAnsi(body, columns - hanging, { hard: wire !== undefined, trim: wire === undefined }).split("\n");
  return lines.map((one, index) => (index === 0 ? `${first}${one}` : `${" ".repeat(hanging)}${one}`)).join("\n");
}

/** A line in two, after so many characters that are seen: codes for colours are none. */
function cutAfter(line: string, length: number): readonly [before: string, after: string] {
  let seen = 0;
  let at = 0;
  for (const piece of line.split(colours)) {
    const isCode = piece.startsWith("\u001b");
    if (!isCode && seen + piece.length >= length) return [line.slice(0, at + length - seen), line.slice(at + length - seen)];
    at += piece.length;
    if (!isCode) seen += piece.length;
  }
  return [line, ""];
}

// oxlint-disable-next-line no-control-regex -- the escape is what these codes begin with
const colours = /(\u001b\[[\d;]*m)/;

/** What is clicked or pasted in one piece. */
const isWhole = (plain: string): boolean => /^ *(?:spec: +|more: +|again: +|https?:\/\/|(?:npx )?mcpcheck )/.test(plain);

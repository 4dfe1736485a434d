import { endOfString, marks } from "../base/json/json-marks.ts";

/** Where the value of a member stands in its text: from its first character to the one after its last. */
export type Span = { readonly from: number; readonly to: number };

/** Names that are written with more characters than this are none anybody asks for. */
const longestName = 64;

/**
 * Where the values of some members of the object stand that a JSON text holds; of a name that comes twice, the last one. It
 * looks at every character once and parses nothing but names. Of a text that breaks off or is not JSON, those members are
 * found that stand whole before the place where it goes wrong; undefined where it holds no object.
 */
export function outline<N extends string>(text: string, names: readonly N[]): Partial<Record<N, Span>> | undefined {
  const found: Partial<Record<N, Span>> = {};
  let at = skipBlanks(text, 0);
  if (text.charCodeAt(at) !== marks.openObject) return undefined;
  do {
    const from = skipBlanks(text, at + 1);
    if (text.charCodeAt(from) !== marks.quote) break;
    const colon = skipBlanks(text, endOfString(text, from) + 1);
    if (text.charCodeAt(colon) !== marks.colon) break;
    const begin = skipBlanks(text, colon + 1);
    const end = endOfValue(text, begin);
    at = skipBlanks(text, end);
    if (at >= text.length) break;
    const name = names.find((one) => one === nameAt(text, from));
    if (name !== undefined) found[name] = { from: begin, to: end };
  } while (text.charCodeAt(at) === marks.comma);
  return found;
}

/**
 * The names of the members of the object that a JSON text holds, in order, as often as they come; those with more than
 * 64 characters are left out. Undefined where it holds no object.
 */
export function memberNames(text: string): readonly string[] | undefined {
  const names: string[] = [];
  let at = skipBlanks(text, 0);
  if (text.charCodeAt(at) !== marks.openObject) return undefined;
  do {
    const from = skipBlanks(text, at + 1);
    if (text.charCodeAt(from) !== marks.quote) break;
    const colon = skipBlanks(text, endOfString(text, from) + 1);
    if (text.charCodeAt(colon) !== marks.colon) break;
    const name = nameAt(text, from);
    if (name !== undefined) names.push(name);
    at = skipBlanks(text, endOfValue(text, skipBlanks(text, colon + 1)));
  } while (text.charCodeAt(at) === marks.comma);
  return names;
}

/** Where the object ends with which a text begins, apart from blanks; undefined where it begins with none, or that does not end. */
export function endOfObject(text: string): number | undefined {
  const from = skipBlanks(text, 0);
  if (text.charCodeAt(from) !== marks.openObject) return undefined;
  const end = endOfValue(text, from);
  return text.charCodeAt(end - 1) === marks.closeObject ? end : undefined;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= marks.blank) at += 1;
  return at;
}

function nameAt(text: string, from: number): string | undefined {
  const end = endOfString(text, from);
  if (end - from > longestName) return undefined;
  const raw = text.slice(from + 1, end);
  if (!raw.includes("\\")) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return undefined;
  }
}

/** After the value that begins at `from`; after the text where it does not end. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const closes = code === marks.closeObject || code === marks.closeList;
    if (depth === 0 && (closes || code === marks.comma || code <= marks.blank)) return at;
    if (code === marks.quote) at = endOfString(text, at);
    else if (code === marks.openObject || code === marks.openList) depth += 1;
    else if (closes) depth -= 1;
    else continue;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

import { withoutEnd } from "../../../base/without-end.ts";

/** A JSON value whose numbers are the characters that stood in the text, so that none is rounded. */
export type Exact = null | boolean | string | { readonly number: string } | readonly Exact[] | ReadonlyMap<string, Exact>;

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const spacePattern = /[ \t\n\r]*/y;

/**
 * Reads JSON without losing anything: numbers keep their digits, `__proto__` is a key like any other, of duplicate keys
 * the last one counts. Gives undefined for a text that is not JSON, or is nested too deeply to be read.
 */
export function parseExact(text: string): Exact | undefined {
  try {
    const reader = createReader(text);
    const value = reader.value();
    reader.space();
    return reader.atEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NotJson || error instanceof RangeError) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

function createReader(text: string) {
  let at = 0;
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) throw new NotJson();
    at += found.length;
    return found;
  };
  const space = (): void => void match(spacePattern);
  const eat = (char: string): boolean => {
    space();
    if (text[at] !== char) return false;
    at += 1;
    return true;
  };
  const string = (): string => {
    const from = at;
    for (at += 1; text[at] !== '"'; at += 1) {
      if (at >= text.length) throw new NotJson();
      if (text[at] === "\\") at += 1;
    }
    at += 1;
    try {
      return JSON.parse(text.slice(from, at)) as string;
    } catch {
      throw new NotJson();
    }
  };
  const word = (): null | boolean => {
    for (const [name, value] of [
      ["null", null],
      ["true", true],
      ["false", false],
    ] as const) {
      if (!text.startsWith(name, at)) continue;
      at += name.length;
      return value;
    }
    throw new NotJson();
  };
  const object = (): Map<string, Exact> => {
    const members = new Map<string, Exact>();
    if (eat("}")) return members;
    do {
      space();
      if (text[at] !== '"') throw new NotJson();
      const key = string();
      if (!eat(":")) throw new NotJson();
      members.set(key, value());
    } while (eat(","));
    if (!eat("}")) throw new NotJson();
    return members;
  };
  const array = (): Exact[] => {
    const items: Exact[] = [];
    if (eat("]")) return items;
    do items.push(value());
    while (eat(","));
    if (!eat("]")) throw new NotJson();
    return items;
  };
  const value = (): Exact => {
    if (eat("{")) return object();
    if (eat("[")) return array();
    if (text[at] === '"') return string();
    const code = text.charCodeAt(at);
    return code === 45 || (code >= 48 && code <= 57) ? { number: match(numberPattern) } : word();
  };
  return { value, space, atEnd: () => at === text.length };
}

/** The same text for equal values: members sorted, numbers by their exact value (`2`, `2.0` and `20e-1` are equal). */
export function canonical(value: Exact): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (value instanceof Map)
    return `{${[...value]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
      .join(",")}}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  return canonicalNumber((value as { readonly number: string }).number);
}

function canonicalNumber(lexeme: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(lexeme) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = withoutEnd(digits, "0");
  if (kept === "") return "0";
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length);
  if (power === 0n) return sign + kept;
  return `${sign}${kept}e${power}`;
}

/** The value as JSON on one line, members in their order and numbers with their own digits. */
export function formatExact(value: Exact): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (value instanceof Map)
    return `{${[...value].map(([key, member]) => `${JSON.stringify(key)}:${formatExact(member)}`).join(",")}}`;
  if (Array.isArray(value)) return `[${value.map(formatExact).join(",")}]`;
  return (value as { readonly number: string }).number;
}

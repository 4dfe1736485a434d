import { plainText } from "./plain-text.ts";

/** One form of a secret that can be looked for. */
export type Needle = {
  /** As it stands in a text where nothing is written otherwise. */
  readonly text: string;
  /** The same as `plainText` gives it. */
  readonly plain: string;
  /** Where it counts: everywhere, where no letter or digit stands beside it, or as a member of a URL's query. */
  readonly where: "anywhere" | "as a word" | "in a query";
  /** How many characters at the beginning of `plain` may be read. */
  readonly shown: number;
  /** What stands in its place. */
  readonly mask: string;
};

/** From this length on a secret is looked for within words, too. */
const leastWithinWords = 8;

/** Longer ones are looked for piece by piece, so that what was cut off is found as well. */
const longestPiece = 160;

/** The forms of secrets, the longest first, so that none is left in part. */
export function needlesOf(secrets: Iterable<string>): Needle[] {
  const found = new Map<string, Needle>();
  for (const secret of secrets)
    for (const piece of piecesOf(secret)) for (const needle of formsOf(piece)) found.set(needle.text, needle);
  return [...found.values()].toSorted((a, b) => b.text.length - a.text.length);
}

/** A value of a URL's query, which is found within a query only: it may be as short and as ordinary as one likes. */
export function queryNeedle(name: string, value: string): Needle {
  const before = name === "" ? "" : `${name}=`;
  const needle = needleOf(`${before}${value}`, repeated(maskOf(value), plainText(value).length), "in a query");
  return { ...needle, shown: plainText(before).length };
}

function needleOf(text: string, mask: string, where: Needle["where"]): Needle {
  return { text, plain: plainText(text), where, shown: 0, mask };
}

function piecesOf(secret: string): string[] {
  const characters = Array.from(secret);
  const count = Math.ceil(characters.length / longestPiece);
  const length = Math.ceil(characters.length / count);
  return Array.from({ length: count }, (_unused, index) => characters.slice(index * length, (index + 1) * length).join(""));
}

function formsOf(secret: string): Needle[] {
  const binary = String.fromCharCode(...new TextEncoder().encode(secret));
  const hex = Array.from(binary, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  // Bytes that were read as Latin-1: what is kept as Base64 is looked through so.
  const spelled = new Set([secret, secret.replaceAll(" ", "+"), binary]);
  return [
    ...Array.from(spelled, (text) =>
      needleOf(text, repeated(maskOf(secret), text.length), secret.length < leastWithinWords ? "as a word" : "anywhere"),
    ),
    ...[hex, hex.toUpperCase()].map((text) => needleOf(text, repeated("78", text.length), "anywhere")),
    ...base64Forms(binary).flatMap(({ text, mask }) =>
      [text, text.replaceAll("+", "-").replaceAll("/", "_")].map((form) => needleOf(form, mask, "anywhere")),
    ),
  ];
}

/**
 * What a secret becomes within a longer text in Base64, wherever it begins there: those characters that depend on it alone. The mask
 * is what `xxx` would be, so that what was Base64 stays it.
 */
function base64Forms(binary: string): { readonly text: string; readonly mask: string }[] {
  return [0, 1, 2].map((before) => {
    const whole = btoa("\0".repeat(before) + binary);
    const from = before === 0 ? 0 : before + 1;
    const to = Math.floor(((before + binary.length) * 8) / 6);
    const text = whole.slice(from, to);
    return { text, mask: repeated("eHh4", from + text.length).slice(from) };
  });
}

/**
 * Letters, which are right almost everywhere a secret can stand: in a name, an address, a header, a schema. So what is judged stays
 * what it was. A number stays a number.
 */
function maskOf(secret: string): string {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(secret) ? "1" : "x";
}

function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

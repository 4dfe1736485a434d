import type { Split } from "../script/turn.ts";

/** A piece of text, with the ids of the tokens in it where there are some. */
export type TextPiece = { readonly text: string; readonly tokenIds?: readonly number[] };

/** A text cut as a script wants it. The pieces always add up to the text; an empty text has none. */
export function splitText(
  text: string,
  split: Split | undefined,
  { user, tokens, ids }: { readonly user: string; readonly tokens: Readonly<Record<string, number>>; readonly ids: boolean },
): readonly TextPiece[] {
  if (text === "") return [];
  const chosen = split === "asked" ? askedSplit(user) : (split ?? "tokens");
  if (chosen === "whole") return [{ text }];
  if (chosen === "tokens") return tokenPieces(text, tokens, ids);
  if (chosen === "characters") return Array.from(text, (character) => ({ text: character }));
  if ("every" in chosen) return cutAt(text, multiples(chosen.every, text.length));
  if ("at" in chosen) return cutAt(text, chosen.at);
  return chosen.pieces.join("") === text ? chosen.pieces.map((piece) => ({ text: piece })) : [{ text }];
}

/** The split a user's text asks for: `split:3,7`, `split:every 4`, `split:characters`, `split:whole`; else token-like pieces. */
function askedSplit(user: string): Exclude<Split, "asked"> {
  const asked = /\bsplit[:=]\s*(every\s+(\d+)|characters|whole|tokens|[\d,]+)/iu.exec(user);
  const word = asked?.[1]?.toLowerCase() ?? "tokens";
  if (word === "characters" || word === "whole" || word === "tokens") return word;
  if (asked?.[2] !== undefined) return { every: Math.max(1, Number(asked[2])) };
  return { at: word.split(",").filter(Boolean).map(Number) };
}

function multiples(size: number, length: number): number[] {
  return Array.from({ length: Math.ceil(length / size) - 1 }, (_, index) => (index + 1) * size);
}

function cutAt(text: string, cuts: readonly number[]): TextPiece[] {
  const inside = [...new Set(cuts)].filter((cut) => cut > 0 && cut < text.length).toSorted((a, b) => a - b);
  return [0, ...inside].map((from, index) => ({ text: text.slice(from, inside[index] ?? text.length) }));
}

/** Words with the blank before them, markers whole; a marker that has an id carries it, other pieces have the empty list. */
function tokenPieces(text: string, tokens: Readonly<Record<string, number>>, ids: boolean): TextPiece[] {
  const markers = Object.keys(tokens).toSorted((a, b) => b.length - a.length);
  const escaped = markers.map((marker) => marker.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`));
  const token = new RegExp([...escaped, String.raw`<[^<>\s]*>|\s?[\p{L}\p{N}_]+|\s+|[^]`].join("|"), "gu");
  const pieces = text.match(token) ?? [text];
  if (markers.length === 0 || !ids) return pieces.map((piece) => ({ text: piece }));
  return pieces.map((piece) => {
    const id = Object.hasOwn(tokens, piece) ? tokens[piece] : undefined;
    return { text: piece, tokenIds: id === undefined ? [] : [id] };
  });
}

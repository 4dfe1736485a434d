import type { PieceCut } from "../compiled-model.ts";

const encoder = new TextEncoder();
const words = / ?[\p{L}\p{N}_]+| ?[^\s\p{L}\p{N}_]+|\s+/gu;

/** Where a text is best cut, as offsets in its UTF-8 bytes from 0 to its end; `random` gives numbers from 0 to below 1. */
export function cutPoints(text: string, cut: PieceCut | readonly string[], random: () => number): readonly number[] {
  if (cut === "byte") return Array.from({ length: encoder.encode(text).length + 1 }, (_, offset) => offset);
  if (cut === "auto") return offsetsOf(randomPieces(text, random));
  return offsetsOf(cut === "word" ? (text.match(words) ?? []) : cut);
}

function offsetsOf(pieces: readonly string[]): number[] {
  const offsets = [0];
  for (const piece of pieces) offsets.push((offsets.at(-1) ?? 0) + encoder.encode(piece).length);
  return offsets;
}

function randomPieces(text: string, random: () => number): string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  while (characters.length > 0) pieces.push(characters.splice(0, 1 + Math.floor(random() * 9)).join(""));
  return pieces;
}

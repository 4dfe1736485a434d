import { byteLetters } from "./automaton/byte-letters.ts";
import type { SharedToken, Step, UniqueStep } from "./automaton/step.ts";
import type { TokenizerKind, VocabularyToken } from "./compiled-model.ts";
import type { ModelFamily } from "./families/family.ts";

/** The tokens of a file, and where they stand. */
export type Vocabulary = {
  readonly tokens: readonly VocabularyToken[];
  /** The id of a special, of a byte, or of a marker. */
  readonly idOf: (token: SharedToken) => number;
  readonly idOfUnique: (step: UniqueStep) => number;
  /** The id of the token a step says first. */
  readonly idOfStep: (step: Step) => number;
};

/** SentencePiece has to have one. */
const unknown = "<unk>";

const encoder = new TextEncoder();

/** The vocabulary in the order of its ids: unknown, specials, bytes, a blank, markers, tokens of the script. */
export function vocabularyOf(
  family: ModelFamily,
  tokenizer: TokenizerKind,
  markers: Iterable<string>,
  uniques: readonly UniqueStep[],
): Vocabulary {
  const spm = tokenizer === "spm";
  const named = (text: string, type: VocabularyToken["type"]): VocabularyToken => ({ text, type, bytes: encoder.encode(text) });
  const specials = family.specials.filter(({ text }) => !spm || text !== unknown);
  const declared = new Set(specials.map(({ text }) => text));
  const tokens: VocabularyToken[] = [
    ...(spm ? [named(unknown, "unknown")] : []),
    ...specials.map(({ text, type }) => named(text, type)),
    ...family.toolResultSigns.filter((sign) => !declared.has(sign)).map((sign) => named(sign, "user-defined")),
  ];
  const firstByte = tokens.length;
  for (let byte = 0; byte < 256; byte++) {
    const bytes = Uint8Array.of(byte);
    const hex = byte.toString(16).toUpperCase().padStart(2, "0");
    tokens.push(spm ? { text: `<0x${hex}>`, type: "byte", bytes } : { text: byteLetters(bytes), type: "normal", bytes });
  }
  if (spm) tokens.push({ text: "▁", type: "normal", bytes: encoder.encode(" ") });
  for (const marker of markers) tokens.push(named(marker, "user-defined"));
  const ids = new Map(tokens.map(({ text }, id) => [text, id]));
  const uniqueIds = new Map(uniques.map((step, index) => [step, tokens.length + index]));
  // One by one: a script may have more than fit into one call.
  for (const { label, bytes } of uniques)
    tokens.push({ text: label, type: spm && bytes.length === 1 ? "byte" : "normal", bytes });
  const idOf = (token: SharedToken): number => (typeof token === "number" ? firstByte + token : known(ids.get(token)));
  const idOfUnique = (step: UniqueStep): number => known(uniqueIds.get(step));
  return {
    tokens,
    idOf,
    idOfUnique,
    idOfStep: (step) => (step.kind === "unique" ? idOfUnique(step) : idOf(step.token)),
  };
}

function known(id: number | undefined): number {
  if (id === undefined) throw new Error("a token that is not in the vocabulary");
  return id;
}

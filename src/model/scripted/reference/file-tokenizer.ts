import { byteLetters } from "../automaton/byte-letters.ts";

/** Token texts and types as a file declares them, and which of the two tokenizers reads them. */
export type FileVocabulary = {
  readonly kind: "spm" | "bpe";
  readonly texts: readonly string[];
  /** Numbers of GGUF: 3 control, 4 user-defined, 6 byte. */
  readonly types: readonly number[];
};

/** Text to tokens and back, as an engine does it by the file. */
export type FileTokenizer = {
  readonly encode: (text: string) => readonly number[];
  /** The bytes a token says. */
  readonly decode: (token: number) => Uint8Array;
};

const encoder = new TextEncoder();

/** The tokenizer of a file: specials by their text, longest first; the rest merged as far as the vocabulary goes, else bytes. */
export function createFileTokenizer({ kind, texts, types }: FileVocabulary): FileTokenizer {
  const ids = new Map(texts.map((text, id) => [text, id]));
  const isSpecial = (id: number): boolean => types[id] === 3 || types[id] === 4;
  const specials = texts.filter((_, id) => isSpecial(id)).toSorted((a, b) => b.length - a.length);
  const escaped = specials.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`));
  const splitter = new RegExp(`(${escaped.join("|")})`, "u");
  const plain = kind === "spm" ? spmPieces : bpePieces;
  return {
    encode: (text) => text.split(splitter).flatMap((part, index) => (index % 2 === 1 ? [ids.get(part) ?? 0] : plain(part, ids))),
    decode(token) {
      const text = texts[token] ?? "";
      if (isSpecial(token)) return encoder.encode(text);
      if (types[token] === 6) return Uint8Array.of(Number.parseInt(text.slice(3, 5), 16));
      return kind === "spm" ? encoder.encode(text.replaceAll("▁", " ")) : bytesOfLetters(text);
    },
  };
}

/** Code points, neighbours of which become one symbol as long as the vocabulary has it; what it has not is bytes. */
function spmPieces(text: string, ids: ReadonlyMap<string, number>): number[] {
  let symbols = Array.from(text.replaceAll(" ", "▁"));
  for (;;) {
    const at = symbols.findIndex((symbol, index) => index > 0 && ids.has((symbols[index - 1] ?? "") + symbol));
    if (at < 0) break;
    symbols = [...symbols.slice(0, at - 1), (symbols[at - 1] ?? "") + (symbols[at] ?? ""), ...symbols.slice(at + 1)];
  }
  return symbols.flatMap((symbol) => {
    const id = ids.get(symbol);
    if (id !== undefined) return [id];
    return Array.from(encoder.encode(symbol), (byte) => ids.get(`<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`) ?? 0);
  });
}

function bpePieces(text: string, ids: ReadonlyMap<string, number>): number[] {
  return Array.from(byteLetters(encoder.encode(text)), (letter) => ids.get(letter) ?? 0);
}

const letterBytes: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [byteLetters(Uint8Array.of(byte)), byte] as const),
);

function bytesOfLetters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letterBytes.get(letter) ?? 0);
}

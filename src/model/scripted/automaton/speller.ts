import type { TokenizerKind } from "../compiled-model.ts";
import { byteLetters } from "./byte-letters.ts";
import type { Step } from "./step.ts";
import type { StepPool } from "./step-pool.ts";

/** How a tokenizer spells the tokens of a script. */
export type Speller = {
  /** The spelling of a token of several bytes; undefined when prompts could hold it, or it would read otherwise. */
  readonly label: (bytes: Uint8Array) => string | undefined;
  /** A step of one byte. */
  readonly byte: (pool: StepPool, value: number, next: Step) => Step;
  /** Whether single bytes can be had as often as wanted. */
  readonly hasBytes: boolean;
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * SentencePiece merges neighbours only by way of tokens of two code points. There are none, so that a prompt never holds a token
 * of three or more. Repeated and short pieces are byte tokens, of which only the hexadecimal digits count.
 */
const spm: Speller = {
  label(bytes) {
    const text = textOf(bytes);
    if (text === undefined || Array.from(text).length < 3 || text.includes("▁") || /^<0x[0-9A-F]{2}>/.test(text))
      return undefined;
    return text.replaceAll(" ", "▁");
  },
  byte: (pool, value, next) => pool.byte(value, next),
  hasBytes: true,
};

/** Byte-level BPE without merges: a prompt is single bytes. So are lone bytes of a script, which therefore are shared. */
const bpe: Speller = {
  label: (bytes) => (bytes.length < 2 ? undefined : byteLetters(bytes)),
  byte: (pool, value, next) => pool.shared(value, next),
  hasBytes: false,
};

/** The speller of a tokenizer. */
export function spellerOf(tokenizer: TokenizerKind): Speller {
  return tokenizer === "spm" ? spm : bpe;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

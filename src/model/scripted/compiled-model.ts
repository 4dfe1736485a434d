import type { ModelFamily } from "./families/family.ts";

/** Standard architectures a model file can claim; both run the same matrices. */
export const architectures = ["llama", "qwen2"] as const;
/** An architecture of a model file. */
export type Architecture = (typeof architectures)[number];

/** Kinds of tokenizers a model file can carry. */
export const tokenizers = ["spm", "bpe"] as const;
/** A tokenizer of a model file: SentencePiece with byte fallback, or byte-level BPE without merges. */
export type TokenizerKind = (typeof tokenizers)[number];

/** Ways to cut a text into tokens: words with the blank before them, single bytes, or odd cuts of a seeded search. */
export const pieceCuts = ["word", "byte", "auto"] as const;
/** A way to cut a text into tokens. */
export type PieceCut = (typeof pieceCuts)[number];

/** What can be chosen of a model file beside its script. */
export type CompileOptions = {
  /** Default `llama`. */
  readonly architecture?: Architecture;
  /** Default `spm`. */
  readonly tokenizer?: TokenizerKind;
  /** Default `word`. */
  readonly pieces?: PieceCut;
  /** Tokens of context the file claims; default 32768. */
  readonly contextLength?: number;
  /** A chat template in Jinja in place of the family's. */
  readonly chatTemplate?: string;
};

/** A turn as the file emits it. */
export type CompiledTurn = {
  /** What has to appear in the prompt; null for a turn of the default scenario. */
  readonly marker: string | null;
  /** Whether it is said only before (`false`) or only after (`true`) a tool result; null: either way. */
  readonly afterToolResult: boolean | null;
  /** The text a server makes of the tokens, specials included, without the token that ends it. */
  readonly text: string;
  /** The bytes of each token, the ending one left out. */
  readonly pieces: readonly Uint8Array[];
  readonly tokenIds: readonly number[];
  /** The special that ends the answer. */
  readonly end: string;
  /** Tokens without the ending one. Ollama and llama.cpp's server count that too, and so one more. */
  readonly tokenCount: number;
};

/** A scenario as the file plays it. */
export type CompiledScenario = {
  readonly id: string;
  readonly turns: readonly CompiledTurn[];
};

/** Kinds of tokens, with the numbers GGUF has for them. */
export const tokenTypes = { normal: 1, unknown: 2, control: 3, "user-defined": 4, byte: 6 } as const;

/** A token of the file's vocabulary; its id is its place. */
export type VocabularyToken = {
  /** As the tokenizer of the file spells it. */
  readonly text: string;
  readonly type: keyof typeof tokenTypes;
  /** What it says. */
  readonly bytes: Uint8Array;
};

/** A model file in memory: what it says, and its forms on disk. */
export type CompiledModel = {
  readonly id: string;
  readonly title: string;
  readonly family: ModelFamily;
  readonly architecture: Architecture;
  readonly tokenizer: TokenizerKind;
  readonly layout: "small" | "large";
  readonly contextLength: number;
  readonly chatTemplate: string;
  readonly scenarios: readonly CompiledScenario[];
  readonly vocabulary: readonly VocabularyToken[];
  /** The file as GGUF version 3, weights in 16 bits. */
  readonly gguf: () => Uint8Array;
  /** The files of a Hugging Face model directory by name, weights in bfloat16. */
  readonly huggingFace: () => ReadonlyMap<string, Uint8Array>;
};

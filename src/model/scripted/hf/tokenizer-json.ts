import { byteLetters } from "../automaton/byte-letters.ts";
import type { VocabularyToken } from "../compiled-model.ts";
import type { ModelParts } from "../model-parts.ts";

/**
 * A `tokenizer.json`: byte-level BPE without merges, so that prompts are specials and single bytes. Tokens of the script that read
 * alike are told apart by a number in brackets that no byte is spelled with, and that the decoder takes off.
 */
export function tokenizerJson({ family, vocabulary, idOf }: Pick<ModelParts, "family" | "vocabulary" | "idOf">): object {
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false };
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: vocabulary.flatMap((token, id) => (isAdded(token) ? [added(token, id)] : [])),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: family.bos === null ? byteLevel : beginWith(family.bos, idOf(family.bos)),
    decoder: { type: "Sequence", decoders: [{ type: "Replace", pattern: { Regex: "⟦[0-9]+⟧" }, content: "" }, byteLevel] },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(spellings(vocabulary).map((text, id) => [text, id])),
      merges: [],
    },
  };
}

function isAdded({ type }: VocabularyToken): boolean {
  return type === "control" || type === "user-defined" || type === "unknown";
}

function added({ text, type }: VocabularyToken, id: number): object {
  return {
    id,
    content: text,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: type !== "user-defined",
  };
}

/** Ids are places, so every token gets a spelling of its own; the first of a kind keeps the plain one. */
function spellings(vocabulary: readonly VocabularyToken[]): readonly string[] {
  const counts = new Map<string, number>();
  return vocabulary.map((token) => {
    if (isAdded(token)) return token.text;
    const plain = byteLetters(token.bytes);
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    return count === 0 ? plain : `${plain}⟦${count}⟧`;
  });
}

function beginWith(bos: string, id: number): object {
  return {
    type: "TemplateProcessing",
    single: [{ SpecialToken: { id: bos, type_id: 0 } }, { Sequence: { id: "A", type_id: 0 } }],
    pair: [
      { SpecialToken: { id: bos, type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { Sequence: { id: "B", type_id: 1 } },
    ],
    special_tokens: { [bos]: { id: bos, ids: [id], tokens: [bos] } },
  };
}

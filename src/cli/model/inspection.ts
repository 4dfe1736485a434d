import { tokenTypes } from "../../model/scripted/compiled-model.ts";
import type { GgufFile, ReadValue } from "../../model/scripted/gguf/read-gguf.ts";
import { type ScriptRecord, scriptKey, scriptRecord } from "../../model/scripted/gguf/script-record.ts";

/** What `model inspect` shows of a file. */
export type Inspection = {
  readonly version: number;
  /** Single values by key; of lists only the length. */
  readonly metadata: Readonly<Record<string, string | number | boolean | { readonly length: number }>>;
  readonly tensors: readonly { readonly name: string; readonly sizes: readonly number[]; readonly type: number }[];
  readonly vocabulary: {
    readonly size: number;
    /** How many tokens there are of each type. */
    readonly types: Readonly<Record<string, number>>;
    readonly tokens?: readonly { readonly id: number; readonly text: string; readonly type: string }[];
  };
  /** The script the file was compiled from; null when mcpcheck did not write it. */
  readonly script: ScriptRecord | null;
};

/** The inspection of a file, with every token when `all` is set. */
export function inspectionOf({ version, metadata, tensors }: GgufFile, all: boolean): Inspection {
  const texts = listOf(metadata.get("tokenizer.ggml.tokens"));
  const numbers = listOf(metadata.get("tokenizer.ggml.token_type"));
  const names = new Map(Object.entries(tokenTypes).map(([name, number]) => [number as number, name]));
  const tokens = texts.map((text, id) => {
    const number = Number(numbers[id] ?? tokenTypes.normal);
    return { id, text: String(text), type: names.get(number) ?? String(number) };
  });
  const types: Record<string, number> = {};
  for (const { type } of tokens) types[type] = (types[type] ?? 0) + 1;
  const values = [...metadata].filter(([key]) => key !== scriptKey);
  return {
    version,
    metadata: Object.fromEntries(values.map(([key, value]) => [key, isList(value) ? { length: value.length } : value])),
    tensors: tensors.map(({ name, sizes, type }) => ({ name, sizes, type })),
    vocabulary: { size: tokens.length, types, ...(all ? { tokens } : {}) },
    script: scriptIn(metadata.get(scriptKey)),
  };
}

function scriptIn(value: ReadValue | undefined): ScriptRecord | null {
  if (typeof value !== "string") return null;
  try {
    return scriptRecord.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

function listOf(value: ReadValue | undefined): readonly ReadValue[] {
  return value !== undefined && isList(value) ? value : [];
}

function isList(value: ReadValue): value is readonly ReadValue[] {
  return Array.isArray(value);
}

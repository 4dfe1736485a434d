import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { architectures, pieceCuts, tokenizers } from "../../model/scripted/compiled-model.ts";
import type { CompileOptions } from "../../model/scripted/compiled-model.ts";
import type { ModelFamily } from "../../model/scripted/families/family.ts";
import { families, familyById } from "../../model/scripted/families/registry.ts";
import { usualFamilyId } from "../../model/scripted/why-not-built.ts";
import type { ModelScript } from "../../model/script/model-script.ts";
import { suggestion } from "../../base/nearest.ts";
import { readNamed } from "../read-named.ts";

/** The options of `model build` as commander gives them. */
export type RawBuildOptions = {
  readonly output: string;
  readonly family?: string;
  readonly arch: string;
  readonly tokenizer: string;
  readonly chatTemplate?: string;
  readonly format: string;
  readonly pieces: string;
  readonly context: string;
};

/** Forms of model files. */
export const fileFormats = ["gguf", "hf"] as const;

/** The word of a list that an option gives. @throws McpcheckError `usage` */
export function oneOf<T extends string>(words: readonly T[], value: string, option: string): T {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new McpcheckError("usage", `${option} must be ${words.join(" or ")}, not ${value}`);
  return found;
}

/** The family an option names, or else the first that speaks the script's format. @throws McpcheckError `usage` */
export function familyFor(id: string | undefined, script: ModelScript): ModelFamily {
  const wanted = id ?? usualFamilyId(script);
  const family = familyById(wanted);
  if (family !== undefined) return family;
  const ids = families.map((one) => one.id);
  throw new McpcheckError(
    "usage",
    `--family: there is no family ${wanted}${suggestion(wanted, ids)} (there are ${ids.join(", ")})`,
  );
}

/** What to compile with. @throws McpcheckError `usage` for values that are none */
export function compileOptionsOf(raw: RawBuildOptions, cwd: string): CompileOptions {
  return {
    architecture: oneOf(architectures, raw.arch, "--arch"),
    tokenizer: oneOf(tokenizers, raw.tokenizer, "--tokenizer"),
    pieces: oneOf(pieceCuts, raw.pieces, "--pieces"),
    contextLength: contextOf(raw.context),
    ...(raw.chatTemplate === undefined ? {} : { chatTemplate: readNamed(cwd, raw.chatTemplate, "--chat-template") }),
  };
}

function contextOf(text: string): number {
  const tokens = Number(text);
  if (Number.isInteger(tokens) && tokens > 0 && tokens < 2 ** 31) return tokens;
  throw new McpcheckError("usage", `--context must be a number of tokens, not ${text}`);
}

import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ModelScript } from "../script/model-script.ts";
import { compileModel } from "./compile-model.ts";
import { specOfScript } from "./spec-of-script.ts";
import { families, familyById } from "./families/registry.ts";

/** The family a script is built for when none is named: the first that speaks its format. */
export function usualFamilyId({ format }: ModelScript): string {
  return families.find((family) => family.format === format)?.id ?? "qwen2.5";
}

/** Characters of which no model file has room for the tokens: compiling them would only take long to say so. */
const tooMany = 100_000;

/** Why `model build` makes no model file of a script; undefined when it does. */
export function whyNotBuilt(script: ModelScript): string | undefined {
  try {
    const family = familyById(usualFamilyId(script));
    if (family === undefined) return `there is no family for ${script.id}`;
    const spec = specOfScript(script, family, script.id);
    const texts = spec.scenarios.flatMap(({ turns }) => turns.map(({ text }) => text));
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (length > tooMany) return `${script.id}: too much for one model file: ${length} characters; split the script`;
    compileModel(spec);
    return undefined;
  } catch (error) {
    if (error instanceof McpcheckError && error.kind === "usage") return error.message;
    throw error;
  }
}

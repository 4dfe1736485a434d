import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ModelScript } from "../../model/script/model-script.ts";
import { compileModel } from "../../model/scripted/compile-model.ts";
import { specOfScript } from "../../model/scripted/spec-of-script.ts";
import { familyFor } from "./build-options.ts";

/** Characters of which no model file has room for the tokens: compiling them would only take long to say so. */
const tooMany = 100_000;

/** Why `model build` makes no model file of a script; undefined when it does. */
export function whyNotBuilt(script: ModelScript): string | undefined {
  try {
    const spec = specOfScript(script, familyFor(undefined, script), script.id);
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

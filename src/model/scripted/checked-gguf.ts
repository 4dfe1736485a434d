import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { CompiledModel } from "./compiled-model.ts";
import { readGguf } from "./gguf/read-gguf.ts";
import { loadGguf } from "./reference/load-gguf.ts";
import { verifyModel } from "./reference/verify-model.ts";

/** A GGUF file that has been played, and by how many logits the closest token was ahead of all others. */
export type CheckedGguf = { readonly bytes: Uint8Array; readonly gap: number };

/**
 * The GGUF file of a model, read back and played by the reference.
 * @throws McpcheckError `harness` naming the turn when the file does not say exactly its script
 */
export function checkedGguf(model: CompiledModel, file: string): CheckedGguf {
  const bytes = model.gguf();
  const verified = verifyModel(model, loadGguf(readGguf(bytes, file), model.family.ends));
  const wrong = verified.find(({ exact }) => !exact);
  if (wrong !== undefined)
    throw new McpcheckError(
      "harness",
      `${file}: turn ${wrong.turn} of scenario ${wrong.scenario} came out as ${JSON.stringify(wrong.text)}; this is a fault of mcpcheck`,
    );
  return { bytes, gap: Math.min(...verified.map(({ gap }) => gap)) };
}

import { applyPatch } from "../../mock/script/json-patch.ts";
import { parseScript } from "../../mock/script/load-script.ts";
import type { MockScript } from "../../mock/script/script.ts";
import type { Json } from "../../jsonrpc/json.ts";
import type { Mutant } from "./mutant.ts";

/**
 * The script of a mutant: its base with the changes made and the rules put first.
 * @throws McpcheckError `usage` when the changes leave no valid script
 */
export function mutantScript(base: MockScript, mutant: Mutant): MockScript {
  const changed = applyPatch(base as Json, [...(mutant.setup ?? []), ...(mutant.patch ?? [])]);
  const script = parseScript(changed, `the mutant of ${mutant.mutates}`);
  return {
    ...script,
    omits: [...(script.omits ?? []), ...(mutant.omits ?? [])],
    rules: [...(mutant.rules ?? []), ...(script.rules ?? [])],
  };
}

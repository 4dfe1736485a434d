import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { loadModelScript, parseModelScript } from "../../model/script/load-model.ts";
import type { ModelScript } from "../../model/script/model-script.ts";
import { hold } from "../given/given.ts";
import { textOrScript } from "../given/rules.ts";
import type { ModelTurns } from "./script-builder.ts";

/** A model script in a program: as in a file, but that its id and title may be left out. */
export type InlineModelScript = Omit<ModelScript, "id" | "title"> & Partial<Pick<ModelScript, "id" | "title">>;

/** A fake model: the id of one that comes with mcpcheck (`call-then-say`), the path of a script file (`*.json`), answers, or a script. */
export type ModelDefinition = string | ModelTurns | InlineModelScript;

/**
 * The script of a definition.
 * @throws McpcheckError `usage` for an unknown id, and for a script that is not valid, with the place
 */
export function modelScriptOf(definition: ModelDefinition): ModelScript {
  hold(definition, textOrScript, "definition");
  if (typeof definition === "string") return loadModelScript(definition, ".");
  if ("turns" in definition && (!Array.isArray(definition.turns) || definition.turns.length === 0))
    throw new McpcheckError("usage", "turns: a fake model needs at least one answer");
  const named = { id: "script", title: "A fake model" };
  const script =
    "turns" in definition
      ? {
          ...named,
          ...(definition.format === undefined ? {} : { format: definition.format }),
          scenarios: [{ id: "script", turns: definition.turns, rounds: "all" }],
        }
      : { ...named, ...definition };
  return parseModelScript(JSON.stringify(script), "script");
}

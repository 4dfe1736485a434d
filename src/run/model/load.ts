import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { builtinSuites } from "../suites/load-suites.ts";
import { type ModelSuite, modelSuite } from "./model-suite.ts";

/** The suites for inference servers, by name. @throws McpcheckError naming file and place when one is malformed */
export function loadModelSuites(directory: string = join(builtinSuites, "model")): readonly ModelSuite[] {
  const suites = readdirSync(directory)
    .filter((name) => name.endsWith(".json") && !name.endsWith(".schema.json"))
    .toSorted()
    .map((name) => parseJsonFile(readFileSync(join(directory, name), "utf8"), `suites/model/${name}`, modelSuite));
  for (const { id, tools, scenarios } of suites) {
    const known = new Set(tools.map(({ name }) => name));
    for (const one of scenarios) {
      const missing = one.tools.find((name) => !known.has(name));
      if (missing !== undefined)
        throw new McpcheckError(
          "usage",
          `suites/model/${id}: the scenario ${one.id} offers ${missing}, which is not a tool of the suite`,
        );
    }
  }
  return suites;
}

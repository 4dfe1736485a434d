import { readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { suggestion } from "../../base/nearest.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { type ModelScript, modelScript } from "./model-script.ts";
import { packageFile } from "../../base/files/package-file.ts";

/** The folder of the model scripts that come with mcpcheck; the same from `src/` and from `dist/`. */
export const modelFolder = packageFile("mocks/models/");

/** The model scripts that come with mcpcheck, by id. */
export function listModelScripts(): readonly ModelScript[] {
  return scriptIds().map((id) => readScript(join(modelFolder, `${id}.json`)));
}

/**
 * The model script of an id, or of a file when the argument ends in `.json`.
 * @throws McpcheckError `usage` that names the file and, by JSON pointer, the place
 */
export function loadModelScript(idOrFile: string, cwd: string): ModelScript {
  if (idOrFile.endsWith(".json")) return readScript(resolve(cwd, idOrFile));
  const ids = scriptIds();
  if (!ids.includes(idOrFile)) {
    const hint = suggestion(idOrFile, ids);
    throw new McpcheckError("usage", `there is no model script ${idOrFile}${hint} (there are ${ids.join(", ")})`);
  }
  return readScript(join(modelFolder, `${idOrFile}.json`));
}

/** The model script a JSON text is; `file` names it in errors. */
export function parseModelScript(text: string, file: string): ModelScript {
  return parseJsonFile(text, file, modelScript);
}

function scriptIds(): string[] {
  return readdirSync(modelFolder)
    .filter((name) => name.endsWith(".json") && !name.endsWith(".schema.json"))
    .map((name) => basename(name, ".json"))
    .toSorted();
}

function readScript(file: string): ModelScript {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new McpcheckError("usage", `cannot read the model script ${file}`, { cause });
  }
  return parseModelScript(text, file);
}

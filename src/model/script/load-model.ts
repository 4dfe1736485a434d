import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { thereIsNo } from "../../base/nearest.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { type ModelScript, modelScript } from "./model-script.ts";
import { pathFrom, shippedFiles, textOfFile } from "../../base/files/shipped-files.ts";

const scriptFiles = (): ReadonlyMap<string, string> => shippedFiles("mocks/models");

/** The model scripts that come with mcpcheck, by id. */
export function listModelScripts(): readonly ModelScript[] {
  return [...scriptFiles().values()].map(readScript);
}

/**
 * The model script of an id, or of a file when the argument ends in `.json`.
 * @throws McpcheckError `usage` that names the file and, by JSON pointer, the place
 */
export function loadModelScript(idOrFile: string, cwd: string): ModelScript {
  if (idOrFile.endsWith(".json")) return readScript(pathFrom(cwd, idOrFile));
  const files = scriptFiles();
  const file = files.get(idOrFile);
  if (file !== undefined) return readScript(file);
  const ids = [...files.keys()];
  throw new McpcheckError("usage", thereIsNo("model script", idOrFile, ids, "models"));
}

/** The model script a JSON text is; `file` names it in errors. */
export function parseModelScript(text: string, file: string): ModelScript {
  return parseJsonFile(text, file, modelScript);
}

function readScript(file: string): ModelScript {
  let text: string;
  try {
    text = textOfFile(file);
  } catch (cause) {
    throw new McpcheckError("usage", `cannot read the model script ${file}`, { cause });
  }
  return parseModelScript(text, file);
}

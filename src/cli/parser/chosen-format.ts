import { visible } from "../../base/visible.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { parseJson } from "../../base/json/parse-json.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { formatForModel, nearestFormats } from "../../toolcall/formats/lookup.ts";
import { formatById } from "../../toolcall/formats/registry.ts";
import { importResponseTemplate } from "../../toolcall/template/import-response-template.ts";
import type { Io } from "../io.ts";
import { readNamed } from "../read-named.ts";

/** The ways a format can be named on the command line; exactly one is given. */
export type FormatChoice = { readonly format?: string; readonly model?: string; readonly template?: string };

/**
 * The format that was named. What a response template says and a format cannot express is said on standard error.
 * @throws McpcheckError `usage` for none or several choices, an unknown format, model or template
 */
export function chosenFormat(io: Io, { format, model, template }: FormatChoice): ToolCallFormat {
  const given = [format, model, template].filter((choice) => choice !== undefined);
  if (given.length !== 1)
    throw new McpcheckError(
      "usage",
      "name the format by one of --format <id>, --model <id> and --template <file> (mcpcheck list formats shows them)",
    );
  if (format !== undefined) return byId(format);
  return model === undefined ? byTemplate(io, template ?? "") : byModel(model);
}

function byId(id: string): ToolCallFormat {
  const found = formatById(id);
  if (found !== undefined) return found;
  const near = nearestFormats(id).join(" or ");
  throw new McpcheckError(
    "usage",
    `--format: no format "${id}"${near === "" ? "" : `; did you mean ${near}?`} (mcpcheck list formats shows them)`,
  );
}

function byModel(model: string): ToolCallFormat {
  const found = formatForModel(model);
  if (found !== undefined) return found;
  throw new McpcheckError(
    "usage",
    `--model: no format is known for "${model}"; name it with --format (mcpcheck list formats --json shows models)`,
  );
}

function byTemplate(io: Io, file: string): ToolCallFormat {
  const imported = importResponseTemplate(parseJson(readNamed(io.cwd, file, "--template"), file));
  if ("error" in imported) throw new McpcheckError("usage", `--template: ${file}: ${imported.error}`);
  for (const line of imported.leftOut) io.stderr(`mcpcheck: ${file}: left out: ${visible(line)}\n`);
  return imported.format;
}

import * as z from "zod";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { parseJson } from "../../base/json/parse-json.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { revisions } from "../../spec/revision.ts";
import { type Surface, surfaceVersion } from "../../surface/surface.ts";
import { surfaceOfTrace } from "../../surface/surface-of-trace.ts";
import { bothSides } from "../../trace/both-sides.ts";
import { parseTrace } from "../../trace/ndjson.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Io } from "../io.ts";
import { readNamed } from "../read-named.ts";

const item = z.record(z.string(), z.unknown()).transform((value) => value as JsonObject);
const list = z.array(item).optional();

const saved = z.strictObject({
  $schema: z.string().optional(),
  schemaVersion: z.literal(surfaceVersion),
  revision: z.enum(revisions),
  server: z.strictObject({ name: z.string().optional(), version: z.string().optional() }),
  instructions: z.string().optional(),
  capabilities: item,
  tokens: z.number(),
  tools: list,
  prompts: list,
  resources: list,
  resourceTemplates: list,
});

const maker = "mcpcheck surface save";

/** Whether a word names a file that holds a surface, saved or in a trace; everything else is a command. */
export function namesSurfaceFile(word: string): boolean {
  return /\.(json|ndjson|jsonl)$/i.test(word);
}

/** The surface in a file: one that `surface save` wrote, or a trace. @throws McpcheckError `usage` with file and place */
export function readSurface(io: Io, file: string): Surface {
  return surfaceOfText(readNamed(io.cwd, file, "surface", maker), file);
}

/** The same of a text; `file` is what messages call it. */
export function surfaceOfText(text: string, file: string): Surface {
  if (/^[^\n]*"mcpcheckTrace"/.test(text)) return recordedSurface(parseTrace(text, file), file);
  if (!/"schemaVersion"/.test(text)) {
    // What is no JSON at all is cut off, more likely than it is something else.
    if (/\.json$/i.test(file)) parseJson(text, file);
    throw new McpcheckError("usage", `${file}: neither a file that ${maker} wrote nor a trace (--trace, mcpcheck record)`);
  }
  const { $schema: _schema, ...surface } = parseJsonFile(text, file, saved, maker);
  return surface as Surface;
}

/** The surface that a trace shows; `file` is what messages call it. @throws McpcheckError `usage` where it shows none */
export function recordedSurface(trace: Trace, file: string): Surface {
  const found = surfaceOfTrace(trace.subject.between === true ? bothSides(trace).server : trace);
  if (found !== undefined) return found;
  throw new McpcheckError("usage", `${file}: in this trace no server tells what it can do, so that it shows no surface`);
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { McpcheckError } from "../mcpcheck-error.ts";
import { parseJsonFile } from "../parse-json-file.ts";
import type { Baseline } from "./baseline-entry.ts";
import { parseBaseline } from "./baseline.ts";
import type { ConformanceMap } from "./expected-failures.ts";
import { builtinSuites } from "./load-suites.ts";

const mapFile = z.strictObject({
  schemaVersion: z.literal(1),
  /** Where the names come from, and as of when. */
  source: z.string(),
  /** `scenario` or `scenario:check` of the official tool to check ids. */
  server: z.record(z.string(), z.array(z.string()).min(1)),
});

/** What the names of the official conformance tool correspond to: suites/conformance-map.json. */
export function loadConformanceMap(): ConformanceMap {
  const file = join(builtinSuites, "conformance-map.json");
  return parseJsonFile(readFileSync(file, "utf8"), file, mapFile).server;
}

/**
 * Reads the baseline at `path`; `shown` names it in messages. With `mayBeAbsent` (a baseline about to be written) a
 * missing file is an empty one.
 * @throws McpcheckError `usage` with file and place
 */
export function loadBaseline(path: string, shown: string, mayBeAbsent = false): Baseline {
  if (mayBeAbsent && !existsSync(path)) return { file: shown, known: [], notices: [] };
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new McpcheckError("usage", `--baseline ${shown}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  return parseBaseline(text, shown, loadConformanceMap());
}

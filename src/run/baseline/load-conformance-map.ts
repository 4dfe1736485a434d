import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import type { ConformanceMap } from "./expected-failures.ts";
import { builtinSuites } from "../suites/load-suites.ts";

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

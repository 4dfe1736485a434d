import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import type { Attribution } from "./attribution.ts";
import { builtinSuites } from "../suites/load-suites.ts";

const file: z.ZodType<{ readonly schemaVersion: 1; readonly attributions: readonly Attribution[] }> = z.strictObject({
  schemaVersion: z.literal(1),
  attributions: z.array(
    z.strictObject({
      sdk: z.string(),
      language: z.enum(["typescript", "python", "go", "java", "rust", "csharp"]),
      unless: z.array(z.string()).exactOptional(),
      recognisedBy: z
        .array(
          z.strictObject({
            where: z.enum(["error-message", "tool-error-text"]),
            code: z.int().exactOptional(),
            pattern: z.string(),
            data: z.string().exactOptional(),
            beside: z.string().exactOptional(),
          }),
        )
        .min(1),
      behaviours: z.array(
        z.strictObject({
          checks: z.array(z.string()).min(1),
          message: z.string().exactOptional(),
          evidence: z.string().exactOptional(),
          note: z.string(),
          source: z.string(),
        }),
      ),
    }),
  ),
});

/** What is known of libraries: suites/attributions.json. */
export function loadAttributions(): readonly Attribution[] {
  const path = join(builtinSuites, "attributions.json");
  return parseJsonFile(readFileSync(path, "utf8"), path, file).attributions;
}

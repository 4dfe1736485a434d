import * as z from "zod";
import type { CompiledModel } from "../compiled-model.ts";

/** The metadata key of the script a file was compiled from, as JSON. */
export const scriptKey = "mcpcheck.script";

/** What a file tells of its script: enough to know what it will say, to what, and in how many tokens. */
export const scriptRecord = z.object({
  version: z.literal(1),
  id: z.string(),
  title: z.string(),
  family: z.string(),
  format: z.string(),
  scenarios: z.array(
    z.object({
      id: z.string(),
      turns: z.array(
        z.object({
          marker: z.string().nullable(),
          afterToolResult: z.boolean().nullable(),
          text: z.string(),
          end: z.string(),
          tokenCount: z.int(),
        }),
      ),
    }),
  ),
});
/** A script as a file tells it. */
export type ScriptRecord = z.infer<typeof scriptRecord>;

/** The record of a model. */
export function recordOf({
  id,
  title,
  family,
  scenarios,
}: Pick<CompiledModel, "id" | "title" | "family" | "scenarios">): ScriptRecord {
  return {
    version: 1,
    id,
    title,
    family: family.id,
    format: family.format,
    scenarios: scenarios.map((scenario) => ({
      id: scenario.id,
      turns: scenario.turns.map(({ marker, afterToolResult, text, end, tokenCount }) => ({
        marker,
        afterToolResult,
        text,
        end,
        tokenCount,
      })),
    })),
  };
}

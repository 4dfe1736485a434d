import * as z from "zod";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { toolRoles } from "../../trace/facts/tool-role.ts";

const hint = z.strictObject({
  /** The tool's name. */
  tool: z.string(),
  /** The arguments to call it with; derived from its schema when absent. */
  arguments: z.record(z.string(), z.json()).optional(),
});

const hintsFile = z.strictObject({
  $schema: z.string().optional(),
  schemaVersion: z.literal(1),
  roles: z.partialRecord(z.enum(toolRoles), hint),
});

/** What the user says of the subject beyond what it announces: naming a tool in a role is consent to call it. */
export type Hints = z.infer<typeof hintsFile>["roles"];

/**
 * Reads a hints file: `{"schemaVersion":1,"roles":{"slow":{"tool":"wait","arguments":{"seconds":5}}}}`.
 * @throws McpcheckError `usage`, with file and JSON pointer
 */
export function parseHints(text: string, file: string): Hints {
  return parseJsonFile(text, file, hintsFile).roles;
}

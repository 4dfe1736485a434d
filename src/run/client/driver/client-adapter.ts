import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import * as z from "zod";
import { parseJsonFile } from "../../../base/files/parse-json-file.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { clientAbilities, clientTransports } from "../scenario/client-suite.ts";

/** The definition of a file that describes a client; `suites/client/adapter.schema.json` is generated from it. */
const adapterFile = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "expected lower-case letters, digits and -"),
  title: z.string().min(1),
  version: z.string().optional().describe("which version it was written for"),
  needs: z.array(z.string()).optional().describe("files that must be there, relative to this one; without them it is not judged"),
  command: z
    .array(z.string())
    .min(1)
    .describe(
      "what is started for every scenario; {adapter} is the directory of this file, {node} the Node.js that runs mcpcheck",
    ),
  environment: z.record(z.string(), z.string()).optional().describe("variables it gets beside those of docs/clients.md"),
  abilities: z
    .array(z.enum([...clientTransports, ...clientAbilities]))
    .min(1)
    .optional()
    .describe("all it can do; the rest is not looked at"),
  timeoutMs: z.int().positive().optional().describe("how long one exchange may take; --timeout says it for one run"),
});

/** A client that a file describes: what is started, and what it can do. */
export type ClientAdapter = Omit<z.infer<typeof adapterFile>, "$schema"> & { readonly command: readonly [string, ...string[]] };

/** The JSON Schema of files that describe clients, for editors; suites/client/adapter.schema.json holds its text. */
export function clientAdapterJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(adapterFile, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "How mcpcheck starts a client, and what the client can do", ...rest };
}

/**
 * Reads a file that describes a client, with its places filled in.
 * @throws McpcheckError `usage` naming the file and, by JSON pointer, the place; `subject` when something it needs is not there
 */
export function loadClientAdapter(file: string, cwd: string): ClientAdapter {
  const path = resolve(cwd, file);
  const { $schema: _, ...adapter } = parseJsonFile(textOf(path, file), file, adapterFile);
  const folder = dirname(path);
  const missing = (adapter.needs ?? []).find((need) => !existsSync(resolve(folder, need)));
  if (missing !== undefined)
    throw new McpcheckError("subject", `${adapter.id} is not installed here: ${missing}, which ${file} needs, is missing`);
  const fill = (text: string): string => text.replaceAll("{adapter}", folder).replaceAll("{node}", process.execPath);
  const [program = "", ...words] = adapter.command.map(fill);
  const environment = Object.fromEntries(Object.entries(adapter.environment ?? {}).map(([name, value]) => [name, fill(value)]));
  return { ...adapter, command: [program, ...words], environment };
}

function textOf(path: string, file: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new McpcheckError("usage", `--adapter: cannot read ${file}: ${reason}`, { cause });
  }
}

import * as z from "zod";
import { suggestion } from "../../base/nearest.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { shippedFiles, textOfFile } from "../../base/files/shipped-files.ts";

/** The definition of a file in `mocks/agents/`; `mocks/agents.schema.json` is generated from it. */
export const agentScript = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string().min(1),
  shows: z.string().min(1).describe("what whoever meets it is tried in"),
  wire: z
    .enum(["published", "documented"])
    .optional()
    .describe("A2A 1.0, or the wire of the bridge that is documented; default published"),
  card: z
    .strictObject({ description: z.string(), tags: z.array(z.string()) })
    .optional()
    .describe("what its card says of it, at the well-known addresses; without it there is no card"),
  works: z
    .strictObject({
      says: z.string().describe("its answer; {text} is the task as it was told"),
      fails: z.boolean().optional().describe("whether the task fails instead, with that text as the reason"),
      afterMs: z.int().positive().optional().describe("milliseconds until a task has its end; default at once"),
    })
    .optional()
    .describe("what it does with tasks; without it nothing is at /a2a"),
  receives: z
    .array(z.int())
    .min(1)
    .optional()
    .describe(
      "the statuses it answers what is posted anywhere else with, one after the other, the last for ever; without it 404",
    ),
});
/** Another agent, as data: what a bridge finds, hands work to, or tells of tasks. */
export type AgentScript = z.infer<typeof agentScript>;

/** The agents that come with mcpcheck, sorted by id. */
export function listAgents(): readonly AgentScript[] {
  return [...shippedFiles("mocks/agents").values()].map(read);
}

/** The agent of an id. @throws McpcheckError `usage` naming those there are */
export function loadAgent(id: string): AgentScript {
  const files = shippedFiles("mocks/agents");
  const file = files.get(id);
  if (file !== undefined) return read(file);
  const ids = [...files.keys()];
  throw new McpcheckError("usage", `there is no agent ${id}${suggestion(id, ids)}; there are ${ids.join(", ")}`);
}

const read = (file: string): AgentScript => parseJsonFile(textOfFile(file), file, agentScript);

/** The JSON Schema of a mock agent, for editors. */
export function agentJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(agentScript, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "A mock agent of mcpcheck", ...rest };
}

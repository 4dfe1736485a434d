import * as z from "zod";
import { modelApis, modelGroups } from "../../check/model/model-event.ts";
import type { Json } from "../../jsonrpc/json.ts";

const json: z.ZodType<Json, Json> = z.json();
const object = z.record(z.string(), json);

const tool = z.strictObject({ name: z.string().min(1), description: z.string(), parameters: object });

/** A change to the text of a turn. `CLOSER` stands for the closer of a call in the family's format. */
const edit = z.strictObject({
  find: z.string().min(1),
  put: z.string(),
  last: z.literal(true).optional().describe("the last place; default the first"),
  all: z.literal(true).optional().describe("every place"),
});
/** A change to the text of a turn: see the schema of the same name. */
export type TurnEdit = z.infer<typeof edit>;

const turn = z.strictObject({
  reasoning: z.string().optional(),
  say: z.string().optional().describe("visible text before the calls"),
  calls: z.array(z.strictObject({ name: z.string(), arguments: object })).optional(),
  after: z.string().optional().describe("visible text after the calls"),
  edits: z
    .array(edit)
    .optional()
    .describe("changes to the text in the family's format; where one finds nothing, the scenario is left out"),
  upTo: z.string().optional().describe("the text ends after the first place of this"),
  results: z.array(z.string()).optional().describe("what the tools give back, one per call; the next turn follows them"),
});
/** A turn of a scenario: see the schema of the same name. */
export type ScenarioTurn = z.infer<typeof turn>;

const scenario = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    title: z.string(),
    group: z.enum(modelGroups).exclude(["again", "sampled"]).describe("what it is about: checks choose by it"),
    apis: z.array(z.enum(modelApis)).optional().describe("wires it is about; default all"),
    tools: z.array(z.string()).describe("names of the tools that are offered"),
    choice: z
      .union([z.enum(["none", "required"]), z.strictObject({ name: z.string() })])
      .optional()
      .describe("tool_choice of the request"),
    cut: z
      .enum(["word", "byte"])
      .optional()
      .describe("what a token is: a word (default), or few bytes, which may be a part of a character"),
    opened: z.literal(true).optional().describe("the prompt has opened the reasoning: the text goes on in it"),
    plain: z.literal(true).optional().describe("markers are ordinary text, no special tokens"),
    turns: z.array(turn).min(1).max(8),
  })
  .refine(
    ({ turns }) =>
      turns.every(({ results, calls = [] }, index) => index === turns.length - 1 || results?.length === calls.length),
    "every turn but the last needs a result for each of its calls",
  );
/** A conversation with a scripted model. */
export type ModelScenario = z.infer<typeof scenario>;

/** The definition of a suite for inference servers; `suites/model/suite.schema.json` is generated from it. */
export const modelSuite = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z0-9-]+$/),
  subject: z.literal("model"),
  title: z.string(),
  tools: z.array(tool).min(1),
  scenarios: z.array(scenario).min(1),
  samples: z
    .array(z.strictObject({ ask: z.string(), tools: z.array(z.string()).min(1) }))
    .min(1)
    .describe("requests that a real model can hardly answer without a call"),
});
/** A suite for inference servers. */
export type ModelSuite = z.infer<typeof modelSuite>;

/** The JSON Schema of such a suite, for editors. */
export function modelSuiteJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(modelSuite, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "Conversations with scripted models, of mcpcheck", ...rest };
}

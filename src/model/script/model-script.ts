import * as z from "zod";
import { condition } from "./condition.ts";
import { formatId, split, turn } from "./turn.ts";

/** One course of a conversation: when it applies, and what the model says round after round. */
const scenario = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  when: condition.optional().describe("all that is given must hold; without it the scenario always applies"),
  turns: z.array(turn).min(1).describe("turn 0 answers the user, turn 1 what follows it, and so on"),
  rounds: z
    .enum(["since-user", "all"])
    .optional()
    .describe("which assistant messages of the history count as rounds: those since the user spoke (default) or all"),
  afterwards: z.enum(["repeat", "cycle"]).optional().describe("after the last turn: that turn again (default), or the first"),
});
/** A scenario of a model script: see the schema of the same name. */
export type Scenario = z.infer<typeof scenario>;

/** What a model of this script cannot do: the wires refuse requests that ask for it in their own words. */
const inabilities = ["tools", "thinking"] as const;
/** Something a model cannot do. */
export type Inability = (typeof inabilities)[number];

/** The definition of a model script; `mocks/models/model.schema.json` is generated from it. */
export const modelScript = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  title: z.string(),
  description: z.string().optional(),
  models: z.array(z.string().min(1)).min(1).optional().describe("further model names it answers to"),
  lacks: z.array(z.enum(inabilities)).optional().describe("what the model cannot do"),
  refuses: z
    .array(z.enum(["unpaired-results", "tool-names", "empty-content"]))
    .optional()
    .describe("requests that strict providers refuse, and this model too"),
  format: formatId
    .optional()
    .describe("says reasoning and calls as raw text of this tool-call format; without it as members of the message"),
  split: split.optional().describe("how texts are cut into pieces, where a turn says nothing else"),
  writes: z.int().positive().optional().describe("bytes per write to the connection; default one message per write"),
  scenarios: z.array(scenario).min(1).describe("the first that applies is played"),
});

/** A fake model as data: what it says, and how it misbehaves. */
export type ModelScript = z.infer<typeof modelScript>;

import * as z from "zod";
import { expression } from "./expression.ts";

const range = z.union([
  z.int().nonnegative(),
  z.strictObject({ min: z.int().nonnegative().optional(), max: z.int().nonnegative().optional() }),
]);

/**
 * What must hold for a scenario; everything that is given must hold. Texts are compared with the last message of the user
 * and with what came after it. Names of tools hold also after a server's name: `read_file` is `files:read_file` too.
 */
export const condition = z.strictObject({
  marker: z
    .string()
    .regex(/^[A-Z0-9_]+$/)
    .optional()
    .describe("is in the user's text or in a tool result; model files know a scenario by it"),
  user: expression.optional().describe("regular expression, in any case, the user's last text matches"),
  system: expression.optional().describe("regular expression the system text matches"),
  round: range.optional().describe("how often the model has spoken since the user, or from min to max"),
  results: range.optional().describe("how many tool results there are since the user spoke"),
  result: z
    .strictObject({ name: z.string().optional(), text: expression.optional() })
    .optional()
    .describe("what the last tool result is"),
  offers: z.array(z.string()).optional().describe("tools that are offered, all of them; * stands for any characters"),
  lacks: z.array(z.string()).optional().describe("tools none of which is offered"),
  tools: range.optional().describe("how many tools are offered"),
  model: z.string().optional().describe("the model's name in the request"),
  stream: z.boolean().optional(),
});
/** A condition of a scenario: see the schema of the same name. */
export type Condition = z.infer<typeof condition>;
/** A number, or bounds of it, both included. */
export type Range = z.infer<typeof range>;

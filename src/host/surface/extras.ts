import * as z from "zod";

/** A time limit: milliseconds, or a text with a unit such as "30s". */
const duration = z.union([
  z.number().positive(),
  z
    .string()
    .regex(/^\d+(?:\.\d+)?(?:ms|s|m)?$/, 'expected milliseconds, or a text such as "30s"')
    .transform(
      (text) => Number.parseFloat(text) * (text.endsWith("ms") ? 1 : text.endsWith("s") ? 1000 : text.endsWith("m") ? 60_000 : 1),
    ),
]);

/** The members of a request beyond those of the API it comes through. `null` is as good as absent. */
export const extraFields = {
  mcp_servers: z.unknown().optional(),
  tools_path: z.union([z.string(), z.boolean()]).nullish(),
  max_tool_rounds: z.int("expected a whole number").nonnegative("must not be negative").nullish(),
  tool_timeout: duration.nullish(),
  include_tool_results: z.boolean().nullish(),
  jit_tools: z.boolean().nullish(),
  jit_max_tools: z.int().nullish(),
  jit_connect_eager: z.boolean().nullish(),
  session_id: z.string().max(256).nullish(),
  task_id: z.string().nullish(),
};

/** Those members as they were read. */
export type Extras = z.infer<z.ZodObject<typeof extraFields>>;

/** The names of those members that a profile with `openaiExtras: few` reads. */
export const fewExtras: readonly (keyof Extras)[] = ["mcp_servers", "tools_path", "jit_max_tools"];

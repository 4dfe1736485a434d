import * as z from "zod";

/** A step in which time passes. */
export const timeStep = z.strictObject({
  ms: z.int().positive().describe("milliseconds of the host's time"),
  after: z
    .enum(["call", "wait", "question"])
    .optional()
    .describe(
      "beside other steps: from when a tool call has reached an HTTP server, a server has begun a pause, or a person is asked; default at once",
    ),
});
/** A step in which time passes: see the schema of the same name. */
export type TimeStep = z.infer<typeof timeStep>;

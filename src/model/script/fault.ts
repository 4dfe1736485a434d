import * as z from "zod";

const after = z.int().nonnegative().describe("messages of the stream before it happens");

/** How an answer goes wrong on the wire. Several may be given. */
export const fault = z.strictObject({
  status: z
    .strictObject({
      code: z.int().min(400).max(599),
      message: z.string().optional().describe("in the wire's own error form"),
      body: z.string().optional().describe("this body verbatim instead"),
      type: z.string().optional().describe("media type of the body; default text/plain"),
      headers: z.record(z.string(), z.string()).optional(),
    })
    .optional()
    .describe("an HTTP error instead of an answer"),
  hang: z.literal(true).optional().describe("never answers"),
  slow: z
    .strictObject({
      first: z.number().nonnegative().optional().describe("milliseconds before the first byte"),
      each: z.number().nonnegative().optional().describe("milliseconds before each further message"),
    })
    .optional(),
  drop: z
    .strictObject({ after, within: z.literal(true).optional().describe("in the middle of the next message") })
    .optional()
    .describe("cuts the connection"),
  line: z
    .strictObject({ after, text: z.string().describe("verbatim, with a line feed after it") })
    .optional()
    .describe("something between two messages that is none"),
  error: z.strictObject({ after, message: z.string() }).optional().describe("an error message of the wire ends the stream"),
  endless: z.literal(true).optional().describe("says its text again and again until the other side goes away"),
  unfinished: z.literal(true).optional().describe("ends well, but without the final message"),
});
/** A fault of a turn: see the schema of the same name. */
export type Fault = z.infer<typeof fault>;

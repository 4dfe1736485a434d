import * as z from "zod";
import { revisions } from "../../spec/revision.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { jsonObject, jsonValue } from "./rule.ts";

const object: z.ZodType<JsonObject> = jsonObject;

const message = z.strictObject({
  method: z.string().min(1),
  params: object.optional(),
  asks: z.literal(true).optional().describe("a request to the client: the answer waits for what it says, whatever that is"),
});

const answer = z
  .strictObject({
    sends: z
      .array(message)
      .optional()
      .describe("what is sent before the answer; a report of progress gets the caller's token, and is left out without one"),
    result: object.optional(),
    error: z.strictObject({ code: z.number(), message: z.string(), data: jsonValue.optional() }).optional(),
  })
  .refine(({ result, error }) => (result === undefined) !== (error === undefined), "takes either result or error");

/** What a recorded server sent when it was asked. */
export type RecordedAnswer = z.infer<typeof answer>;

/** A request that was recorded, and what it was answered with, each time it was asked. */
export const recordedExchange = z.strictObject({
  method: z.string().min(1),
  params: object
    .optional()
    .describe("all of the params but _meta; only a request with the same is answered. initialize and server/discover have none"),
  revisions: z.array(z.enum(revisions)).min(1).describe("the revisions at which it was answered so"),
  answers: z.array(answer).min(1).describe("one after the other; the last is given from then on"),
});

/** A request that was recorded, and its answers. */
export type RecordedExchange = z.infer<typeof recordedExchange>;

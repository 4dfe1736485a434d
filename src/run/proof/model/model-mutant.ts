import * as z from "zod";
import { modelApis } from "../../../check/model/model-event.ts";
import { patchOperation } from "../../../mock/script/rule.ts";

/** The definition of a file in `mocks/mutants/model/`; `mocks/model-mutants.schema.json` is generated from it. */
export const modelMutantFile = z.strictObject({
  $schema: z.string().optional(),
  mutates: z.string().describe("the check that must find the deviation"),
  deviation: z.string().min(1).describe("what this inference server does wrong, in one sentence"),
  api: z.enum(modelApis),
  scenarios: z.array(z.string()).min(1).describe("what is played beside the control; the server is wrong in these"),
  turn: z.int().nonnegative().optional().describe("it is wrong in this turn only, counted from 0"),
  patch: z
    .array(patchOperation)
    .optional()
    .describe("the deviation as changes of the turn (of a model script) that a right server answers with"),
  chunks: z
    .strictObject({
      streamed: z.boolean().optional().describe("only in streams, or only in whole answers"),
      replace: z.array(z.tuple([z.string(), z.string()])).min(1),
    })
    .optional()
    .describe("the deviation as changes of the bytes of the answer"),
  status: z.int().min(400).max(599).optional().describe("the deviation as the status of the answer"),
  also: z
    .record(z.string(), z.string().min(1))
    .optional()
    .describe("other checks that the same deviation violates by necessity, each with the reason"),
});

/** An inference server with exactly one deviation, as data. */
export type ModelMutant = z.infer<typeof modelMutantFile>;

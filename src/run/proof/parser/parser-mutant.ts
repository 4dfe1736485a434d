import * as z from "zod";
import { patchOperation } from "../../../mock/script/rule.ts";

/** The definition of a file in `mocks/mutants/parser/`; `mocks/parser-mutants.schema.json` is generated from it. */
export const parserMutantFile = z.strictObject({
  $schema: z.string().optional(),
  mutates: z.string().describe("the check that must find the deviation"),
  deviation: z.string().min(1).describe("what this parser does wrong, in one sentence"),
  formats: z.array(z.string()).min(1).describe("the formats it is judged by; it must be caught by each"),
  groups: z.array(z.string()).min(1).optional().describe("only these groups of the corpora; default all"),
  patch: z.array(patchOperation).optional().describe("the deviation as changes of the format's data"),
  pieces: z.literal("alone").optional().describe("every piece is read by a parser of its own, as if it were all"),
  answer: z
    .enum(["text-trimmed", "last-fragment-twice"])
    .optional()
    .describe("the deviation as a change of the answers of a correct parser"),
  also: z
    .record(z.string(), z.string().min(1))
    .optional()
    .describe("other checks that the same deviation violates by necessity, each with the reason"),
});

/** A parser with exactly one deviation, as data. */
export type ParserMutant = z.infer<typeof parserMutantFile>;

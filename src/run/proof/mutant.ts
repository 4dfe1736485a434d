import * as z from "zod";
import { patchOperation, rule } from "../../mock/script/rule.ts";
import { omissions } from "../../mock/script/script.ts";
import { revisions } from "../../spec/revision.ts";

/** Where a mutant is judged: a transport and the revision it is spoken to by. */
const place = z.strictObject({ transport: z.enum(["stdio", "http", "sse"]), revision: z.enum(revisions) });

/** Where a mutant is judged. */
export type Place = z.infer<typeof place>;

/** How a place is called in results. */
export const placeName = ({ transport, revision }: Place): string => `${transport} ${revision}`;

/** The mutants with those of their places alone that are wanted, and none without a place. */
export function atPlaces<M extends { readonly mutates: string; readonly on: readonly Place[] }>(
  mutants: readonly M[],
  wants: (check: string, place: string) => boolean,
): M[] {
  return mutants
    .map((mutant) => ({ ...mutant, on: mutant.on.filter((one) => wants(mutant.mutates, placeName(one))) }))
    .filter(({ on }) => on.length > 0);
}

/** The definition of a file in `mocks/mutants/server/<area>/`; `mocks/mutants.schema.json` is generated from it. */
export const mutantFile = z.strictObject({
  $schema: z.string().optional(),
  mutates: z.string().describe("the check that must find the deviation"),
  deviation: z.string().min(1).describe("what this server does wrong, in one sentence"),
  extends: z.string().describe("the mock that is correct but for the deviation"),
  on: z.array(place).min(1).describe("where it is judged; it must be caught everywhere"),
  scenarios: z.string().optional().describe("suites or suite/scenario globs to run; default those that exercise the check"),
  setup: z
    .array(patchOperation)
    .optional()
    .describe("changes of the base script that are not a deviation: another server, correct as well, on which it can be shown"),
  patch: z.array(patchOperation).optional().describe("the deviation as changes of the base script"),
  omits: z.array(z.enum(omissions)).optional().describe("the deviation as steps of correct behaviour left out"),
  rules: z.array(rule).optional().describe("the deviation as rules"),
  headers: z.record(z.string(), z.string()).optional().describe("headers of every HTTP request to it, such as credentials"),
  tokens: z.literal(true).optional().describe("it is tried with tokens of every kind: Bearer mcpcheck-<kind>"),
  process: z.literal(true).optional().describe("needs a process of its own"),
  also: z
    .record(z.string(), z.string().min(1))
    .optional()
    .describe("other checks that the same deviation violates by necessity, each with the reason"),
});

/** A correct server with exactly one deviation, as data. */
export type Mutant = z.infer<typeof mutantFile>;

/** Checks nothing can violate by a mock, with the reason for each. */
export const pendingFile = z.record(z.string(), z.string().min(1));

import * as z from "zod";

/** The definition of a file in `mocks/mutants/host/`; `mocks/host-mutants.schema.json` is generated from it. */
export const hostMutantFile = z.strictObject({
  $schema: z.string().optional(),
  mutates: z.string().describe("the case that must find the deviation"),
  deviation: z.string().min(1).describe("what this host does wrong, in one sentence"),
  set: z.record(z.string(), z.json()).describe("the deviation as settings of the reference host, over those of every case"),
  cases: z.string().optional().describe("suite/case globs it is driven through; default the suite of its case"),
  also: z
    .record(z.string(), z.string().min(1))
    .optional()
    .describe("other cases (globs) that the same deviation violates by necessity, each with the reason"),
});

/** A host with exactly one deviation, as data. */
export type HostMutant = z.infer<typeof hostMutantFile>;

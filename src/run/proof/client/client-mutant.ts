import * as z from "zod";
import { revisions } from "../../../spec/revision.ts";
import { clientFaults } from "../../client/reference/client-fault.ts";
import { reportChange } from "../../client/reference/report-change.ts";
import { wireChange } from "../../client/reference/wire-change.ts";
import { clientTransports } from "../../client/scenario/client-suite.ts";

/** The definition of a file in `mocks/mutants/client/<area>/`; `mocks/client-mutants.schema.json` is generated from it. */
export const clientMutantFile = z.strictObject({
  $schema: z.string().optional(),
  mutates: z.string().describe("the check that must find the deviation"),
  deviation: z.string().min(1).describe("what this client does wrong, in one sentence"),
  on: z
    .array(z.strictObject({ transport: z.enum(clientTransports), revision: z.enum(revisions) }))
    .min(1)
    .describe("where it is judged; it must be caught everywhere"),
  scenarios: z.string().optional().describe("suite/scenario globs it is led through; default those that exercise the check"),
  changes: z.array(wireChange).optional().describe("the deviation as changes of what the reference client sends"),
  faults: z.array(z.enum(clientFaults)).optional().describe("the deviation as faults of the reference client"),
  reports: z.array(reportChange).optional().describe("the deviation as changes of what the reference client tells its caller"),
  stopsAfter: z.string().optional().describe("the deviation: it makes no more calls after the one that says this text"),
  right: z
    .array(wireChange)
    .optional()
    .describe(
      "what a client does right that the reference client never does, as changes of what that sends: for the recorded traces",
    ),
  also: z
    .record(z.string(), z.string().min(1))
    .optional()
    .describe("other checks that the same deviation violates by necessity, each with the reason"),
});

/** A correct client with exactly one deviation, as data. */
export type ClientMutant = z.infer<typeof clientMutantFile>;

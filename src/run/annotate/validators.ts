import { createAjvOpinion } from "./ajv-opinion.ts";
import { createHyperjumpOpinion, forbidFetching, warmUp } from "./hyperjump-opinion.ts";
import type { SchemaAnswer, SchemaJob } from "./schema-job.ts";

/** Both validators behind one question. Neither fetches anything. */
export async function createValidators(): Promise<(job: SchemaJob) => Promise<SchemaAnswer>> {
  forbidFetching();
  const ajv = createAjvOpinion();
  const hyperjump = createHyperjumpOpinion();
  await warmUp();
  for (const dialect of ["2020-12", "draft-07"] as const) ajv({ dialect, schema: {} });
  return async (job) => ({ ajv: ajv(job), hyperjump: await hyperjump(job) });
}

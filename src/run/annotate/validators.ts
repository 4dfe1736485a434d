import { createAjvOpinion } from "./ajv-opinion.ts";
import { createHyperjumpOpinion, forbidFetching } from "./hyperjump-opinion.ts";
import type { SchemaAnswer, SchemaJob } from "./schema-job.ts";

/** Both validators behind one question. Neither fetches anything; each prepares a dialect when it first comes up. */
export function createValidators(): (job: SchemaJob) => Promise<SchemaAnswer> {
  forbidFetching();
  const ajv = createAjvOpinion();
  const hyperjump = createHyperjumpOpinion();
  return async (job) => ({ ajv: ajv(job), hyperjump: await hyperjump(job) });
}

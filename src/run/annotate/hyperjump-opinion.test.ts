import { expect, test } from "vitest";
import { createHyperjumpOpinion, forbidFetching } from "./hyperjump-opinion.ts";
import type { SchemaJob } from "./schema-job.ts";

test("runs side by side in one process do not take each other's names for their schemas", async () => {
  forbidFetching();
  const job: SchemaJob = { dialect: "2020-12", schema: { required: ["at"] }, instance: {} };
  const opinions = await Promise.all([1, 2, 3].map(() => createHyperjumpOpinion()(job)));
  for (const opinion of opinions) expect(opinion).toEqual({ supported: true, valid: false, errors: ["/ fails required"] });
});

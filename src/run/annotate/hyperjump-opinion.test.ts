import { registerSchema, unregisterSchema } from "@hyperjump/json-schema";
import { afterEach, expect, test } from "vitest";
import { createHyperjumpOpinion, forbidFetching } from "./hyperjump-opinion.ts";
import type { SchemaJob } from "./schema-job.ts";

const taken: string[] = [];
const take = (...uris: string[]): void => {
  for (const uri of uris) {
    registerSchema({}, uri, "https://json-schema.org/draft/2020-12/schema");
    taken.push(uri);
  }
};
afterEach(() => {
  for (const uri of taken.splice(0)) unregisterSchema(uri);
});

forbidFetching();
const job: SchemaJob = { dialect: "2020-12", schema: { required: ["at"] }, instance: {} };

test("a name that is taken is no reason to have no opinion", async () => {
  take("mcpcheck:schema/1", "mcpcheck:schema/2");
  expect(await createHyperjumpOpinion()(job)).toEqual({ supported: true, valid: false, errors: ["/ fails required"] });
});

test("when no name is free, there is none, and it says why", async () => {
  take("mcpcheck:schema/1", "mcpcheck:schema/2", "mcpcheck:schema/3");
  const opinion = await createHyperjumpOpinion()(job);
  expect(opinion).toMatchObject({ supported: false, errors: [expect.stringContaining("mcpcheck:schema/3")] });
});

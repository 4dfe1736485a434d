import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { modelFolder } from "./load-model.ts";
import { modelJsonSchema } from "./model-json-schema.ts";

it("mocks/models/model.schema.json is what the code validates with (npx tsx scripts/write-schemas.ts writes it)", () => {
  const text = readFileSync(join(modelFolder, "model.schema.json"), "utf8");
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(modelJsonSchema())));
});

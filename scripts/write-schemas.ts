import { writeFileSync } from "node:fs";
import { mockJsonSchema } from "../src/mock/mock-json-schema.ts";
import { modelJsonSchema } from "../src/model/script/model-json-schema.ts";
import {
  hostMutantJsonSchema,
  modelMutantJsonSchema,
  mutantJsonSchema,
  parserMutantJsonSchema,
} from "../src/run/proof/mutant-json-schema.ts";
import { modelSuiteJsonSchema } from "../src/run/model/model-suite.ts";
import { suiteJsonSchema } from "../src/suite/suite-json-schema.ts";

/** Writes the JSON Schemas that editors use from the schemas the code validates with: `npx tsx scripts/write-schemas.ts`. */
const schemas = {
  "suites/suite.schema.json": suiteJsonSchema(),
  "mocks/mock.schema.json": mockJsonSchema(),
  "mocks/mutants.schema.json": mutantJsonSchema(),
  "mocks/host-mutants.schema.json": hostMutantJsonSchema(),
  "mocks/model-mutants.schema.json": modelMutantJsonSchema(),
  "mocks/parser-mutants.schema.json": parserMutantJsonSchema(),
  "mocks/models/model.schema.json": modelJsonSchema(),
  "suites/model/suite.schema.json": modelSuiteJsonSchema(),
};
for (const [file, schema] of Object.entries(schemas)) {
  const target = new URL(`../${file}`, import.meta.url);
  writeFileSync(target, `${JSON.stringify(schema, null, 2)}\n`);
  console.log(`wrote ${target.pathname}`);
}

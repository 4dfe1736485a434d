import { writeFileSync } from "node:fs";
import { adapterJsonSchema, hostSuiteJsonSchema } from "../src/run/host/host-json-schemas.ts";

/** Writes the JSON Schemas of host suites and adapters: `npx tsx scripts/write-host-schemas.ts`. */
const schemas = {
  "suites/host/suite.schema.json": hostSuiteJsonSchema(),
  "suites/host/adapter.schema.json": adapterJsonSchema(),
};
for (const [file, schema] of Object.entries(schemas)) {
  const target = new URL(`../${file}`, import.meta.url);
  writeFileSync(target, `${JSON.stringify(schema, null, 2)}\n`);
  console.log(`wrote ${target.pathname}`);
}

import { writeFileSync } from "node:fs";
import { suiteJsonSchema } from "../src/suite/suite-json-schema.ts";

/** Writes the JSON Schemas that editors use from the schemas the code validates with: `npx tsx scripts/write-schemas.ts`. */
const target = new URL("../suites/suite.schema.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(suiteJsonSchema(), null, 2)}\n`);
console.log(`wrote ${target.pathname}`);

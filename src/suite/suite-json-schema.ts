import * as z from "zod";
import { suiteSchema } from "./suite-schema.ts";

/** The JSON Schema of a suite file, for editors; suites/suite.schema.json holds its text. */
export function suiteJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(suiteSchema, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "A suite of mcpcheck", ...rest };
}

import * as z from "zod";
import { adapterSchema } from "./hosts/adapter.ts";
import { hostSuite } from "./case/host-case.ts";

/** The JSON Schema of host suites, for editors; suites/host/suite.schema.json holds its text. */
export function hostSuiteJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(hostSuite, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "A host suite of mcpcheck", ...rest };
}

/** The JSON Schema of adapter files, for editors; suites/host/adapter.schema.json holds its text. */
export function adapterJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(adapterSchema, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "How mcpcheck starts, configures and asks a host", ...rest };
}

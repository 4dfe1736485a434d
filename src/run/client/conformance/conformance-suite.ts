import * as z from "zod";
import { packageFolder } from "../../../base/files/package-folder.ts";
import { parseJsonFile } from "../../../base/files/parse-json-file.ts";
import { jsonObject } from "../../../mock/script/rule.ts";
import { revisions } from "../../../spec/revision.ts";
import { scenarioServer } from "../scenario/client-suite.ts";

const scenario = z.strictObject({
  name: z.string().min(1).describe("what the official conformance tool calls it, and its fixtures know it by"),
  title: z.string().min(1),
  revisions: z.array(z.enum(revisions)).min(1).describe("those at which that tool plays it, without a gap"),
  server: scenarioServer.optional().describe("offers what fixtures call by name; without it, the reference server"),
  context: jsonObject.optional().describe("what fixtures are handed beside the name, as MCP_CONFORMANCE_CONTEXT"),
  needs: z
    .array(z.string())
    .optional()
    .describe("methods the client must be seen to send; without them the scenario did not take place"),
  about: z.array(z.string()).describe("checks that look at what the official scenario is about"),
  differs: z.string().optional().describe("where its verdict and ours may differ, and why"),
  leftOut: z.string().optional().describe("why it is not played"),
});

/** A scenario for clients by its name in the official conformance tool. */
export type ConformanceScenario = z.infer<typeof scenario>;

const conformanceSuite = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z]+$/, "expected a lower-case word"),
  title: z.string().min(1),
  scenarios: z.array(scenario).min(1),
});

/** Some scenarios of the official conformance tool: a file of suites/client/conformance. */
export type ConformanceSuite = z.infer<typeof conformanceSuite>;

/** The JSON Schema of such a file, for editors; suites/client/conformance/suite.schema.json holds its text. */
export function conformanceSuiteJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(conformanceSuite, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "Scenarios for the fixture clients of the official conformance tool", ...rest };
}

/** All scenarios of the official conformance tool, by file. @throws McpcheckError `usage` with file and JSON pointer when one is malformed */
export function loadConformanceSuites(): readonly ConformanceSuite[] {
  const { names, text, fileOf } = packageFolder("suites/client/conformance");
  return names.map((name) => parseJsonFile(text(name), fileOf(name), conformanceSuite));
}

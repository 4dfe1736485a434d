import * as z from "zod";
import { jsonObject, rule } from "../../../mock/script/rule.ts";
import { revisions } from "../../../spec/revision.ts";
import { driverStep } from "./driver-step.ts";

/** What a client may be able to do, beyond the transports; what it says it cannot is not looked at. */
export const clientAbilities = ["auth", "sampling", "elicitation", "roots", "tasks", "subscriptions", "notifications"] as const;

/** Something a client may be able to do. */
export type ClientAbility = (typeof clientAbilities)[number];

/** The transports a client is met on. */
export const clientTransports = ["stdio", "http", "sse"] as const;

/** A transport a client is met on. */
export type ClientTransportName = (typeof clientTransports)[number];

const name = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "expected lower-case words joined by -");

/** What a scenario says of its mock server. */
export const scenarioServer = z.strictObject({
  mock: z.string().optional().describe("the mock it begins with; default reference"),
  script: jsonObject.optional().describe("members of the mock's script that are replaced"),
  rules: z.array(rule).optional().describe("rules in front of those of the mock"),
  auth: z.string().optional().describe("the authorization server it is protected by: an id of mocks/auth"),
});

const scenario = z.strictObject({
  id: name.describe("unique in its suite; the driver is told <suite>.<id>"),
  title: z.string().min(1),
  era: z.enum(["stateful", "stateless"]).optional(),
  since: z.enum(revisions).optional(),
  until: z.enum(revisions).optional(),
  transports: z.array(z.enum(clientTransports)).optional(),
  abilities: z.array(z.enum(clientAbilities)).optional().describe("what a client must be able to do for it to be played"),
  server: scenarioServer.optional(),
  steps: z.array(driverStep).min(1),
  needs: z
    .array(z.string())
    .optional()
    .describe(
      "methods the client must be seen to send, http:<method> of HTTP, or auth:<end point> for what it must ask an authorization server; without them the scenario did not take place, and promises nothing",
    ),
  onRequest: z.literal(true).optional().describe("played only where --check chooses a check that it exercises"),
  exercises: z.array(z.string()).describe("checks that must reach a conclusion when the scenario took place"),
});

/** A scenario for clients: a mock server, what the client is to do, and the checks this brings to a conclusion. */
export type ClientScenario = z.infer<typeof scenario>;

/** A file of suites/client. */
export const clientSuite = z.strictObject({
  $schema: z.string().optional(),
  id: name,
  title: z.string().min(1),
  subject: z.literal("client"),
  scenarios: z.array(scenario).min(1),
});

/** Scenarios for clients of one area. */
export type ClientSuite = z.infer<typeof clientSuite>;

/** The JSON Schema of a suite for clients, for editors; suites/client/suite.schema.json holds its text. */
export function clientSuiteJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(clientSuite, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "A suite for MCP clients", ...rest };
}

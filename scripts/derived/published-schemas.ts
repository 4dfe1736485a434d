import { schemaAddress } from "../../src/base/published-address.ts";
import { projectConfigJsonSchema } from "../../src/cli/project-config.ts";
import { mockJsonSchema } from "../../src/mock/script/mock-json-schema.ts";
import { modelJsonSchema } from "../../src/model/script/model-json-schema.ts";
import { baselineJsonSchema } from "../../src/run/baseline/baseline.ts";
import { clientAdapterJsonSchema } from "../../src/run/client/driver/client-adapter.ts";
import { clientSuiteJsonSchema } from "../../src/run/client/scenario/client-suite.ts";
import { adapterJsonSchema, hostSuiteJsonSchema } from "../../src/run/host/host-json-schemas.ts";
import { modelSuiteJsonSchema } from "../../src/run/model/model-suite.ts";
import { suiteJsonSchema } from "../../src/suite/suite-json-schema.ts";
import { typedSchema } from "./typed-schemas.ts";

/** A JSON Schema under `docs/schemas`: the name of its file, what it describes, and how it is made of what the code says. */
export type PublishedSchema = { readonly name: string; readonly title: string; readonly made: () => object };

/** Every JSON Schema that is published. */
export const publishedSchemas: readonly PublishedSchema[] = [
  { name: "report", title: "The report of `--reporter json`", made: () => typedSchema("Report") },
  { name: "run-event", title: "One line of `--reporter ndjson`", made: () => typedSchema("RunEvent") },
  { name: "trace-line", title: "One line of a trace as `--trace` keeps it", made: () => typedSchema("TraceLine") },
  { name: "config", title: "mcpcheck.config.json", made: projectConfigJsonSchema },
  { name: "baseline", title: "A baseline of known failures", made: baselineJsonSchema },
  { name: "server-suite", title: "A suite of scenarios for servers", made: suiteJsonSchema },
  { name: "client-suite", title: "A suite of scenarios for clients", made: clientSuiteJsonSchema },
  { name: "host-suite", title: "A suite of cases for hosts", made: hostSuiteJsonSchema },
  { name: "model-suite", title: "A suite of scenarios for inference servers", made: modelSuiteJsonSchema },
  { name: "host-adapter", title: "How a host is started and asked (`run host --adapter`)", made: adapterJsonSchema },
  { name: "client-adapter", title: "How a client is started (`run client --adapter`)", made: clientAdapterJsonSchema },
  { name: "mock", title: "The script of a mock server", made: mockJsonSchema },
  { name: "model", title: "The script of a fake model", made: modelJsonSchema },
];

/** The text of such a file: one line, for it travels with the package. */
export function publishedSchemaText({ name, title, made }: PublishedSchema): string {
  const { $schema, title: _old, ...rest } = made() as Record<string, unknown>;
  return `${JSON.stringify({ $schema, $id: schemaAddress(name), title, ...rest })}\n`;
}

/** The page that lists them. */
export function schemaIndex(): string {
  return [
    "# JSON Schemas",
    "",
    "Of what mcpcheck reads and writes, made by `npm run build` of the types and validators of its code. What it writes names them by",
    "`$schema`; in what you write, do the same, and the editor completes and checks.",
    "",
    "| schema | of |",
    "|---|---|",
    ...publishedSchemas.map(({ name, title }) => `| [\`${name}\`](${name}.schema.json) | ${title} |`),
    "",
    `Each has an address that stays: \`${schemaAddress("<name>")}\`.`,
    "",
  ].join("\n");
}

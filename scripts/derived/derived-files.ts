import { conformanceTable } from "./conformance-table.ts";
import { formatsWithoutFamily } from "./formats-without-family.ts";
import { hostSuiteSections } from "./host-suite-sections.ts";
import { listMocks } from "../../src/mock/script/load-script.ts";
import { mockJsonSchema } from "../../src/mock/script/mock-json-schema.ts";
import { modelJsonSchema } from "../../src/model/script/model-json-schema.ts";
import { loadHostSuites } from "../../src/run/host/case/load.ts";
import { adapterJsonSchema, hostSuiteJsonSchema } from "../../src/run/host/host-json-schemas.ts";
import { modelSuiteJsonSchema } from "../../src/run/model/model-suite.ts";
import {
  clientMutantJsonSchema,
  hostMutantJsonSchema,
  modelMutantJsonSchema,
  mutantJsonSchema,
  parserMutantJsonSchema,
} from "../../src/run/proof/mutant-json-schema.ts";
import { conformanceSuiteJsonSchema, loadConformanceSuites } from "../../src/run/client/conformance/conformance-suite.ts";
import { clientAdapterJsonSchema } from "../../src/run/client/driver/client-adapter.ts";
import { clientSuiteJsonSchema } from "../../src/run/client/scenario/client-suite.ts";
import { suiteJsonSchema } from "../../src/suite/suite-json-schema.ts";
import { formats } from "../../src/toolcall/formats/registry.ts";
import { agentJsonSchema } from "../../src/mock/agent/agent-script.ts";
import { authJsonSchema } from "../../src/mock/auth/auth-script.ts";
import { publishedSchemas, publishedSchemaText, schemaIndex } from "./published-schemas.ts";
import { settingMeanings } from "./setting-meanings.ts";
import { mockTable } from "./mock-table.ts";
import { withLimits } from "./with-limits.ts";

/** A file, or a part of one, that follows from code and data: a path from the root, and its new text, made of the old one. */
export type DerivedFile = { readonly path: string; readonly write: (old: string) => string };

/** Every such file. `npm run build` writes them, the tests hold them to be current. */
export const derivedFiles: readonly DerivedFile[] = [
  schema("suites/suite.schema.json", suiteJsonSchema),
  schema("suites/host/suite.schema.json", hostSuiteJsonSchema),
  schema("suites/host/adapter.schema.json", adapterJsonSchema),
  schema("suites/client/suite.schema.json", clientSuiteJsonSchema),
  schema("suites/client/adapter.schema.json", clientAdapterJsonSchema),
  schema("suites/client/conformance/suite.schema.json", conformanceSuiteJsonSchema),
  schema("suites/model/suite.schema.json", modelSuiteJsonSchema),
  schema("mocks/mock.schema.json", mockJsonSchema),
  schema("mocks/auth.schema.json", authJsonSchema),
  schema("mocks/agents.schema.json", agentJsonSchema),
  schema("mocks/mutants.schema.json", mutantJsonSchema),
  schema("mocks/client-mutants.schema.json", clientMutantJsonSchema),
  schema("mocks/host-mutants.schema.json", hostMutantJsonSchema),
  schema("mocks/model-mutants.schema.json", modelMutantJsonSchema),
  schema("mocks/parser-mutants.schema.json", parserMutantJsonSchema),
  schema("mocks/models/model.schema.json", modelJsonSchema),
  ...publishedSchemas.map((one) => ({
    path: `docs/schemas/${one.name}.schema.json`,
    write: () => publishedSchemaText(one),
  })),
  { path: "src/host/profile/setting-meanings.generated.ts", write: settingMeanings },
  { path: "docs/schemas/README.md", write: schemaIndex },
  { path: "docs/conformance.md", write: (old) => withEnd(old, conformanceTable(loadConformanceSuites())) },
  { path: "docs/models.md", write: (old) => withEnd(old, formatsWithoutFamily(formats)) },
  { path: "docs/mocks.md", write: (old) => withEnd(old, mockTable(listMocks())) },
  { path: "docs/hosts.md", write: (old) => withEnd(old, hostSuiteSections(loadHostSuites())) },
  { path: "README.md", write: (old) => old.replaceAll(/\b\d+(?= (?:formats|model families)\b)/g, String(formats.length)) },
  { path: "docs/servers.md", write: withLimits },
];

/** The JSON Schema that editors use, of what the code validates with. */
function schema(path: string, made: () => object): DerivedFile {
  return { path, write: () => `${JSON.stringify(made(), null, 2)}\n` };
}

const mark = "<!-- what follows is written by npm run build -->\n";

function withEnd(old: string, end: string): string {
  const cut = old.indexOf(mark);
  if (cut === -1) throw new Error(`the mark is missing: ${mark.trim()}`);
  return `${old.slice(0, cut)}${mark}\n${end}`;
}

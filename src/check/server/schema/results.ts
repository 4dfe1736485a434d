import { offersCompletion } from "../../../trace/facts/server-facts.ts";
import type { Check } from "../../check.ts";
import { notApplicable } from "../../outcome.ts";
import { resultShape, schemaPlace } from "../../rules/shape-check.ts";

export const schemaInitializeResult: Check = resultShape(
  "schema.initialize-result",
  "The answer to initialize has the shape of the schema",
  ["initialize"],
  { spec: schemaPlace("initializeresult", "2024-11-05", "2026-07-28") },
);
export const schemaDiscoverResult: Check = resultShape(
  "schema.discover-result",
  "The answer to server/discover has the shape of the schema",
  ["server/discover"],
  { spec: schemaPlace("discoverresult", "2026-07-28") },
);
export const schemaToolsList: Check = resultShape(
  "schema.tools-list",
  "The answer to tools/list has the shape of the schema",
  ["tools/list"],
  { spec: schemaPlace("listtoolsresult"), capability: "tools" },
);
export const schemaToolsCall: Check = resultShape(
  "schema.tools-call",
  "The answer to tools/call has the shape of the schema",
  ["tools/call"],
  { spec: schemaPlace("calltoolresult"), capability: "tools" },
);
export const schemaResourcesList: Check = resultShape(
  "schema.resources-list",
  "The answer to resources/list has the shape of the schema",
  ["resources/list"],
  { spec: schemaPlace("listresourcesresult"), capability: "resources" },
);
export const schemaTemplatesList: Check = resultShape(
  "schema.templates-list",
  "The answer to resources/templates/list has the shape of the schema",
  ["resources/templates/list"],
  { spec: schemaPlace("listresourcetemplatesresult"), capability: "resources" },
);
export const schemaResourcesRead: Check = resultShape(
  "schema.resources-read",
  "The answer to resources/read has the shape of the schema",
  ["resources/read"],
  { spec: schemaPlace("readresourceresult"), capability: "resources" },
);
export const schemaPromptsList: Check = resultShape(
  "schema.prompts-list",
  "The answer to prompts/list has the shape of the schema",
  ["prompts/list"],
  { spec: schemaPlace("listpromptsresult"), capability: "prompts" },
);
export const schemaPromptsGet: Check = resultShape(
  "schema.prompts-get",
  "The answer to prompts/get has the shape of the schema",
  ["prompts/get"],
  { spec: schemaPlace("getpromptresult"), capability: "prompts" },
);
const completionShape: Check = resultShape(
  "schema.completion",
  "The answer to completion/complete has the shape of the schema",
  ["completion/complete"],
  { spec: schemaPlace("completeresult") },
);
export const schemaCompletion: Check = {
  ...completionShape,
  verify: (trace) => (offersCompletion(trace) ? completionShape.verify(trace) : notApplicable("the server offers no completion")),
};
export const schemaEmptyResult: Check = resultShape(
  "schema.empty-result",
  "Answers without content are objects",
  ["ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"],
  { spec: schemaPlace("emptyresult", "2024-11-05", "2026-07-28"), advice: 'Answer "result": {}.' },
);
export const schemaTasks: Check = resultShape(
  "schema.tasks",
  "Answers about tasks have the shape of the schema",
  ["tasks/get", "tasks/cancel", "tasks/list", "tasks/result"],
  { spec: schemaPlace("task", "2025-11-25", "2026-07-28"), capability: "tasks" },
);

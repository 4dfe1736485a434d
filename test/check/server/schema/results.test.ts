import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  schemaCompletion,
  schemaDiscoverResult,
  schemaEmptyResult,
  schemaInitializeResult,
  schemaPromptsGet,
  schemaPromptsList,
  schemaResourcesList,
  schemaResourcesRead,
  schemaTasks,
  schemaTemplatesList,
  schemaToolsCall,
  schemaToolsList,
} from "../../../../src/check/server/schema/results.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import type { Revision } from "../../../../src/spec/revision.ts";
import { type Answer, asked, broken, conversation, fails, gives, idle, kept, type Part, untested } from "../conversation.ts";

const serverInfo = { name: "s", version: "1" };
const opening = (more: JsonObject): Answer => gives({ protocolVersion: "2025-11-25", capabilities: {}, serverInfo, ...more });
const discovered = (more: JsonObject): Answer =>
  gives({
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: {},
    serverInfo,
    ttlMs: 0,
    cacheScope: "private",
    ...more,
  });
const task = (more: JsonObject): JsonObject => ({
  taskId: "a",
  status: "working",
  createdAt: "2025-11-25T10:30:00Z",
  lastUpdatedAt: "2025-11-25T10:40:00Z",
  ttl: null,
  ...more,
});
const completed = (values: Json): Part => asked("completion/complete", {}, gives({ completion: { values } }));
const announced = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));
const manyValues = ": the number 7, expected an array";

/** A check, its method, a revision, a right answer, a wrong one and what is wrong with that. */
type Shape = readonly [Check, string, Revision, Answer, Answer, string];

const shapes: readonly Shape[] = [
  [
    schemaInitializeResult,
    "initialize",
    "2025-11-25",
    opening({}),
    opening({ _meta: 7 }),
    "/result/_meta: the number 7, expected an object",
  ],
  [
    schemaDiscoverResult,
    "server/discover",
    "2026-07-28",
    discovered({}),
    discovered({ _meta: 7 }),
    "/result/_meta: the number 7, expected an object",
  ],
  [schemaToolsList, "tools/list", "2025-11-25", gives({ tools: [] }), gives({ tools: 7 }), `/result/tools${manyValues}`],
  [schemaToolsCall, "tools/call", "2025-11-25", gives({ content: [] }), gives({ content: 7 }), `/result/content${manyValues}`],
  [
    schemaResourcesList,
    "resources/list",
    "2025-11-25",
    gives({ resources: [] }),
    gives({ resources: 7 }),
    `/result/resources${manyValues}`,
  ],
  [
    schemaTemplatesList,
    "resources/templates/list",
    "2025-11-25",
    gives({ resourceTemplates: [] }),
    gives({ resourceTemplates: 7 }),
    `/result/resourceTemplates${manyValues}`,
  ],
  [
    schemaResourcesRead,
    "resources/read",
    "2025-11-25",
    gives({ contents: [] }),
    gives({ contents: 7 }),
    `/result/contents${manyValues}`,
  ],
  [
    schemaPromptsList,
    "prompts/list",
    "2025-11-25",
    gives({ prompts: [] }),
    gives({ prompts: 7 }),
    `/result/prompts${manyValues}`,
  ],
  [
    schemaPromptsGet,
    "prompts/get",
    "2025-11-25",
    gives({ messages: [] }),
    gives({ messages: [], description: 7 }),
    "/result/description: the number 7, expected a string",
  ],
  ...["ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"].map((method): Shape => [
    schemaEmptyResult,
    method,
    "2025-11-25",
    gives({}),
    gives({ _meta: 7 }),
    "/result/_meta: the number 7, expected an object",
  ]),
  ...["tasks/get", "tasks/cancel"].map((method): Shape => [
    schemaTasks,
    method,
    "2025-11-25",
    gives(task({})),
    gives(task({ pollInterval: "soon" })),
    '/result/pollInterval: the string "soon", expected an integer',
  ]),
  [schemaTasks, "tasks/list", "2025-11-25", gives({ tasks: [] }), gives({ tasks: 7 }), `/result/tasks${manyValues}`],
  [
    schemaTasks,
    "tasks/result",
    "2025-11-25",
    gives({ content: [] }),
    gives({ _meta: 7 }),
    "/result/_meta: the number 7, expected an object",
  ],
];

it.each(shapes.map((shape) => [shape[0].id, shape[1], shape] as const))(
  "%s holds the answer to %s to its shape",
  (_id, _method, shape) => {
    const [check, method, revision, right, bad, defect] = shape;
    const verify = (...parts: readonly Part[]) => check.verify(conversation(parts, { revision }));
    expect(verify(asked(method, {}, right))).toEqual(kept(3));
    expect(verify(asked(method, {}, right), asked(method, {}, bad))).toEqual(broken(`${method} ${defect}`, 5));
    expect(verify(asked(method, {}, fails(-32603)), asked("x/y", {}, bad)).kind).toBe("inconclusive");
  },
);

it.each<readonly [string, readonly Part[], object]>([
  ["declared, and right", [announced({ completions: {} }), completed(["a"])], kept(5)],
  [
    "declared, and wrong",
    [announced({ completions: {} }), completed(7)],
    broken(`completion/complete /result/completion/values${manyValues}`, 5),
  ],
  ["declared, and not tried", [announced({ completions: {} })], untested("no completion/complete was answered with a result")],
  [
    "not declared, and works",
    [announced({}), completed(7)],
    broken(`completion/complete /result/completion/values${manyValues}`, 5),
  ],
  [
    "not declared, and fails",
    [announced({}), asked("completion/complete", {}, fails(-32601))],
    idle("the server offers no completion"),
  ],
])("the shape of completion is looked at where it is %s", (_title, parts, wanted) => {
  expect(schemaCompletion.verify(conversation(parts))).toEqual(wanted);
});

it.each<readonly [string, readonly Check[]]>([
  ["tools", [schemaToolsList, schemaToolsCall]],
  ["resources", [schemaResourcesList, schemaTemplatesList, schemaResourcesRead]],
  ["prompts", [schemaPromptsList, schemaPromptsGet]],
  ["tasks", [schemaTasks]],
])("where %s are not declared, nothing is said of their answers", (capability, checks) => {
  expect(checks.map((check) => check.capability)).toEqual(checks.map(() => capability));
});

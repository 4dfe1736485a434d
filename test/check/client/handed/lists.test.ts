import { expect, it } from "vitest";
import {
  allPrompts,
  allResources,
  allTemplates,
  allTools,
  definitionsKept,
  schemasKept,
} from "../../../../src/check/client/handed/lists.ts";
import type { Check } from "../../../../src/check/check.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, received, sent } from "../../../support/traces/small-trace.ts";
import { broken, seen, kept, played, type Row, todo, unseen, well } from "../told-trace.ts";

const page = (id: number, method: string, result: Json, params: Json = {}): readonly Line[] => [
  received(ask(id, method, params)),
  sent(done(id, result)),
];

const ofLists = (
  [
    [allTools, "list-tools", "tools/list", "tools", "name", "tools"],
    [allResources, "list-resources", "resources/list", "resources", "uri", "resources"],
    [allTemplates, "list-resource-templates", "resources/templates/list", "resourceTemplates", "uriTemplate", "templates"],
    [allPrompts, "list-prompts", "prompts/list", "prompts", "name", "prompts"],
  ] as readonly (readonly [Check, string, string, string, string, string])[]
).flatMap(([check, verb, method, member, key, what]): readonly Row[] => {
  const items = (...names: readonly string[]): Json => ({ [member]: names.map((name) => ({ [key]: name })) });
  const two = (got: Json): readonly Line[] =>
    played(
      "s",
      [todo(verb)],
      ...page(1, method, { ...(items("a", "b") as JsonObject), nextCursor: "c" }),
      ...page(2, method, items("c"), { cursor: "c" }),
      well(0, got),
    );
  return [
    [`all ${what} of two pages arrive`, check, two(items("c", "a", "b")), kept(8)],
    [`the ${what} of the second page are lost`, check, two(items("a", "b")), broken('["c"] did not reach the caller', 8)],
    [`all ${what} are lost`, check, two({}), broken('["a","b","c"] did not reach the caller', 8)],
    [`as many ${what} arrive by other names`, check, two(items("x", "y", "z")), kept(8)],
    [`fewer ${what} arrive by other names`, check, two(items("x", "y")), broken('["a","b","c"] did not reach the caller', 8)],
    [
      `the same ${what} come on two pages, and arrive once`,
      check,
      played("s", [todo(verb)], ...page(1, method, items("a", "a", "b")), well(0, items("x", "y"))),
      kept(6),
    ],
    [
      `only the first page of ${what} is asked for`,
      check,
      played(
        "s",
        [todo(verb)],
        ...page(1, method, { ...(items("a", "b") as JsonObject), nextCursor: "c" }),
        well(0, items("a", "b")),
      ),
      broken(`the list ended at a page that names the next one, after 2 ${what}`, 6),
    ],
    [
      `no ${what} are asked for`,
      check,
      played("s", [todo(verb)], well(0, items())),
      unseen(`no client that reports its steps listed ${what}`),
    ],
  ];
});

const tools = (...list: readonly Json[]): Json => ({ tools: list });
const listed = (given: Json, got: Json): readonly Line[] =>
  played("s", [todo("list-tools")], ...page(1, "tools/list", given), well(0, got));
const annotated = { name: "t", inputSchema: { properties: { a: { "x-mcp-header": "A" } } } };
const noTools = "no client that reports its steps listed tools";
const differs = (member: string, name = "t"): string => `${member} of "${name}" is not what the server gave`;
const full = { name: "t", title: "T", description: "a tool", annotations: { readOnlyHint: true } };
const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
const ofTools: readonly Row[] = [
  [
    "a tool whose schema asks for headers is left out",
    allTools,
    listed(tools({ name: "a" }, annotated), tools({ name: "a" })),
    kept(6),
  ],
  [
    "a tool whose schema asks for headers is left out, and the other has another name",
    allTools,
    listed(tools({ name: "a" }, annotated), tools({ name: "x_a" })),
    kept(6),
  ],
  [
    "a tool without headers is left out beside it",
    allTools,
    listed(tools({ name: "a" }, annotated), tools()),
    broken('["a"] did not reach the caller', 6),
  ],
  ["everything a tool says of itself arrives", definitionsKept, listed(tools(full), tools({ ...full, more: 1 })), kept(6)],
  [
    "the title of a tool is lost",
    definitionsKept,
    listed(tools(full), tools({ ...full, title: null })),
    broken(differs("title"), 6),
  ],
  [
    "the description of a tool is changed",
    definitionsKept,
    listed(tools(full), tools({ ...full, description: "a to…" })),
    broken(differs("description"), 6),
  ],
  [
    "an annotation of a tool is turned round",
    definitionsKept,
    listed(tools(full), tools({ ...full, annotations: { readOnlyHint: false } })),
    broken(differs("annotations"), 6),
  ],
  [
    "the schema of a tool is changed",
    definitionsKept,
    listed(tools({ ...full, inputSchema: schema }), tools({ ...full, inputSchema: {} })),
    kept(6),
  ],
  [
    "the second of two tools is changed",
    definitionsKept,
    listed(tools({ name: "a" }, full), tools({ name: "a" }, { name: "t" })),
    broken(differs("title"), 6),
  ],
  [
    "a tool is listed in two forms, and arrives in the second",
    definitionsKept,
    listed(tools({ ...full, title: "S" }, full), tools(full)),
    kept(6),
  ],
  [
    "a tool is listed in two forms, and arrives in a third",
    definitionsKept,
    listed(tools({ ...full, title: "S" }, full), tools({ ...full, title: "R" })),
    broken(differs("title"), 6),
  ],
  ["a tool arrives that nobody listed", definitionsKept, listed(tools(full), tools({ name: "u" })), unseen(noTools)],
  [
    "both schemas arrive, in another order",
    schemasKept,
    listed(tools({ name: "t", inputSchema: schema }), tools({ name: "t", inputSchema: { ...schema, type: "object" } })),
    kept(6),
  ],
  [
    "the schema of the arguments is changed",
    schemasKept,
    listed(tools({ name: "t", inputSchema: schema }), tools({ name: "t", inputSchema: { ...schema, required: [] } })),
    broken(differs("inputSchema"), 6),
  ],
  [
    "the schema of the results is lost",
    schemasKept,
    listed(tools({ name: "t", outputSchema: schema }), tools({ name: "t" })),
    broken(differs("outputSchema"), 6),
  ],
  ["a schema is made up", schemasKept, listed(tools({ name: "t" }), tools({ name: "t", outputSchema: schema })), kept(6)],
  [
    "a schema gains members that say nothing",
    schemasKept,
    listed(
      tools({ name: "t", inputSchema: { allOf: [{ type: "object" }] } }),
      tools({ name: "t", inputSchema: { allOf: [{ type: "object", properties: {}, required: [] }] } }),
    ),
    kept(6),
  ],
  [
    "a schema gains a member that says something",
    schemasKept,
    listed(
      tools({ name: "t", inputSchema: { type: "object" } }),
      tools({ name: "t", inputSchema: { type: "object", enum: [] } }),
    ),
    broken(differs("inputSchema"), 6),
  ],
  [
    "a property called required is lost",
    schemasKept,
    listed(
      tools({ name: "t", inputSchema: { properties: { required: {} } } }),
      tools({ name: "t", inputSchema: { properties: { other: {} } } }),
    ),
    broken(differs("inputSchema"), 6),
  ],
  [
    "a list within a schema has null for an object",
    schemasKept,
    listed(
      tools({ name: "t", inputSchema: { anyOf: [{ type: "null" }] } }),
      tools({ name: "t", inputSchema: { anyOf: [null] } }),
    ),
    broken(differs("inputSchema"), 6),
  ],
  [
    "the title of a tool with a schema is lost",
    schemasKept,
    listed(tools({ ...full, inputSchema: schema }), tools({ name: "t", inputSchema: schema })),
    kept(6),
  ],
];

it.each(ofLists)("of a whole list: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofTools)("of tools that are listed: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});

import { expect, it } from "vitest";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { toolsArgumentsDescribed } from "../../../../src/check/server/tools/argument-texts.ts";
import { toolsSchemaDialect } from "../../../../src/check/server/tools/dialect.ts";
import {
  toolsHeaderName,
  toolsHeaderNotSensitive,
  toolsHeaderPrimitive,
  toolsHeaderReachable,
  toolsHeaderUnique,
} from "../../../../src/check/server/tools/header.ts";
import { toolsListAffordable } from "../../../../src/check/server/tools/list-cost.ts";
import { asked, broken, conversation, gives, idle, kept, untested } from "../conversation.ts";
import { listing, tool } from "./tools.ts";

const nothing = broken('"t" says nothing of its argument "path"', 3);
/** A schema that refers to what refers to what is described, so many times. */
const nested = (times: number): Json => (times === 0 ? { description: "where" } : { items: nested(times - 1) });

it.each<readonly [string, Json, object, string?]>([
  ["a description", { description: "where" }, kept(3)],
  ["a blank description", { description: " " }, nothing],
  ["a description that is no text", { description: 7 }, nothing],
  ["a list of values", { enum: ["a"] }, kept(3)],
  ["one value that is null", { const: null }, kept(3)],
  ["nothing", {}, nothing],
  ["no object", true, nothing],
  ["a part of all of which one speaks", { allOf: [{}, { description: "where" }] }, kept(3)],
  ["choices of which one speaks", { anyOf: [{ const: 1 }] }, kept(3)],
  ["alternatives of which one speaks", { oneOf: [{ const: 1 }] }, kept(3)],
  ["choices that are no list", { anyOf: { description: "where" } }, nothing],
  ["items that speak", { items: { description: "where" } }, kept(3)],
  ["members of which one speaks", { properties: { a: {}, b: { description: "where" } } }, kept(3)],
  ["a reference to what speaks", { $ref: "#/$defs/a~1b~0c" }, kept(3)],
  ["a reference to what is silent", { $ref: "#/$defs/silent" }, nothing],
  ["a reference to nothing", { $ref: "#/$defs/none/of/them" }, nothing],
  ["a reference to itself", { $ref: "#/properties/path" }, nothing],
  ["a reference to elsewhere", { $ref: "https://example.org/schema" }, kept(3)],
  ["a reference that is no text", { $ref: 7 }, nothing],
  ["what speaks eight steps down", nested(8), kept(3)],
  ["what speaks nine steps down", nested(9), nothing],
  ["nothing, and the tool's description names it", {}, kept(3), "Reads path, all of it."],
  ["nothing, and the tool's description has it in another word", {}, nothing, "Reads pathnames and sub-path."],
])("something is said, or not, of an argument with %s", (_title, property, wanted, description = "Reads.") => {
  const inputSchema = {
    type: "object",
    properties: { path: property as Json },
    required: ["path"],
    $defs: { "a/b~c": { description: "where" }, silent: {} },
  };
  expect(
    toolsArgumentsDescribed.verify(conversation([listing(tool("t", { inputSchema, description: description as Json }))])),
  ).toEqual(wanted);
});

it.each<readonly [string, readonly Json[], object]>([
  ["no tool was listed", [], untested("no tools were listed")],
  [
    "no argument is required",
    [tool("t", { inputSchema: { properties: { path: {} } } })],
    idle("no tool has a required argument"),
  ],
  [
    "what is required is no list",
    [tool("t", { inputSchema: { properties: { path: {} }, required: "path" } })],
    idle("no tool has a required argument"),
  ],
  [
    "what is required is no property",
    [tool("t", { inputSchema: { properties: {}, required: ["path", "toString"] } })],
    idle("no tool has a required argument"),
  ],
  [
    "what is required is no name",
    [tool("t", { inputSchema: { properties: { 7: {} }, required: [7] } })],
    idle("no tool has a required argument"),
  ],
])("nothing is said of arguments where %s", (_title, tools, wanted) => {
  expect(toolsArgumentsDescribed.verify(conversation([listing(...tools)]))).toEqual(wanted);
});

it.each<readonly [string, Json, object]>([
  ["names no dialect", tool("t"), kept(3)],
  ["names 2020-12", tool("t", { inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema" } }), kept(3)],
  [
    "names 2020-12 with an empty fragment",
    tool("t", { inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema#" } }),
    kept(3),
  ],
  [
    "names draft-07",
    tool("t", { inputSchema: { $schema: "http://json-schema.org/draft-07/schema#" } }),
    broken('inputSchema of "t" is in the dialect "http://json-schema.org/draft-07/schema#"', 3),
  ],
  [
    "names a page of the dialect",
    tool("t", { inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema/more" } }),
    broken('inputSchema of "t" is in the dialect "https://json-schema.org/draft/2020-12/schema/more"', 3),
  ],
  ["names no text", tool("t", { inputSchema: { $schema: 7 } }), broken('inputSchema of "t" is in the dialect 7', 3)],
  [
    "has an old output schema",
    tool("t", { outputSchema: { $schema: "draft-07" } }),
    broken('outputSchema of "t" is in the dialect "draft-07"', 3),
  ],
  ["has no schema at all", { name: "t" }, untested("no tools were listed")],
])("the dialect is judged of a tool that %s", (_title, one, wanted) => {
  expect(toolsSchemaDialect.verify(conversation([listing(one)]))).toEqual(wanted);
});

const secret = (name: string): Json => ({ type: "string", "x-mcp-header": name });
const headerChecks = { toolsHeaderName, toolsHeaderNotSensitive, toolsHeaderPrimitive, toolsHeaderReachable, toolsHeaderUnique };

it.each<readonly [keyof typeof headerChecks, Json, object]>([
  ["toolsHeaderName", { a: secret("Region") }, kept(3)],
  ["toolsHeaderName", { a: secret("a b") }, broken('"t" at properties/a: "a b" is not a field name', 3)],
  ["toolsHeaderPrimitive", { a: secret("Region") }, kept(3)],
  ["toolsHeaderPrimitive", { a: { type: "number", "x-mcp-header": "A" } }, broken('"t" at properties/a: type "number"', 3)],
  ["toolsHeaderReachable", { a: secret("Region") }, kept(3)],
  ["toolsHeaderReachable", { a: { type: "array", items: secret("Region") } }, broken('"t" at properties/a/items', 3)],
  ["toolsHeaderUnique", { a: secret("A"), b: secret("B") }, kept(3)],
  [
    "toolsHeaderUnique",
    { a: secret("Region"), b: secret("REGION") },
    broken('"t" at properties/b: REGION is taken by properties/a', 3),
  ],
  ...[
    "password",
    "PASSWD",
    "passphrase",
    "secret",
    "client_secret",
    "clientSecret",
    "api_key",
    "apiKey",
    "access_token",
    "accesstoken",
    "auth_token",
    "authToken",
    "private_key",
    "privateKey",
    "credit_card",
    "creditCard",
    "ssn",
  ].map(
    (name) =>
      [
        "toolsHeaderNotSensitive" as const,
        { [name]: secret("A") },
        broken(`"t" at properties/${name} looks like a secret`, 3),
      ] as const,
  ),
  ...["passwords", "no_password", "region", "token", "ssn_hint"].map(
    (name) => ["toolsHeaderNotSensitive" as const, { [name]: secret("A") }, kept(3)] as const,
  ),
  ["toolsHeaderNotSensitive", { a: { type: "string" } }, idle("no tool has an x-mcp-header")],
])("%s judges the arguments %j", (name, properties, wanted) => {
  const trace = conversation([listing(tool("t", { inputSchema: { type: "object", properties } }))], { revision: "2026-07-28" });
  expect(headerChecks[name].verify(trace)).toEqual(wanted);
});

it("one header may be taken by arguments of two tools, and by one argument of a tool that is listed twice", () => {
  const inputSchema = { type: "object", properties: { a: secret("A") } };
  const other = { type: "object", properties: { b: secret("A") } };
  const parts = [
    listing(tool("t", { inputSchema }), tool("t", { inputSchema }), tool("u", { inputSchema: other })),
    listing(tool("t", { inputSchema: other })),
  ];
  expect(toolsHeaderUnique.verify(conversation(parts))).toEqual(kept(3, 5));
});

/** A tool that costs so many tokens more than its name and schema do. */
const heavy = (name: string, length: number): Json => tool(name, { description: "x".repeat(length) });
const costs = (tools: readonly Json[]) => toolsListAffordable.verify(conversation([listing(...tools)]));
const messageOf = (outcome: object): unknown =>
  "message" in outcome ? outcome.message : "note" in outcome ? outcome.note : undefined;

it("tools may cost 10,000 tokens and not one more", () => {
  const spare = Number(/about (\d+) tokens/.exec(String(messageOf(costs([heavy("a", 0)]))))?.[1]);
  const room = (10_000 - spare) * 4;
  expect(costs([heavy("a", room)])).toEqual({ ...kept(3), note: 'one tool takes about 10000 tokens: "a" 10000' });
  expect(costs([heavy("a", room + 4)])).toEqual(broken('one tool takes about 10001 tokens: "a" 10001', 3));
});

it("the costs of tools are told of the heaviest list, the heaviest five first, and of a name once", () => {
  const [a, b, c, d, e, f] = [40, 80, 120, 160, 200, 240].map((length, index) => heavy("abcdef"[index] ?? "", length));
  const said = conversation([
    listing(heavy("z", 0)),
    listing(a ?? null, b ?? null, c ?? null),
    asked("tools/list", {}, gives({ tools: [a ?? null, f ?? null, b ?? null, f ?? null, e ?? null, d ?? null, c ?? null] })),
    listing(),
  ]);
  const outcome = toolsListAffordable.verify(said);
  expect(outcome).toMatchObject(kept(7));
  const [, sum, each, rest] =
    /^6 tools take about (\d+) tokens: (.*), and (\d+) for the other 1$/.exec(String(messageOf(outcome))) ?? [];
  const named = [...String(each).matchAll(/"(\w)" (\d+)/g)].map(([, name, tokens]) => [name, Number(tokens)] as const);
  expect(named.map(([name]) => name)).toEqual(["f", "e", "d", "c", "b"]);
  expect(named.reduce((total, [, tokens]) => total + tokens, Number(rest))).toBe(Number(sum));
  expect(costs([])).toEqual(untested("no tools were listed"));
});

import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  toolsInputSchemaObject,
  toolsInputSchemaUsable,
  toolsInputSchemaValid,
  toolsOutputSchemaObject,
  toolsOutputSchemaUsable,
  toolsOutputSchemaValid,
  toolsSchemaAffordable,
  toolsSchemaLocalRefs,
  toolsSchemaPatterns,
  toolsSchemaValidatorsAgree,
} from "../../../../src/check/server/tools/schema.ts";
import { broken, conversation, idle, kept, type Part, untested } from "../conversation.ts";
import { judged, listing, tool } from "./tools.ts";

const start = listing(tool("echo", { outputSchema: {} }));
const output = { which: "outputSchema" };
const why = [["ajv says so", "and more"], ["hyperjump says so"]];
const deep = (times: number, schema: Json): Json => (times === 0 ? schema : { a: deep(times - 1, schema) });
const remote = { $ref: "https://example.org/a" };
const refers = broken('"t" refers to https://example.org/a', 3);

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "both refuse an input schema",
    toolsInputSchemaValid,
    [start, judged("json-schema", 3, ["refuses", "refuses"], {}, why)],
    broken('inputSchema of "echo": ajv says so', 3),
  ],
  [
    "both refuse it before 2025-11-25",
    toolsInputSchemaUsable,
    [start, judged("json-schema", 3, ["refuses", "refuses"], {}, why)],
    broken('inputSchema of "echo": ajv says so', 3),
  ],
  [
    "only one of them says why",
    toolsInputSchemaValid,
    [start, judged("json-schema", 3, ["refuses", "refuses"], {}, [[], ["because"]])],
    broken('inputSchema of "echo": because', 3),
  ],
  [
    "neither says why",
    toolsInputSchemaValid,
    [start, judged("json-schema", 3, ["refuses", "refuses"])],
    broken('inputSchema of "echo": refused by both validators', 3),
  ],
  ["one refuses it", toolsInputSchemaValid, [start, judged("json-schema", 3, ["refuses", "accepts"])], kept(3)],
  [
    "one does not know its dialect",
    toolsInputSchemaValid,
    [start, judged("json-schema", 3, ["refuses", "does not know"])],
    idle("no inputSchema is in a dialect both validators know"),
  ],
  [
    "one does not know the dialect of one of two",
    toolsInputSchemaValid,
    [start, judged("json-schema", 3, ["refuses", "does not know"]), judged("json-schema", 30, ["accepts", "accepts"])],
    kept(30),
  ],
  [
    "only the output schema was looked at",
    toolsInputSchemaValid,
    [start, judged("json-schema", 3, ["refuses", "refuses"], output)],
    untested("no inputSchema was put to both validators"),
  ],
  [
    "both refuse an output schema",
    toolsOutputSchemaValid,
    [start, judged("json-schema", 3, ["refuses", "refuses"], output, why)],
    broken('outputSchema of "echo": ajv says so', 3),
  ],
  [
    "both refuse it before 2025-11-25",
    toolsOutputSchemaUsable,
    [start, judged("json-schema", 3, ["refuses", "refuses"], output, why)],
    broken('outputSchema of "echo": ajv says so', 3),
  ],
  ["no tool has an output schema", toolsOutputSchemaValid, [listing(tool("echo"))], idle("no tool has an outputSchema")],
  [
    "no tool has an output schema, and one an input schema",
    toolsInputSchemaValid,
    [listing(tool("echo"))],
    untested("no inputSchema was put to both validators"),
  ],
  [
    "one of two tools has an output schema",
    toolsOutputSchemaValid,
    [listing(tool("a"), tool("b", { outputSchema: {} }))],
    untested("no outputSchema was put to both validators"),
  ],
  ["both accept a schema", toolsSchemaValidatorsAgree, [start, judged("json-schema", 3, ["accepts", "accepts"])], kept(3)],
  ["both refuse a schema", toolsSchemaValidatorsAgree, [start, judged("json-schema", 3, ["refuses", "refuses"])], kept(3)],
  [
    "ajv refuses a schema",
    toolsSchemaValidatorsAgree,
    [start, judged("json-schema", 3, ["refuses", "accepts"], {}, why)],
    broken('inputSchema of "echo": ajv refuses it (ajv says so)', 3),
  ],
  [
    "hyperjump refuses a schema",
    toolsSchemaValidatorsAgree,
    [start, judged("json-schema", 3, ["accepts", "refuses"], output, why)],
    broken('outputSchema of "echo": @hyperjump/json-schema refuses it (hyperjump says so)', 3),
  ],
  [
    "one refuses it and does not say why",
    toolsSchemaValidatorsAgree,
    [start, judged("json-schema", 3, ["accepts", "refuses"])],
    broken('inputSchema of "echo": @hyperjump/json-schema refuses it (no reason given)', 3),
  ],
  [
    "one does not know the dialect",
    toolsSchemaValidatorsAgree,
    [start, judged("json-schema", 3, ["accepts", "does not know"])],
    idle("no schema is in a dialect both validators know"),
  ],
  [
    "one does not know the dialect of one of two",
    toolsSchemaValidatorsAgree,
    [start, judged("json-schema", 3, ["accepts", "does not know"]), judged("json-schema", 30, ["accepts", "accepts"])],
    kept(30),
  ],
  ["they were asked nothing", toolsSchemaValidatorsAgree, [start], untested("no schema was put to both validators")],
  [
    "they were asked nothing, of the time it takes",
    toolsSchemaAffordable,
    [start],
    untested("no schema was put to the validators"),
  ],
  [
    "they take their time",
    toolsSchemaAffordable,
    [start, judged("json-schema", 3, ["does not know", "does not know"], { timedOut: true })],
    broken('inputSchema of "echo" was given up', 3),
  ],
  [
    "they take their time with arguments",
    toolsSchemaAffordable,
    [start, judged("arguments", 9, ["accepts", "accepts"], { timedOut: true, which: "arguments" })],
    broken('arguments of "echo" was given up', 9),
  ],
  [
    "they take their time with a result",
    toolsSchemaAffordable,
    [start, judged("structured-content", 9, ["accepts", "accepts"], { timedOut: true, which: "structuredContent" })],
    broken('structuredContent of "echo" was given up', 9),
  ],
  ["only ajv knows the dialect", toolsSchemaAffordable, [start, judged("json-schema", 3, ["accepts", "does not know"])], kept(3)],
  [
    "only hyperjump knows the dialect",
    toolsSchemaAffordable,
    [start, judged("json-schema", 3, ["does not know", "refuses"])],
    kept(3),
  ],
  [
    "neither knows the dialect",
    toolsSchemaAffordable,
    [start, judged("json-schema", 3, ["does not know", "does not know"])],
    idle("no validator accepts any of the schemas"),
  ],
])("of two validators it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

it.each<readonly [string, Check, Json, object]>([
  ["is an object", toolsInputSchemaObject, tool("t"), kept(3)],
  [
    "is of another type",
    toolsInputSchemaObject,
    tool("t", { inputSchema: { type: "array" } }),
    broken('inputSchema of "t" has type "array"', 3),
  ],
  ["has no type", toolsInputSchemaObject, tool("t", { inputSchema: {} }), broken('inputSchema of "t" has type undefined', 3)],
  ["is missing", toolsInputSchemaObject, { name: "t" }, broken('inputSchema of "t" is undefined', 3)],
  ["is a list", toolsInputSchemaObject, tool("t", { inputSchema: [] }), broken('inputSchema of "t" is []', 3)],
  ["is an object, of results", toolsOutputSchemaObject, tool("t", { outputSchema: { type: "object" } }), kept(3)],
  [
    "is of another type, of results",
    toolsOutputSchemaObject,
    tool("t", { outputSchema: { type: "string" } }),
    broken('outputSchema of "t" has type "string"', 3),
  ],
  ["is null, of results", toolsOutputSchemaObject, tool("t", { outputSchema: null }), broken('outputSchema of "t" is null', 3)],
  ["is missing, of results", toolsOutputSchemaObject, tool("t"), idle("no tool has an outputSchema")],
  ["refers to itself", toolsSchemaLocalRefs, tool("t", { inputSchema: { $ref: "#/$defs/a" } }), kept(3)],
  ["refers to the network", toolsSchemaLocalRefs, tool("t", { inputSchema: remote }), refers],
  ["refers to it in results", toolsSchemaLocalRefs, tool("t", { outputSchema: { anyOf: [{}, remote] } }), refers],
  [
    "refers to it in plain http",
    toolsSchemaLocalRefs,
    tool("t", { inputSchema: { $ref: "HTTP://a" } }),
    broken('"t" refers to HTTP://a', 3),
  ],
  [
    "refers to a file server",
    toolsSchemaLocalRefs,
    tool("t", { inputSchema: { $ref: "ftp://a" } }),
    broken('"t" refers to ftp://a', 3),
  ],
  [
    "refers to a file",
    toolsSchemaLocalRefs,
    tool("t", { inputSchema: { $ref: "file:///a" } }),
    broken('"t" refers to file:///a', 3),
  ],
  [
    "refers to a name that has one of these in it",
    toolsSchemaLocalRefs,
    tool("t", { inputSchema: { $ref: "urn:https://a" } }),
    kept(3),
  ],
  ["refers to a list", toolsSchemaLocalRefs, tool("t", { inputSchema: { $ref: ["https://a"] } }), kept(3)],
  ["refers to the network thirty steps down", toolsSchemaLocalRefs, tool("t", { inputSchema: deep(30, remote) }), refers],
  ["refers to the network thirty-one steps down", toolsSchemaLocalRefs, tool("t", { inputSchema: deep(31, remote) }), kept(3)],
  ["is not there at all", toolsSchemaLocalRefs, { name: "t" }, untested("no tools were listed")],
  ["has a pattern", toolsSchemaPatterns, tool("t", { inputSchema: { properties: { a: { pattern: "^a+$" } } } }), kept(3)],
  ["has a pattern of Unicode alone", toolsSchemaPatterns, tool("t", { inputSchema: { pattern: "^\\p{L}$" } }), kept(3)],
  ["has a pattern that Unicode mode refuses", toolsSchemaPatterns, tool("t", { inputSchema: { pattern: "\\-" } }), kept(3)],
  [
    "has a pattern of another language",
    toolsSchemaPatterns,
    tool("t", { inputSchema: { pattern: "(?i)a++" } }),
    broken('"t": "(?i)a++"', 3),
  ],
])("a schema is judged that %s", (_title, check, one, wanted) => {
  expect(check.verify(conversation([listing(one)]))).toEqual(wanted);
});

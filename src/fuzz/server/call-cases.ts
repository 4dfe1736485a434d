import * as fc from "fast-check";
import { asObject, valueAt, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { requiredOf } from "../../run/server/tool-choice.ts";
import type { FuzzCase } from "./fuzz-case.ts";
import { texts, values } from "./odd-values.ts";
import { excludedValues, fittingArguments } from "./schema-values.ts";

/** Calls of one tool: arguments that fit its schema, and such with one deviation. */
export function callCases(tool: JsonObject): fc.Arbitrary<FuzzCase> {
  const name = typeof tool["name"] === "string" ? tool["name"] : "";
  const call = (what: string, given: fc.Arbitrary<Json | undefined>): fc.Arbitrary<FuzzCase> =>
    given.map((value) => ({ kind: "call", what, tool: name, arguments: value }));
  const fitting = fittingArguments(tool);
  const members = Object.keys(asObject(valueAt(tool, "inputSchema", "properties")));
  const required = requiredOf(tool);
  return fc.oneof(
    { weight: 4, arbitrary: call("arguments that fit", fitting) },
    ...(required.length === 0 ? [] : [{ weight: 1, arbitrary: call("a missing argument", without(fitting, required)) }]),
    ...(members.length === 0 ? [] : [{ weight: 5, arbitrary: call("one odd argument", withOdd(fitting, tool, members)) }]),
    { weight: 1, arbitrary: call("an argument the schema does not have", withExtra(fitting)) },
    { weight: 1, arbitrary: call("no arguments", fc.constant(undefined)) },
    {
      weight: 1,
      arbitrary: call(
        "arguments that are not an object",
        values.filter((value) => typeof value !== "object" || value === null),
      ),
    },
  );
}

function without(fitting: fc.Arbitrary<JsonObject>, required: readonly string[]): fc.Arbitrary<Json> {
  return fc
    .tuple(fitting, fc.constantFrom(...required))
    .map(([given, name]) => Object.fromEntries(Object.entries(given).filter(([member]) => member !== name)));
}

function withOdd(fitting: fc.Arbitrary<JsonObject>, tool: JsonObject, members: readonly string[]): fc.Arbitrary<Json> {
  const deviation = fc
    .constantFrom(...members)
    .chain((name) => excludedValues(valueAt(tool, "inputSchema", "properties", name)).map((value) => ({ name, value })));
  return fc.tuple(fitting, deviation).map(([given, { name, value }]) => ({ ...given, [name]: value }));
}

function withExtra(fitting: fc.Arbitrary<JsonObject>): fc.Arbitrary<Json> {
  return fc.tuple(fitting, texts, values).map(([given, name, value]) => ({ ...given, [`x${name.slice(0, 1000)}`]: value }));
}

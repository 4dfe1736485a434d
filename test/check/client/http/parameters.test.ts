import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/http/parameters.ts";
import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, type Line, note } from "../../../support/traces/small-trace.ts";
import { broken, kept, unseen } from "../told-trace.ts";
import { given, posts, verdict } from "./over-http.ts";

const mirrored = (type: string, name = "A"): JsonObject => ({ type, "x-mcp-header": name });
const tool = (properties: JsonObject): JsonObject => ({ name: "t", inputSchema: { type: "object", properties } });

/** The client is told of tools by events 2 to 4. */
const listed = (...tools: readonly Json[]): readonly Line[] => [posts(1, ask(1, "tools/list")), ...given(1, 1, { tools })];
const calls = (args: Json, headers: Readonly<Record<string, string>> = {}, name = "t"): Line =>
  posts(2, ask(2, "tools/call", { name, arguments: args }), headers);
const seen = (check: Check, lines: readonly Line[]): Outcome => verdict(check, lines, "2026-07-28");

/** What is said of one argument of this type with this header. */
const of = (check: Check, type: string, value: Json | undefined, header: string | undefined): Outcome =>
  seen(check, [
    ...listed(tool({ a: mirrored(type) })),
    calls(value === undefined ? {} : { a: value }, header === undefined ? {} : { "mcp-param-a": header }),
  ]);

const uncalled = unseen("the client called no tool with parameters that are mirrored");

describe("a parameter with a value", () => {
  it.each<[string, string, Json, string | undefined, string | undefined]>([
    ["is a text", "string", "x", "x", undefined],
    ["is an empty text", "string", "", "", undefined],
    ["is an encoded text", "string", "ä", "=?base64?w6Q=?=", undefined],
    ["is a truth", "boolean", true, "true", undefined],
    ["is a number", "integer", 42, "42", undefined],
    ["is a number in another form", "integer", 42, "42.0", undefined],
    ["is a text without a header", "string", "x", undefined, 'missing for "x"'],
    ["is a number without a header", "integer", 0, undefined, "missing for 0"],
    ["is another text", "string", "x", "y", '"y" for "x"'],
    ["is a text of digits in another form", "string", "1", "1.0", '"1.0" for "1"'],
    ["is another number", "integer", 42, "43", '"43" for 42'],
    ["is nothing for a zero", "integer", 0, "", '"" for 0'],
    ["is a blank for a zero", "integer", 0, " ", '" " for 0'],
  ])("%s", (_situation, type, value, header, wrong) => {
    const expected = wrong === undefined ? kept(5) : broken(`Mcp-Param-A is ${wrong}`, 5);
    expect(of(checks.clientParamHeader, type, value, header)).toEqual(expected);
  });

  const one = tool({ a: mirrored("string") });
  it.each<[string, readonly Line[], object]>([
    [
      "lies in an object",
      [
        ...listed(tool({ o: { type: "object", properties: { b: mirrored("string", "B") } } })),
        calls({ o: { b: "x" }, b: "y" }, { "Mcp-Param-B": "x" }),
      ],
      kept(5),
    ],
    [
      "is one of two, and the other lacks its header",
      [...listed(tool({ a: mirrored("string"), b: mirrored("string", "B") })), calls({ a: "x", b: "y" }, { "Mcp-Param-A": "x" })],
      broken('Mcp-Param-B is missing for "y"', 5),
    ],
    ["is null", [...listed(one), calls({ a: null })], uncalled],
    ["is not given", [...listed(one), calls({})], uncalled],
    ["is that of a tool the client was not told of", [...listed(one), calls({ a: "x" }, {}, "u")], uncalled],
    ["is that of a tool the client was told of later", [calls({ a: "x" }), ...listed(one)], uncalled],
    [
      "is that of a tool that breaks the rules for headers",
      [...listed(tool({ a: mirrored("string", "not a name") })), calls({ a: "x" })],
      uncalled,
    ],
    ["is not annotated", [...listed(tool({ a: { type: "string" } })), calls({ a: "x" })], uncalled],
    ["is that of a tool without a schema", [...listed({ name: "t" }), calls({ a: "x" })], uncalled],
    [
      "is that of a prompt of the same name",
      [...listed(one), posts(2, ask(2, "prompts/get", { name: "t", arguments: { a: "x" } }))],
      uncalled,
    ],
    [
      "is that of a call without an id",
      [...listed(one), posts(2, note("tools/call", { name: "t", arguments: { a: "x" } }))],
      uncalled,
    ],
  ])("that %s", (_situation, lines, expected) => {
    expect(seen(checks.clientParamHeader, lines)).toEqual(expected);
  });
});

it.each<[string, Json | undefined, string | undefined, object]>([
  ["missing", undefined, undefined, kept(5)],
  ["null", null, undefined, kept(5)],
  ["missing beside a header", undefined, "x", broken('Mcp-Param-A is "x", though there is no value', 5)],
  ["null beside an empty header", null, "", broken('Mcp-Param-A is "", though there is no value', 5)],
  ["there", "x", undefined, uncalled],
])("a header is not wanted where the value is %s", (_situation, value, header, expected) => {
  expect(of(checks.clientParamHeaderAbsent, "string", value, header)).toEqual(expected);
});

describe("a text is encoded", () => {
  it.each<[string, string, string, boolean]>([
    ["in three bytes", "ä!", "=?base64?w6Qh?=", true],
    ["in two bytes", "ä", "=?base64?w6Q=?=", true],
    ["in four bytes", "äbc", "=?base64?w6RiYw==?=", true],
    ["with signs", "ûï¾~", "=?base64?w7vDr8K+fg==?=", true],
    ["as it is, which is wrong", "ä", "ä", false],
    ["as another text", "ä", "=?base64?w7Y=?=", false],
    ["within a text that is sent as it is", "ä=?base64?w6Q=?=", "ä=?base64?w6Q=?=", false],
    ["at the beginning of a text that is sent as it is", "=?base64?w6Q=?=ä", "=?base64?w6Q=?=ä", false],
    ["for a blank at its beginning", " a", "=?base64?IGE=?=", true],
    ["not for a blank at its beginning", " a", " a", false],
    ["not for a blank at its end", "a ", "a ", false],
    ["not for a tab", "a\tb", "a\tb", false],
    ["not where it looks encoded", "=?base64?YQ==?=", "=?base64?YQ==?=", false],
    ["not where it looks encoded with nothing in it", "=?base64??=", "=?base64??=", false],
  ])("%s", (_situation, value, header, isRight) => {
    const wrong = `Mcp-Param-A is ${JSON.stringify(header)} for ${JSON.stringify(value)}`;
    expect(of(checks.clientParamHeaderEncoded, "string", value, header)).toEqual(isRight ? kept(5) : broken(wrong, 5));
  });

  it.each<[string, string, Json, string | undefined]>([
    ["it is one plain letter", "string", "a", "x"],
    ["it is plain words", "string", "a b", "x"],
    ["it is empty", "string", "", "x"],
    ["it only begins like the form", "string", "=?base64?a", "x"],
    ["it only ends like the form", "string", "a=?base64?YQ==?=", "x"],
    ["it goes on after the form", "string", "=?base64?YQ==?=a", "x"],
    ["it has no header", "string", "ä", undefined],
    ["it is a number", "integer", 1, "x"],
  ])("not at all where %s", (_situation, type, value, header) => {
    expect(of(checks.clientParamHeaderEncoded, type, value, header)).toEqual(
      unseen("no value that has to be encoded was mirrored"),
    );
  });
});

describe("an integer", () => {
  it.each<[Json, string, boolean]>([
    [0, "0", true],
    [-7, "-7", true],
    [120, "120", true],
    [9007199254740991, "9007199254740991", true],
    [9007199254740992, "9007199254740992", false],
    [7, "+7", false],
    [7, "07", false],
    [7, "7.0", false],
    [100, "1e2", false],
    [7, "7 ", false],
    [7, " 7", false],
    [7, "", false],
  ])("%s that is sent as %j is written well: %s", (value, header, isRight) => {
    const wrong = `Mcp-Param-A is ${JSON.stringify(header)} for ${JSON.stringify(value)}`;
    expect(of(checks.clientParamIntegers, "integer", value, header)).toEqual(isRight ? kept(5) : broken(wrong, 5));
  });

  it.each<[string, string, Json, string | undefined]>([
    ["without a header", "integer", 7, undefined],
    ["in a text", "string", "07", "07"],
  ])("%s is not looked at", (_situation, type, value, header) => {
    expect(of(checks.clientParamIntegers, type, value, header)).toEqual(unseen("no integer was mirrored"));
  });
});

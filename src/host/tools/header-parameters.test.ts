import { describe, expect, it } from "vitest";
import type { Json } from "../../jsonrpc/json.ts";
import { headerFault } from "./header-parameters.ts";

const region = { type: "string", "x-mcp-header": "Region" };
const within = (properties: Json): Json => ({ type: "object", properties });

describe("annotations for headers (2026-07-28, basic/transports/streamable-http#schema-extension)", () => {
  it.each<[string, Json]>([
    ["none", { type: "object" }],
    ["one", within({ region })],
    ["a nested one", within({ at: within({ region }) })],
    [
      "an integer and a boolean",
      within({ a: { type: "integer", "x-mcp-header": "A" }, b: { type: "boolean", "x-mcp-header": "B" } }),
    ],
    ["the same word as data", within({ a: { type: "object", default: { "x-mcp-header": "" } } })],
    ["a parameter of that name", within({ "x-mcp-header": { type: "string" } })],
  ])("are fine: %s", (_what, schema) => {
    expect(headerFault(schema)).toBeUndefined();
  });

  it.each<[string, Json, RegExp]>([
    ["an empty name", within({ region: { ...region, "x-mcp-header": "" } }), /not a token/],
    ["a blank", within({ region: { ...region, "x-mcp-header": "My Region" } }), /not a token/],
    ["a line feed", within({ region: { ...region, "x-mcp-header": "A\r\nB: c" } }), /not a token/],
    ["no text", within({ region: { ...region, "x-mcp-header": 1 } }), /not a token/],
    ["a number", within({ n: { type: "number", "x-mcp-header": "N" } }), /"number"/],
    ["an object", within({ o: { type: "object", "x-mcp-header": "O" } }), /"object"/],
    ["names that differ in case alone", within({ region, other: { ...region, "x-mcp-header": "REGION" } }), /twice/],
    ["below items", within({ list: { type: "array", items: within({ region }) } }), /no call has a place/],
    ["below anyOf", { type: "object", anyOf: [within({ region })] }, /no call has a place/],
    ["below a definition", { type: "object", $defs: { r: region } }, /no call has a place/],
  ])("are invalid: %s", (_what, schema, message) => {
    expect(headerFault(schema)).toMatch(message);
  });
});

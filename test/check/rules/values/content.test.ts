import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { annotationDefect, base64Defect, embeddedDefect, isBinary, mimeTypeDefect } from "../../../../src/check/rules/content.ts";
import { contentDefect } from "../../../../src/check/rules/form-content.ts";
import { formDefect } from "../../../../src/check/rules/form-schema.ts";

const resource = (of: Json): JsonObject => ({ type: "resource", resource: of });

describe("a block of content", () => {
  it.each<readonly [string, JsonObject, string | undefined, boolean]>([
    ["an image with base64", { type: "image", data: "AAAA" }, undefined, true],
    ["a sound with base64", { type: "audio", data: "AA==" }, undefined, true],
    ["an image without data", { type: "image" }, "data is missing, expected base64", true],
    ["a sound with a number", { type: "audio", data: 7 }, "data is 7, expected base64", true],
    ["an image without padding", { type: "image", data: "AAA" }, 'data is not padded base64: "AAA"', true],
    [
      "an image with a long text",
      { type: "image", data: "-".repeat(30) },
      `data is not padded base64: "${"-".repeat(24)}"`,
      true,
    ],
    ["a text with data", { type: "text", data: "-" }, undefined, false],
    ["an embedded file", resource({ blob: "AAAA" }), undefined, true],
    ["an embedded file that is none", resource({ blob: null }), "resource.blob is null, expected base64", true],
    ["an embedded file in another alphabet", resource({ blob: "-_-_" }), 'resource.blob is not padded base64: "-_-_"', true],
    ["an embedded text", resource({ text: "x" }), undefined, false],
    ["a link that has a blob", { type: "resource_link", resource: { blob: "-" } }, undefined, false],
  ])("that is %s is binary as it should be", (_title, block, defect, binary) => {
    expect(base64Defect(block)).toBe(defect);
    expect(isBinary(block)).toBe(binary);
  });

  it.each<readonly [JsonObject, string | undefined]>([
    [{ type: "image", mimeType: "image/png" }, undefined],
    [{ type: "audio", mimeType: "audio/wav" }, undefined],
    [{ type: "image" }, "the image has no mimeType"],
    [{ type: "audio", mimeType: 7 }, "the audio has no mimeType"],
    [{ type: "image", mimeType: "png" }, '"png" is not a MIME type'],
    [{ type: "text", mimeType: "png" }, undefined],
    [{ type: "text" }, undefined],
  ])("%j has a MIME type with the defect %j", (block, defect) => {
    expect(mimeTypeDefect(block)).toBe(defect);
  });

  it.each<readonly [JsonObject, string | undefined]>([
    [resource({ uri: "file:///a", text: "" }), undefined],
    [resource({ uri: "file:///a", blob: "" }), undefined],
    [resource({ uri: "file:///a" }), "an embedded resource with neither text nor blob"],
    [resource({ uri: "file:///a", text: 1, blob: null }), "an embedded resource with neither text nor blob"],
    [resource({ uri: "a", text: "" }), 'an embedded resource with the uri "a"'],
    [resource({ uri: 7, text: "" }), "an embedded resource with the uri 7"],
    [{ type: "resource" }, "an embedded resource with the uri undefined"],
    [{ type: "text", resource: {} }, undefined],
  ])("%j embeds a resource with the defect %j", (block, defect) => {
    expect(embeddedDefect(block)).toBe(defect);
  });

  it.each<readonly [Json, string | undefined]>([
    [{ priority: 0 }, undefined],
    [{ priority: 1, audience: ["user", "assistant"] }, undefined],
    [{ priority: 0.5, audience: [] }, undefined],
    [{ priority: -0.1 }, "priority is -0.1, expected 0 to 1"],
    [{ priority: 1.1 }, "priority is 1.1, expected 0 to 1"],
    [{ priority: "1" }, 'priority is "1", expected 0 to 1'],
    [{ priority: null }, "priority is null, expected 0 to 1"],
    [{ audience: ["user", "model"] }, 'audience is ["user","model"]'],
    [{ audience: "user" }, 'audience is "user"'],
    [{ audience: ["assistant"], priority: 2 }, "priority is 2, expected 0 to 1"],
    [{}, undefined],
    ["none", undefined],
  ])("with the annotations %j has the defect %j", (annotations, defect) => {
    expect(annotationDefect({ annotations })).toBe(defect);
  });
});

const form = (properties: Json): Json => ({ type: "object", properties });

describe("a form", () => {
  it.each<readonly [Json | undefined, string | undefined]>([
    [form({}), undefined],
    [form({ a: { type: "string" }, b: { type: "number" }, c: { type: "integer" }, d: { type: "boolean" } }), undefined],
    [form({ a: { type: "array", items: { enum: ["x"] } } }), undefined],
    [form({ a: { type: "array", items: { anyOf: [] } } }), undefined],
    [form({ a: { type: "array", items: { oneOf: [] } } }), undefined],
    [form({ a: { type: "array", items: { type: "string" } } }), "a is a list that is not a choice among given values"],
    [form({ a: { type: "array" } }), "a is a list that is not a choice among given values"],
    [form({ a: { type: "array", items: { enum: "x" } } }), "a is a list that is not a choice among given values"],
    [form({ a: { type: "string" }, b: { type: "object" } }), 'b is of type "object"'],
    [form({ a: { type: ["string", "null"] } }), 'a is of type ["string","null"]'],
    [form({ a: {} }), "a is of type (none)"],
    [form({ a: null }), "a is of type (none)"],
    [{ type: "object" }, "requestedSchema.properties is missing"],
    [form([]), "requestedSchema.properties is []"],
    [{ type: "array", properties: {} }, 'requestedSchema has type "array"'],
    [{ properties: {} }, "requestedSchema has type undefined"],
    [undefined, "requestedSchema is missing"],
    [[], "requestedSchema is []"],
  ])("of the schema %j has the defect %j", (schema, defect) => {
    expect(formDefect(schema)).toBe(defect);
  });

  const one = (schema: Json): Json => form({ a: schema });
  it.each<readonly [string, Json | undefined, Json | undefined, string | undefined]>([
    ["nothing at all", form({}), undefined, "the content is missing"],
    ["a list", form({}), [], "the content is []"],
    ["nothing of what is asked for", form({ a: { type: "string" } }), {}, undefined],
    ["something else besides", form({}), { z: 1 }, undefined],
    ["a schema that asks for nothing", undefined, { z: 1 }, undefined],
    ["without what is required", { ...(form({}) as object), required: ["a", "b", "c", 7] }, { b: null }, "it is without a, c"],
    ["with what is required", { ...(form({}) as object), required: ["a"] }, { a: 1 }, undefined],
    ["required members in no list", { ...(form({}) as object), required: "a" }, {}, undefined],
    ["a text", one({ type: "string" }), { a: "x" }, undefined],
    ["a number for a text", one({ type: "string" }), { a: 1 }, 'a is 1, not of type "string"'],
    ["a text for a yes", one({ type: "boolean" }), { a: "true" }, 'a is "true", not of type "boolean"'],
    ["a no", one({ type: "boolean" }), { a: false }, undefined],
    ["a fraction", one({ type: "number" }), { a: 1.5 }, undefined],
    ["a text for a number", one({ type: "number" }), { a: "1" }, 'a is "1", not of type "number"'],
    ["a fraction for a whole number", one({ type: "integer" }), { a: 1.5 }, 'a is 1.5, not of type "integer"'],
    ["a whole number", one({ type: "integer" }), { a: 2 }, undefined],
    ["a text for a list", one({ type: "array" }), { a: "x" }, 'a is "x", not of type "array"'],
    ["a list", one({ type: "array" }), { a: ["x"] }, undefined],
    ["anything for no type", one({}), { a: { b: 1 } }, undefined],
    ["null for a text", one({ type: "string" }), { a: null }, 'a is null, not of type "string"'],
    ["a choice", one({ type: "string", enum: ["x", "y"] }), { a: "y" }, undefined],
    ["no choice", one({ type: "string", enum: ["x", "y"] }), { a: "z" }, 'a is "z", not among the choices'],
    ["a titled choice", one({ type: "string", oneOf: [{ const: "x" }] }), { a: "x" }, undefined],
    ["no titled choice", one({ type: "string", oneOf: [{ const: "x" }] }), { a: "y" }, 'a is "y", not among the choices'],
    ["no choice of any", one({ type: "string", anyOf: [{ const: "x" }] }), { a: "y" }, 'a is "y", not among the choices'],
    ["a choice of any", one({ type: "string", anyOf: [{ const: "x" }] }), { a: "x" }, undefined],
    ["several choices", one({ type: "array", items: { enum: ["x", "y"] } }), { a: ["x", "y"] }, undefined],
    [
      "one choice too many",
      one({ type: "array", items: { anyOf: [{ const: "x" }] } }),
      { a: ["x", "y"] },
      'a is ["x","y"], with an item that is not among the choices',
    ],
    ["the least number", one({ type: "number", minimum: 2 }), { a: 2 }, undefined],
    ["a number below", one({ type: "number", minimum: 2 }), { a: 1 }, "a is 1, less than 2"],
    ["the greatest number", one({ type: "number", maximum: 2 }), { a: 2 }, undefined],
    ["a number above", one({ type: "number", maximum: 2 }), { a: 3 }, "a is 3, more than 2"],
    ["a text that is long enough", one({ type: "string", minLength: 2 }), { a: "ab" }, undefined],
    ["a text that is too short", one({ type: "string", minLength: 2 }), { a: "😀" }, 'a is "😀", less than 2'],
    ["a text that is short enough in characters", one({ type: "string", maxLength: 1 }), { a: "😀" }, undefined],
    ["a text that is too long", one({ type: "string", maxLength: 2 }), { a: "abc" }, 'a is "abc", more than 2'],
    ["a text with the bounds of numbers", one({ type: "string", minimum: 9, maximum: 0 }), { a: "abc" }, undefined],
    ["a number with the bounds of texts", one({ type: "number", minLength: 9, maxLength: 0 }), { a: 1 }, undefined],
    ["a bound that is no number", one({ type: "number", minimum: "9" }), { a: 1 }, undefined],
    ["a yes with bounds", one({ type: "boolean", minimum: 9, maxLength: -1 }), { a: true }, undefined],
    [
      "the second member wrong",
      form({ a: { type: "string" }, b: { type: "string" } }),
      { a: "x", b: 1 },
      'b is 1, not of type "string"',
    ],
  ])("that was filled in with %s fits or does not", (_title, schema, content, defect) => {
    expect(contentDefect(schema, content)).toBe(defect);
  });
});

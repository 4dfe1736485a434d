import { expect, test } from "vitest";
import { providers } from "../providers.ts";
import { listedTools } from "../tool.ts";
import { defectsOf } from "./defects.ts";

const tool = (inputSchema: object, name = "say") =>
  listedTools([{ name, description: "Says it.", inputSchema: inputSchema as never }]);

/** What a provider says to one schema: where, and what is wrong. */
function told(id: string, inputSchema: object): string[] {
  const provider = providers.find((one) => one.id === id);
  if (provider === undefined) throw new Error(`no provider ${id}`);
  return defectsOf(tool(inputSchema), provider).map(({ pointer, wrong }) => `${pointer} ${wrong}`);
}

test("every provider has sources, and patterns that are regular expressions", () => {
  for (const { rules, docs, read } of providers) {
    expect(read).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const url of [docs, ...rules.map(({ source }) => source)]) expect(url).toMatch(/^https:\/\/\S+$/);
    const patterns = rules.flatMap((rule) => ("pattern" in rule ? [rule.pattern] : []));
    expect(patterns.filter((pattern) => !new RegExp(pattern).test("say"))).toEqual([]);
  }
});

test("every provider takes a plain tool", () => {
  const plain = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  for (const provider of providers) {
    const schema = provider.id === "openai-strict" ? { ...plain, additionalProperties: false } : plain;
    expect([provider.id, defectsOf(tool(schema), provider)]).toEqual([provider.id, []]);
  }
});

test.each([
  [
    "openai",
    { type: "object", properties: { a: { type: ["string", "array"] } } },
    ["/inputSchema/properties/a is an array without items"],
  ],
  ["openai", { properties: {} }, ["/inputSchema has no type"]],
  ["anthropic", { type: "object", properties: { "a b": {} } }, ['/inputSchema has a property "a b"']],
  ["gemini", { type: "object", properties: { "a/b": { const: 1 } } }, ["/inputSchema/properties/a~1b has const"]],
  ["gemini", { type: "object", properties: { const: { type: "string" } } }, []],
  ["gemini", { type: "object", properties: { a: { type: "string", default: { const: 1 } } } }, []],
  [
    "llama-cpp",
    { type: "object", properties: { a: { $ref: "https://x.test/s" } } },
    ['/inputSchema/properties/a refers to "https://x.test/s"'],
  ],
  ["llama-cpp", { type: "object", properties: { a: { type: "integer", minimum: 1 } } }, []],
  ["llama-cpp", { type: "object", properties: { a: { type: "number", minimum: 1 } } }, ["/inputSchema/properties/a has minimum"]],
  ["ollama", { type: "object", properties: { a: { type: "array", items: { pattern: "x" } } } }, []],
  ["vllm", { type: "object", properties: { a: { type: "string", format: "date" } } }, []],
  [
    "vllm",
    { type: "object", properties: { a: { type: "string", format: "iban" } } },
    ['/inputSchema/properties/a has the format "iban"'],
  ],
])("%s says to %j", (id, schema, expected) => {
  expect(told(id, schema)).toEqual(expected);
});

test("names that are words of schemas, and schemas that hold themselves, do no harm", () => {
  const odd = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"$ref":"#"}}}') as object;
  for (const { id } of providers) expect(() => told(id, odd)).not.toThrow();
});

test("a schema is measured as a whole", () => {
  let deep: object = { type: "string" };
  for (let i = 0; i < 11; i++) deep = { type: "object", properties: { a: deep }, required: ["a"], additionalProperties: false };
  expect(told("openai-strict", deep)).toEqual(["/inputSchema nests objects 11 levels deep, more than 10"]);
});

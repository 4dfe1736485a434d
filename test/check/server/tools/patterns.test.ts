import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { toolsInputSchemaObject, toolsSchemaPatterns } from "../../../../src/check/server/tools/schema.ts";
import { broken, conversation, idle, untested } from "../conversation.ts";
import { listing, tool } from "./tools.ts";

it.each<readonly [string, Check, Json, object]>([
  [
    "has a pattern of another language in results",
    toolsSchemaPatterns,
    { name: 7, outputSchema: { pattern: "(" } },
    broken('"7": "("', 3),
  ],
  [
    "has a pattern that is no text",
    toolsSchemaPatterns,
    tool("t", { inputSchema: { pattern: 7 } }),
    idle("no tool schema has a pattern"),
  ],
  ["has no pattern", toolsSchemaPatterns, tool("t"), idle("no tool schema has a pattern")],
])("a schema is judged that %s", (_title, check, one, wanted) => {
  expect(check.verify(conversation([listing(one)]))).toEqual(wanted);
});

it("an inputSchema that is no object explains what validators say of that list alone", () => {
  const trace = conversation([listing(tool("a")), listing(tool("b", { inputSchema: true })), listing({ name: "c" })]);
  const [explained] = toolsInputSchemaObject.explains ?? [];
  expect(explained?.checks).toEqual(["tools.input-schema-valid", "tools.input-schema-usable"]);
  expect(explained !== undefined && "at" in explained ? explained.at?.(trace) : undefined).toEqual([5, 7]);
  expect(toolsInputSchemaObject.verify(conversation([]))).toEqual(untested("no tools were listed"));
});

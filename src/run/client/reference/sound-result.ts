import { schemaValidator } from "../../../host/tools/schema-validator.ts";
import { isArray, isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";

/** What is wrong with the result of a tool, in words; undefined where it may be handed on. `tool` is its definition, where that is known. */
export function resultDefect(result: Json, tool: JsonObject | undefined): string | undefined {
  const content = valueAt(result, "content");
  if (!isArray(content)) return "the result has no list of content";
  const odd = content.find((block) => !isBlock(block));
  if (odd !== undefined) return `a content block is ${JSON.stringify(odd).slice(0, 80)}`;
  const structured = valueAt(result, "structuredContent");
  const schema = tool?.["outputSchema"];
  if (structured === undefined || !isObject(schema) || valueAt(result, "isError") === true) return undefined;
  const validate = schemaValidator(schema);
  if (validate === "unusable") return "the output schema cannot be used: its dialect or a reference in it is not supported";
  return validate(structured) ? undefined : `structuredContent does not fit: ${validate.errors?.[0]?.message ?? ""}`;
}

/** A block of a known kind has what makes it one; others are handed on as they are. */
function isBlock(block: Json): boolean {
  const type = valueAt(block, "type");
  return typeof type === "string" && (type !== "text" || typeof valueAt(block, "text") === "string");
}

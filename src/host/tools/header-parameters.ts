import { isObject, type Json } from "../../jsonrpc/json.ts";

/** Types a parameter that is mirrored in a header may have. */
const mirrored: readonly unknown[] = ["string", "integer", "boolean"];

/** Keywords whose values are data, in which nothing is an annotation. */
const data = new Set(["default", "examples", "enum", "const"]);

/**
 * Why the `x-mcp-header` annotations of an input schema are invalid, or undefined where they are fine. Over Streamable HTTP a
 * client must leave such a tool out (2026-07-28, basic/transports/streamable-http#schema-extension).
 */
export function headerFault(schema: Json): string | undefined {
  const names: string[] = [];
  const fault = faultIn(schema, true, names);
  if (fault !== undefined) return fault;
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `the header name ${twice} is given twice`;
}

/** Looks at a schema whose place is one where annotations may stand, or not: only below chains of `properties`. */
function faultIn(schema: Json | undefined, reachable: boolean, names: string[]): string | undefined {
  if (Array.isArray(schema)) return firstFault(schema as readonly Json[], false, names);
  if (!isObject(schema)) return undefined;
  const { "x-mcp-header": header, properties, ...rest } = schema;
  if (header !== undefined) {
    const wrong = reachable ? faultOf(header, schema["type"]) : "an annotation where no call has a place for it";
    if (wrong !== undefined) return wrong;
    names.push(asName(header));
  }
  const inner = isObject(properties) ? Object.values(properties) : [];
  const others = Object.entries(rest).flatMap(([keyword, value]) => (data.has(keyword) ? [] : [value]));
  return firstFault(inner, reachable, names) ?? firstFault(others, false, names);
}

function firstFault(schemas: readonly (Json | undefined)[], reachable: boolean, names: string[]): string | undefined {
  for (const schema of schemas) {
    const fault = faultIn(schema, reachable, names);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Header names are compared without their case. */
const asName = (header: Json): string => (typeof header === "string" ? header.toLowerCase() : "");

function faultOf(header: Json, type: Json | undefined): string | undefined {
  if (typeof header !== "string" || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(header))
    return `the header name ${JSON.stringify(header)} is not a token`;
  return mirrored.includes(type) ? undefined : `a parameter of type ${JSON.stringify(type ?? null)} is mirrored in a header`;
}

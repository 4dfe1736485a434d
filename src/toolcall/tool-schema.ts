/** A schema, or another object. */
export type Schema = Readonly<Record<string, unknown>>;

/** Whether it has members. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member of an object, or undefined. */
export function member(value: unknown, key: string): unknown {
  return isSchema(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Name and parameter schema of a tool, whichever of the three forms it has (OpenAI's wrapper, its inside, or MCP's); undefined when it has no name. */
export function toolSchema(tool: unknown): { readonly name: string; readonly schema: unknown } | undefined {
  const inner = member(tool, "function") ?? tool;
  const name = member(inner, "name");
  if (typeof name !== "string") return undefined;
  return { name, schema: member(inner, "parameters") ?? member(inner, "inputSchema") ?? member(inner, "input_schema") };
}

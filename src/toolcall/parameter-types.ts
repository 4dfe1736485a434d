import { isSchema, member, toolSchema } from "./tool-schema.ts";

/** Types a schema allows for one parameter; undefined means that nothing is known, so the value is text. */
export type TypeOfParameter = (tool: string, path: readonly string[]) => ReadonlySet<string> | undefined;

function resolve(schema: unknown, root: unknown, depth: number): unknown {
  const ref = member(schema, "$ref");
  if (typeof ref !== "string" || depth > 32) return schema;
  if (!ref.startsWith("#")) return undefined;
  let here: unknown = root;
  for (const part of ref.slice(1).split("/").slice(1)) {
    const key = decodeURIComponentSafely(part).replaceAll("~1", "/").replaceAll("~0", "~");
    here = Array.isArray(here) ? here[Number(key)] : member(here, key);
  }
  return resolve(here, root, depth + 1);
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const combinators = ["anyOf", "oneOf", "allOf"] as const;

function branches(schema: unknown): readonly unknown[] {
  const found: unknown[] = [];
  for (const key of combinators) {
    const list = member(schema, key);
    if (Array.isArray(list)) for (const one of list as unknown[]) found.push(one);
  }
  return found;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

function addTypes(schema: unknown, root: unknown, types: Set<string>, depth: number): void {
  const here = resolve(schema, root, 0);
  if (!isSchema(here) || depth > 16) return;
  const type = here["type"];
  if (typeof type === "string") types.add(type);
  if (Array.isArray(type)) for (const one of type) if (typeof one === "string") types.add(one);
  if (here["nullable"] === true) types.add("null");
  if (type === undefined && Array.isArray(here["enum"])) for (const value of here["enum"]) types.add(typeName(value));
  if (type === undefined && "const" in here) types.add(typeName(here["const"]));
  if (type === undefined && isSchema(here["properties"])) types.add("object");
  for (const branch of branches(here)) addTypes(branch, root, types, depth + 1);
}

/** The schema of a member, looked for in the branches of combinators as well. */
function step(schema: unknown, key: string, root: unknown, depth: number): unknown {
  const here = resolve(schema, root, 0);
  if (depth > 16) return undefined;
  const own = member(member(here, "properties"), key) ?? (key === "[]" ? member(here, "items") : undefined);
  if (own !== undefined) return own;
  for (const branch of branches(here)) {
    const found = step(branch, key, root, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function schemasOf(tools: readonly unknown[]): ReadonlyMap<string, unknown> {
  const named = tools.map(toolSchema).filter((tool) => tool !== undefined);
  return new Map(named.map(({ name, schema }) => [name, schema]));
}

/** Looks parameter types up in the tools of a request. A path step `[]` means the elements of an array. */
export function createTypeLookup(tools: readonly unknown[] | undefined): TypeOfParameter {
  // Most formats say themselves of what type a value is: then nothing is looked up.
  let schemas: ReadonlyMap<string, unknown> | undefined;
  return (tool, path) => {
    schemas ??= schemasOf(tools ?? []);
    const root = schemas.get(tool);
    let here: unknown = root;
    for (const key of path) here = step(here, key, root, 0);
    if (here === undefined) return undefined;
    const types = new Set<string>();
    addTypes(here, root, types, 0);
    return types.size === 0 ? undefined : types;
  };
}

import { isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { textOrJson } from "../text-forms.ts";

/** One `x-mcp-header` of a tool's schema. */
export type HeaderAnnotation = {
  /** The keys that lead to it from the root of the schema. */
  readonly path: readonly string[];
  readonly value: Json;
  /** The type its parameter has. */
  readonly type: Json | undefined;
  /** Whether only `properties` lie between it and the root. */
  readonly reachable: boolean;
};

/** Every `x-mcp-header` of a schema, wherever it stands. */
export const headerAnnotations = (schema: Json | undefined): readonly HeaderAnnotation[] => annotationsIn(schema, [], true, 0);

/** Looks below a schema. `isSchema` is false right below `properties`, where the members are names, not keywords. */
function annotationsIn(value: Json | undefined, path: readonly string[], isSchema: boolean, depth: number): HeaderAnnotation[] {
  if (depth > 30) return [];
  if (isArray(value)) return value.flatMap((one, index) => annotationsIn(one, [...path, textOrJson(index)], true, depth + 1));
  if (!isObject(value)) return [];
  const own = isSchema ? value["x-mcp-header"] : undefined;
  const here = own === undefined ? [] : [{ path, value: own, type: value["type"], reachable: isReachable(path) }];
  const below = Object.entries(value).flatMap(([key, one]) =>
    isSchema && skipped.has(key) ? [] : annotationsIn(one, [...path, key], !(isSchema && key === "properties"), depth + 1),
  );
  return [...here, ...below];
}

/** Keywords whose value is data, not a schema. */
const skipped = new Set(["default", "examples", "enum", "const"]);

function isReachable(path: readonly string[]): boolean {
  return path.length > 0 && path.length % 2 === 0 && path.every((step, index) => index % 2 === 1 || step === "properties");
}

/** Whether a value names a header: a non-empty HTTP field-name token. */
export const isHeaderName = (value: Json | undefined): value is string =>
  typeof value === "string" && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(value);

/** Whether parameters of a type can be mirrored. */
export const isMirrorable = (type: Json | undefined): boolean => type === "string" || type === "integer" || type === "boolean";

/** Whether every annotation of a schema keeps the rules: a tool for which one does not is no tool to a client over HTTP. */
export function annotationsHold(schema: Json | undefined): boolean {
  const all = headerAnnotations(schema);
  const names = new Set(all.map(({ value }) => textOrJson(value).toLowerCase()));
  return names.size === all.length && all.every((one) => isHeaderName(one.value) && isMirrorable(one.type) && one.reachable);
}

import type { Json } from "../../../jsonrpc/json.ts";
import { isArray, isObject } from "../../../jsonrpc/json.ts";

/** JSON with a blank after each comma and colon, as most models write it. */
export function spacedJson(value: Json | undefined): string {
  if (isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)}: ${spacedJson(inner)}`)
      .join(", ")}}`;
  return JSON.stringify(value ?? null);
}

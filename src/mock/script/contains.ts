import { type Json, isArray, isObject } from "../../jsonrpc/json.ts";

/** Whether `value` has at least what `wanted` has: members of objects, items of arrays in place, equal scalars. */
export function contains(value: Json | undefined, wanted: Json): boolean {
  if (isArray(wanted)) return isArray(value) && wanted.every((item, i) => contains(value[i], item));
  if (isObject(wanted)) return isObject(value) && Object.entries(wanted).every(([k, v]) => contains(value[k], v ?? null));
  return value === wanted;
}

/** Any value JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Members may be absent, so that reading one always has to reckon with `undefined`. */
export type JsonObject = { readonly [member: string]: Json | undefined };

/** Narrows to a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Narrows to a JSON array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value at a path of member names and indices, or undefined where the path leaves the value. */
export function valueAt(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (isArray(here) && typeof step === "number") here = here[step];
    else if (isObject(here) && typeof step === "string" && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return here;
}

/** The value as an object, or an empty one: for reading optional members of something that may be malformed. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

import { isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { mapInner } from "../schema-nodes.ts";
import { typesOf } from "../tool.ts";
import { noted, without } from "./words.ts";

/** How many schemas one tool may grow to: references that each lead to several others multiply. */
const most = 300;

/** Writes out what the references in a schema lead to; `root` is the schema they point into. What contains itself is cut off there. */
export function inlined(schema: JsonObject, root: JsonObject): JsonObject {
  let written = 0;
  const write = (one: JsonObject, open: readonly string[]): JsonObject => {
    written++;
    const { $ref } = one;
    if (typeof $ref !== "string") return mapInner(one, (inner) => write(inner, open));
    const siblings = without(one, "$ref");
    const target = targetOf($ref, root);
    if (target === undefined) return noted(siblings, `it refers to ${$ref}, which is not here`);
    if (open.includes($ref) || written > most) {
      const [type] = typesOf(target);
      return noted({ ...siblings, ...(type === undefined ? {} : { type }) }, `the same again as ${$ref}`);
    }
    return write({ ...without(target, "$defs", "definitions"), ...siblings }, [...open, $ref]);
  };
  return write(schema, []);
}

/** What a reference within the schema leads to. */
export function targetOf(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let here: Json | undefined = root;
  for (const part of reference.slice(2).split("/")) {
    const step = unescaped(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(here)) here = (here as readonly Json[])[Number(step)];
    else if (isObject(here) && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return isObject(here) ? here : undefined;
}

/** A part of a URI fragment; one that is not encoded rightly is taken as it stands. */
function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

import type { Json, JsonObject } from "../jsonrpc/json.ts";
import type { PartChange } from "./change.ts";
import { sameJson } from "../jsonrpc/sorted-json.ts";
import type { Way } from "./way.ts";

/** Lower limits, of which a larger one leaves fewer values. */
const lower: readonly string[] = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"];
/** Upper limits, of which a smaller one leaves fewer values. */
const upper: readonly string[] = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"];
/** Conditions that are there or not; how two of them relate cannot be told. */
const conditions: readonly string[] = ["pattern", "format", "multipleOf", "uniqueItems", "contentEncoding", "contentMediaType"];

/** How the limits of a schema changed: numbers, lengths, counts, patterns, formats. */
export function limitChanges(was: JsonObject, is: JsonObject, at: string, way: Way): PartChange[] {
  return [
    ...lower.flatMap((name) => moved(was[name], is[name], `${at}/${name}`, way, (before, after) => after > before)),
    ...upper.flatMap((name) => moved(was[name], is[name], `${at}/${name}`, way, (before, after) => after < before)),
    ...conditions.flatMap((name) => changed(was[name], is[name], `${at}/${name}`, way)),
  ];
}

function moved(
  was: Json | undefined,
  is: Json | undefined,
  at: string,
  way: Way,
  isTighter: (before: number, after: number) => boolean,
): PartChange[] {
  if (sameJson(was, is)) return [];
  const tighter = typeof is === "number" && (typeof was !== "number" || isTighter(was, is));
  return [{ kind: kindOf(tighter, way), at, message: words(was, is) }];
}

function changed(was: Json | undefined, is: Json | undefined, at: string, way: Way): PartChange[] {
  if (sameJson(was, is)) return [];
  if (was !== undefined && is !== undefined && was !== false && is !== false)
    return [{ kind: "breaking", at, message: words(was, is) }];
  return [{ kind: kindOf(is !== undefined && is !== false, way), at, message: words(was, is) }];
}

const kindOf = (tighter: boolean, way: Way): PartChange["kind"] => (tighter === (way === "given") ? "breaking" : "compatible");

function words(was: Json | undefined, is: Json | undefined): string {
  if (was === undefined) return `${JSON.stringify(is)} from now on`;
  return is === undefined ? `no longer ${JSON.stringify(was)}` : `was ${JSON.stringify(was)}, is ${JSON.stringify(is)}`;
}

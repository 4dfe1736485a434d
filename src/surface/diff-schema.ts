import { asObject, isArray, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import type { ChangeKind, PartChange } from "./change.ts";
import { limitChanges } from "./diff-limits.ts";
import type { Way } from "./way.ts";
import { canonicalText, sameJson } from "../jsonrpc/sorted-json.ts";

/** What a schema is compared in: the way, and what the references of each side lead to. */
type Frame = { readonly way: Way; readonly oldRoot: JsonObject; readonly newRoot: JsonObject; readonly depth: number };

/** Members that say nothing of which values fit. */
const words: readonly string[] = ["title", "description", "$comment", "examples", "default", "deprecated"];

/** References are followed so deep: schemas may contain themselves. */
const deepest = 12;

/**
 * How the values that fit a schema changed, part by part, `at` being JSON pointers into it. What cannot be compared (patterns,
 * combinations, conditions) is told as breaking when it changed, for nobody can say that it is not.
 */
export function schemaChanges(was: Json | undefined, is: Json | undefined, way: Way): PartChange[] {
  const [oldRoot, newRoot] = [asObject(was), asObject(is)];
  return compare(oldRoot, newRoot, "", { way, oldRoot, newRoot, depth: 0 });
}

/** Fewer values than before: breaking for what is given, no harm in what is returned. */
const narrowed = (way: Way): ChangeKind => (way === "given" ? "breaking" : "compatible");
const widened = (way: Way): ChangeKind => (way === "given" ? "compatible" : "breaking");

function compare(given: JsonObject, now: JsonObject, at: string, frame: Frame): PartChange[] {
  if (sameJson(given, now) && frame.depth > 0 && given["$ref"] === undefined) return [];
  if (frame.depth > deepest) return [];
  const [was, is] = [resolved(given, frame.oldRoot), resolved(now, frame.newRoot)];
  const below = { ...frame, depth: frame.depth + 1 };
  return [
    ...wordChanges(was, is, at),
    ...typeChanges(was, is, at, frame.way),
    ...enumChanges(was, is, at, frame.way),
    ...limitChanges(was, is, at, frame.way),
    ...propertyChanges(was, is, at, below),
    ...itemChanges(was, is, at, below),
    ...alternativeChanges(was, is, at, frame.way),
    ...otherChanges(was, is, at),
  ];
}

/** The schema a local reference leads to, with what stands beside it; the schema itself where it is none. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== "string" || !reference.startsWith("#/")) return schema;
  let here: Json | undefined = root;
  for (const part of reference.slice(2).split("/")) here = asObject(here)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  return isObject(here) && here["$ref"] === undefined ? { ...here, ...beside } : schema;
}

function wordChanges(was: JsonObject, is: JsonObject, at: string): PartChange[] {
  return words
    .filter((name) => !sameJson(was[name], is[name]))
    .map((name) => ({ kind: "cosmetic", at: `${at}/${name}`, message: `${name} changed`, ...texts(was[name], is[name]) }));
}

/** Both texts of something that changed. */
export function texts(was: Json | undefined, is: Json | undefined): { readonly was?: string; readonly is?: string } {
  const text = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
  return { ...(was === undefined ? {} : { was: text(was) }), ...(is === undefined ? {} : { is: text(is) }) };
}

/** The types a schema names; undefined where it takes all. A whole number is a number too. */
function typesOf({ type }: JsonObject): string[] | undefined {
  const named = isArray(type) ? type : type === undefined ? undefined : [type];
  return named?.filter((one) => typeof one === "string");
}

function typeChanges(was: JsonObject, is: JsonObject, at: string, way: Way): PartChange[] {
  const [before, after] = [typesOf(was), typesOf(is)];
  if (sameJson(before, after)) return [];
  const takes = (types: readonly string[] | undefined, one: string): boolean =>
    types === undefined || types.includes(one) || (one === "integer" && types.includes("number"));
  const lost = before === undefined ? after !== undefined : before.some((one) => !takes(after, one));
  const won = after === undefined ? before !== undefined : after.some((one) => !takes(before, one));
  if (!lost && !won) return [];
  const message = `type was ${before?.join(" or ") ?? "any"}, is ${after?.join(" or ") ?? "any"}`;
  return [{ kind: lost && won ? "breaking" : lost ? narrowed(way) : widened(way), at: `${at}/type`, message }];
}

/** The values a schema lists, as texts; undefined where it lists none. */
function listedValues(schema: JsonObject): string[] | undefined {
  const { enum: values, const: only } = schema;
  if (isArray(values)) return values.map((value) => JSON.stringify(value));
  return only === undefined ? undefined : [JSON.stringify(only)];
}

function enumChanges(was: JsonObject, is: JsonObject, at: string, way: Way): PartChange[] {
  const [before, after] = [listedValues(was), listedValues(is)];
  const place = `${at}/enum`;
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ kind: narrowed(way), at: place, message: `only ${after?.join(", ")} from now on` }];
  if (after === undefined) return [{ kind: widened(way), at: place, message: `no longer only ${before.join(", ")}` }];
  const gone = before.filter((one) => !after.includes(one));
  const added = after.filter((one) => !before.includes(one));
  return [
    ...(gone.length > 0 ? [{ kind: narrowed(way), at: place, message: `without ${gone.join(", ")}` }] : []),
    ...(added.length > 0 ? [{ kind: widened(way), at: place, message: `also ${added.join(", ")}` }] : []),
  ];
}

function requiredOf({ required }: JsonObject): ReadonlySet<string> {
  return new Set(isArray(required) ? required.filter((one) => typeof one === "string") : []);
}

function propertyChanges(was: JsonObject, is: JsonObject, at: string, frame: Frame): PartChange[] {
  const [before, after] = [asObject(was["properties"]), asObject(is["properties"])];
  const [needed, needs] = [requiredOf(was), requiredOf(is)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...needed, ...needs])];
  return names.flatMap((name): PartChange[] => {
    const place = `${at}/properties/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const [had, has] = [Object.hasOwn(before, name), Object.hasOwn(after, name)];
    const found = had && has ? compare(asObject(before[name]), asObject(after[name]), place, frame) : [];
    return [...presence(had || needed.has(name), has || needs.has(name), place, needs.has(name), frame.way), ...found].concat(
      (had || needed.has(name)) && (has || needs.has(name)) ? necessity(needed.has(name), needs.has(name), place, frame.way) : [],
    );
  });
}

function presence(had: boolean, has: boolean, at: string, needed: boolean, way: Way): PartChange[] {
  if (had === has) return [];
  if (way === "returned")
    return [{ kind: has ? "compatible" : "breaking", at, message: has ? "is returned from now on" : "is no longer returned" }];
  if (!has) return [{ kind: "breaking", at, message: "is no parameter any more" }];
  return [{ kind: needed ? "breaking" : "compatible", at, message: needed ? "new, and required" : "new, and optional" }];
}

function necessity(needed: boolean, needs: boolean, at: string, way: Way): PartChange[] {
  if (needed === needs) return [];
  const kind = needs ? narrowed(way) : widened(way);
  return [{ kind, at, message: needs ? "is required from now on" : "is no longer required" }];
}

function itemChanges(was: JsonObject, is: JsonObject, at: string, frame: Frame): PartChange[] {
  const nested = ["items", "additionalProperties"].flatMap((name) => {
    const [before, after] = [was[name], is[name]];
    return isObject(before) && isObject(after) ? compare(before, after, `${at}/${name}`, frame) : [];
  });
  const items = isObject(was["items"]) === isObject(is["items"]) ? [] : closing(was, is, "items", at, frame.way);
  const open = isObject(was["additionalProperties"]) && isObject(is["additionalProperties"]);
  return [...nested, ...items, ...(open ? [] : closing(was, is, "additionalProperties", at, frame.way))];
}

/** `false` takes nothing, a schema some, `true` or nothing all. */
function closing(was: JsonObject, is: JsonObject, name: string, at: string, way: Way): PartChange[] {
  const openness = (value: Json | undefined): number => (value === false ? 0 : isObject(value) ? 1 : 2);
  const [before, after] = [openness(was[name]), openness(is[name])];
  if (before === after) return [];
  const what = name === "items" ? "items" : "members that are not named";
  const message = after === 2 ? `${what} may be anything` : after === 0 ? `no ${what} any more` : `${what} have to fit a schema`;
  return [{ kind: after < before ? narrowed(way) : widened(way), at: `${at}/${name}`, message }];
}

function alternativeChanges(was: JsonObject, is: JsonObject, at: string, way: Way): PartChange[] {
  return ["anyOf", "oneOf"].flatMap((name): PartChange[] => {
    if (sameJson(was[name], is[name])) return [];
    const [before, after] = [alternatives(was[name]), alternatives(is[name])];
    const place = `${at}/${name}`;
    if (before === undefined || after === undefined) return [unclear(place, name)];
    const gone = before.filter((one) => !after.includes(one)).length;
    const added = after.filter((one) => !before.includes(one)).length;
    if (gone > 0 && added > 0) return [unclear(place, name)];
    return [
      ...(gone > 0 ? [{ kind: narrowed(way), at: place, message: `${gone} of ${before.length} alternatives gone` }] : []),
      ...(added > 0 ? [{ kind: widened(way), at: place, message: `${added} more alternatives` }] : []),
    ];
  });
}

function alternatives(value: Json | undefined): string[] | undefined {
  return isArray(value) ? value.map((one) => canonicalText(one) ?? "") : undefined;
}

/** Conditions on values that are compared as a whole. */
const opaque: readonly string[] = [
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "contains",
  "prefixItems",
  "unevaluatedProperties",
  "unevaluatedItems",
];

function otherChanges(was: JsonObject, is: JsonObject, at: string): PartChange[] {
  return opaque.filter((name) => !sameJson(was[name], is[name])).map((name) => unclear(`${at}/${name}`, name));
}

function unclear(at: string, name: string): PartChange {
  return { kind: "breaking", at, message: `${name} changed; whether every value still fits cannot be told` };
}

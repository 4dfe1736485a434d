import { asObject, isArray, isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { nodeDefects } from "../judge/node-defects.ts";
import type { Rule, RuleKind, RuleOf } from "../rule.ts";
import { schemasIn, typesOf } from "../tool.ts";
import { dropped, type MendContext } from "./drop.ts";
import { fittingName } from "./fitting-name.ts";
import { ofOneType, orNull, withStringEnum } from "./types.ts";
import { keywordNote, noted, without } from "./words.ts";

type Mend<K extends RuleKind> = (rule: RuleOf<K>, schema: JsonObject, context: MendContext) => JsonObject;

/** Drops what breaks a rule, keyword by keyword. */
const dropAll = (rule: Rule, schema: JsonObject, context: MendContext): JsonObject =>
  nodeDefects(rule, schema, context.isRoot).reduce(
    (sum, { keyword }) => (sum[keyword] === undefined ? sum : dropped(sum, keyword, context)),
    schema,
  );

/** How a schema that breaks a rule is made to keep it. What is not named cannot be mended. */
const mends: { readonly [K in RuleKind]?: Mend<K> } = {
  "root-type": (_rule, schema, context) =>
    schema["$ref"] === undefined ? { ...schema, type: "object" } : { ...dropped(schema, "$ref", context), type: "object" },
  "root-without": dropAll,
  only: dropAll,
  without: dropAll,
  apart: (rule, schema, context) =>
    rule.keywords.includes("properties")
      ? rule.beside.reduce(
          (sum, keyword) => (sum[keyword] === undefined ? sum : dropped(sum, keyword, { ...context, isRoot: true })),
          schema,
        )
      : dropAll(rule, schema, context),
  "one-type": ({ root }, schema) => (root === true ? { ...schema, type: "object" } : ofOneType(schema)),
  types: ({ only }, schema) => {
    const [type = "string"] = typesOf(schema).filter((one) => only.includes(one));
    return { ...schema, type, ...(typesOf(schema).includes("null") ? { nullable: true } : {}) };
  },
  "string-enums": (_rule, schema) => withStringEnum(schema),
  formats: (_rule, schema) => noted(without(schema, "format"), keywordNote("format", schema["format"])),
  items: ({ usual }, schema) => ({ ...schema, items: usual }),
  "local-refs": (_rule, schema, context) => dropped(schema, "$ref", context),
  "closed-objects": (_rule, schema) => {
    const open = schema["additionalProperties"];
    const closed = { ...schema, additionalProperties: false };
    return isObject(open) ? noted(closed, keywordNote("additionalProperties", open)) : closed;
  },
  "all-required": (_rule, schema) => {
    const required = isArray(schema["required"]) ? schema["required"] : [];
    const all = schemasIn(schema, "properties");
    const properties = all.map(([name, one]) => [name, required.includes(name) || !isObject(one) ? one : orNull(one)] as const);
    return { ...schema, properties: Object.fromEntries(properties), required: all.map(([name]) => name) };
  },
  "property-names": ({ pattern, longest }, schema) => {
    const fits = new RegExp(pattern);
    const taken = new Set(Object.keys(asObject(schema["properties"])));
    const renamed = new Map<string, string>();
    for (const [name] of schemasIn(schema, "properties"))
      if (!fits.test(name)) renamed.set(name, fittingName(name, { fits, longest, taken }));
    const now = (name: string): string => renamed.get(name) ?? name;
    const properties = Object.fromEntries(schemasIn(schema, "properties").map(([name, one]) => [now(name), one]));
    const { required } = schema;
    return {
      ...schema,
      properties,
      ...(isArray(required) ? { required: required.map((one) => (typeof one === "string" ? now(one) : one)) } : {}),
    };
  },
  "no-boolean-schemas": (_rule, schema) => {
    const kept = schemasIn(schema, "properties").filter(([, one]) => one !== false);
    const properties = Object.fromEntries(kept.map(([name, one]) => [name, one === true ? {} : one]));
    const { anyOf } = schema;
    return {
      ...schema,
      ...(schema["properties"] === undefined ? {} : { properties }),
      ...(isArray(anyOf) ? { anyOf: anyOf.flatMap((one) => (one === false ? [] : [one === true ? {} : one])) } : {}),
    };
  },
  "anchored-patterns": (_rule, schema) => {
    const { pattern } = schema;
    return typeof pattern === "string" ? { ...schema, pattern: anchored(pattern) } : schema;
  },
};

/** The same pattern from the beginning of a text to its end. */
function anchored(pattern: string): string {
  if (pattern.includes("|")) return `^.*(${pattern}).*$`;
  return `${pattern.startsWith("^") ? "" : "^.*"}${pattern}${pattern.endsWith("$") ? "" : ".*$"}`;
}

/** A schema that keeps a rule it broke, as far as that can be had. */
export function mended(rule: Rule, schema: JsonObject, context: MendContext): JsonObject {
  const mend = mends[rule.kind] as Mend<RuleKind> | undefined;
  return mend?.(rule, schema, context) ?? schema;
}

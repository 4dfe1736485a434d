import { isArray, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import type { Rule, RuleKind, RuleOf } from "../rule.ts";
import { schemasIn, typesOf } from "../tool.ts";

/** What breaks a rule in a schema: the keyword, and what is wrong in a few words. */
export type NodeDefect = { readonly keyword: string; readonly wrong: string };

type Look<K extends RuleKind> = (rule: RuleOf<K>, schema: JsonObject, isRoot: boolean) => readonly NodeDefect[];

const has = (schema: JsonObject, keyword: string): boolean => schema[keyword] !== undefined;

const carried = (keyword: string): NodeDefect => ({ keyword, wrong: `has ${keyword}` });

const ofType = (schema: JsonObject, types: readonly string[] | undefined): boolean =>
  types === undefined || typesOf(schema).some((type) => types.includes(type));

const isObjectSchema = (schema: JsonObject): boolean => typesOf(schema).includes("object") || has(schema, "properties");

/** How each rule on a single schema looks at one. Rules that are not named look at more than one schema. */
const looks: { readonly [K in RuleKind]?: Look<K> } = {
  "root-type": (_rule, { type }, isRoot) =>
    isRoot && type !== "object"
      ? [{ keyword: "type", wrong: `has ${type === undefined ? "no type" : "another type than object"}` }]
      : [],
  "root-without": ({ keywords }, schema, isRoot) =>
    isRoot ? keywords.filter((keyword) => has(schema, keyword)).map((keyword) => carried(keyword)) : [],
  only: ({ keywords }, schema) =>
    Object.keys(schema)
      .filter((keyword) => has(schema, keyword) && !keywords.includes(keyword))
      .map((keyword) => carried(keyword)),
  without: ({ keywords, types }, schema) =>
    ofType(schema, types) ? keywords.filter((keyword) => has(schema, keyword)).map((keyword) => carried(keyword)) : [],
  apart: ({ keywords, beside, types }, schema) => {
    const other = beside.find((keyword) => has(schema, keyword));
    if (other === undefined || !ofType(schema, types)) return [];
    const found = keywords.filter((keyword) => has(schema, keyword));
    return found.map((keyword) => ({ keyword, wrong: `has ${keyword} beside ${other}` }));
  },
  "one-type": ({ root }, { type }, isRoot) =>
    isArray(type) && (root !== true || isRoot) ? [{ keyword: "type", wrong: "has a list of types" }] : [],
  types: ({ only }, schema) =>
    typesOf(schema)
      .filter((type) => !only.includes(type))
      .map((type) => ({ keyword: "type", wrong: `is of type ${type}` })),
  "string-enums": (_rule, schema) => {
    const values = schema["enum"];
    if (!isArray(values)) return [];
    const types = typesOf(schema);
    if (values.every((value) => typeof value === "string") && types.length === 1 && types[0] === "string") return [];
    return [{ keyword: "enum", wrong: "has an enum that is not one of strings, with type string" }];
  },
  formats: ({ type, only }, schema) => {
    const format = schema["format"];
    if (typeof format !== "string" || !typesOf(schema).includes(type) || only.includes(format)) return [];
    return [{ keyword: "format", wrong: `has the format ${JSON.stringify(format)}` }];
  },
  items: (_rule, schema) =>
    typesOf(schema).includes("array") && !has(schema, "items") ? [{ keyword: "items", wrong: "is an array without items" }] : [],
  "local-refs": (_rule, { $ref }) =>
    typeof $ref === "string" && !$ref.startsWith("#/") ? [{ keyword: "$ref", wrong: `refers to ${JSON.stringify($ref)}` }] : [],
  "closed-objects": (_rule, schema) =>
    isObjectSchema(schema) && schema["additionalProperties"] !== false
      ? [{ keyword: "additionalProperties", wrong: "is an object without additionalProperties: false" }]
      : [],
  "all-required": (_rule, schema) => {
    const { required } = schema;
    const named: readonly Json[] = isArray(required) ? required : [];
    const optional = schemasIn(schema, "properties").flatMap(([name]) => (named.includes(name) ? [] : [name]));
    return optional.length === 0
      ? []
      : [{ keyword: "required", wrong: `does not require ${optional.map((name) => JSON.stringify(name)).join(", ")}` }];
  },
  "property-names": ({ pattern }, schema, isRoot) => {
    if (!isRoot) return [];
    const fits = new RegExp(pattern);
    const bad = schemasIn(schema, "properties").flatMap(([name]) => (fits.test(name) ? [] : [name]));
    return bad.map((name) => ({ keyword: "properties", wrong: `has a property ${JSON.stringify(name)}` }));
  },
  "no-boolean-schemas": (_rule, schema) =>
    [...schemasIn(schema, "properties").map(([, one]) => one), ...(isArray(schema["anyOf"]) ? schema["anyOf"] : [])].some(
      (one) => typeof one === "boolean",
    )
      ? [{ keyword: "properties", wrong: "has true or false in place of a schema" }]
      : [],
  "anchored-patterns": (_rule, { pattern }) =>
    typeof pattern === "string" && !(pattern.startsWith("^") && pattern.endsWith("$"))
      ? [{ keyword: "pattern", wrong: "has a pattern that does not begin with ^ and end with $" }]
      : [],
};

/** What breaks a rule in one schema. */
export function nodeDefects(rule: Rule, schema: JsonObject, isRoot: boolean): readonly NodeDefect[] {
  const look = looks[rule.kind] as Look<RuleKind> | undefined;
  return look?.(rule, schema, isRoot) ?? [];
}

import type { SchemaNode } from "./published-schema.ts";

/**
 * What a published schema says of a value, in a form of our own: a kind ("string", "integer|null", "object", "any"), a definition
 * ("@Tool"), a fixed value, one of several, a list, members (a name that ends in "?" is optional), branches, or parts that all hold.
 */
export type Fact =
  | string
  | { readonly is: string | number }
  | { readonly of: readonly string[] }
  | { readonly list: Fact; readonly most?: number }
  | { readonly kind: "number" | "integer"; readonly least?: number; readonly most?: number }
  | { readonly members?: Readonly<Record<string, Fact>>; readonly others?: Fact }
  | { readonly either: readonly Fact[] }
  | { readonly all: readonly Fact[] };

/** The definitions of one revision as facts, and where and in which dialect its document has them. */
export type SchemaFacts = {
  readonly dialect: string;
  readonly place: "definitions" | "$defs";
  readonly definitions: Readonly<Record<string, Fact>>;
};

/** Words about a value that say nothing of what it may be. */
const remarks = new Set(["description", "format"]);

/** The facts of a node. @throws Error for a keyword that would be lost */
export function factOf(node: SchemaNode): Fact {
  const keywords = Object.keys(node).filter((keyword) => !remarks.has(keyword));
  const only = (...known: string[]): void => {
    const lost = keywords.filter((keyword) => !known.includes(keyword));
    if (lost.length > 0) throw new Error(`facts have no words for ${lost.join(", ")}`);
  };
  if (keywords.length === 0) return "any";
  if (node.$ref !== undefined) return (only("$ref"), `@${node.$ref.split("/").at(-1) ?? ""}`);
  if (node.anyOf !== undefined) return (only("anyOf"), { either: node.anyOf.map(factOf) });
  if (node.allOf !== undefined) return (only("allOf"), { all: node.allOf.map(factOf) });
  if (node.const !== undefined) return (only("const", "type"), { is: node.const });
  if (node.enum !== undefined) return (only("enum", "type"), { of: node.enum });
  switch (node.type) {
    case "array":
      only("type", "items", "maxItems");
      return { list: factOf(node.items ?? {}), ...(node.maxItems === undefined ? {} : { most: node.maxItems }) };
    case "number":
    case "integer":
      only("type", "minimum", "maximum");
      return node.minimum === undefined && node.maximum === undefined ? node.type : limitsOf(node.type, node);
    case "object":
      only("type", "properties", "required", "additionalProperties");
      return membersOf(node);
    default:
      only("type");
      return [node.type ?? "any"].flat().join("|");
  }
}

function limitsOf(kind: "number" | "integer", { minimum, maximum }: SchemaNode): Fact {
  return { kind, ...(minimum === undefined ? {} : { least: minimum }), ...(maximum === undefined ? {} : { most: maximum }) };
}

function membersOf({ properties, required = [], additionalProperties }: SchemaNode): Fact {
  const named = Object.entries(properties ?? {}).map(([name, member]) => [
    required.includes(name) ? name : `${name}?`,
    factOf(member),
  ]);
  const missing = required.filter((name) => properties?.[name] === undefined);
  if (missing.length > 0) throw new Error(`required and not described: ${missing.join(", ")}`);
  const others = typeof additionalProperties === "object" ? factOf(additionalProperties) : "any";
  if (additionalProperties === false) throw new Error("facts have no words for closed objects");
  if (named.length === 0 && others === "any") return "object";
  return {
    ...(named.length === 0 ? {} : { members: Object.fromEntries(named) as Record<string, Fact> }),
    ...(others === "any" ? {} : { others }),
  };
}

/** The node that facts were made of, without its remarks. */
export function nodeOf(fact: Fact, prefix: string): SchemaNode {
  if (typeof fact === "string") return kindNode(fact, prefix);
  if ("is" in fact) return { const: fact.is, type: typeof fact.is === "number" ? "integer" : "string" };
  if ("of" in fact) return { enum: fact.of, type: "string" };
  if ("list" in fact)
    return { type: "array", items: nodeOf(fact.list, prefix), ...(fact.most === undefined ? {} : { maxItems: fact.most }) };
  if ("kind" in fact) {
    const { kind, least, most } = fact;
    return { type: kind, ...(least === undefined ? {} : { minimum: least }), ...(most === undefined ? {} : { maximum: most }) };
  }
  if ("either" in fact) return { anyOf: fact.either.map((one) => nodeOf(one, prefix)) };
  if ("all" in fact) return { allOf: fact.all.map((one) => nodeOf(one, prefix)) };
  const members = Object.entries(fact.members ?? {});
  return {
    type: "object",
    ...(fact.members === undefined
      ? {}
      : { properties: Object.fromEntries(members.map(([name, one]) => [name.replace(/\?$/, ""), nodeOf(one, prefix)])) }),
    required: members.flatMap(([name]) => (name.endsWith("?") ? [] : [name])),
    ...(fact.others === undefined ? {} : { additionalProperties: nodeOf(fact.others, prefix) }),
  };
}

function kindNode(kind: string, prefix: string): SchemaNode {
  if (kind === "any") return {};
  if (kind.startsWith("@")) return { $ref: `${prefix}${kind.slice(1)}` };
  const kinds = kind.split("|");
  return { type: kinds.length === 1 ? kind : kinds };
}

/** A published schema document, as far as it is read here. */
export type SchemaDocument = {
  readonly $schema: string;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
};

/** The facts of a published document. @throws Error naming the definition that facts cannot say */
export function factsOf({ $schema, definitions, $defs }: SchemaDocument): SchemaFacts {
  const all = Object.entries($defs ?? definitions ?? {}).map(([name, node]) => {
    try {
      return [name, factOf(node)];
    } catch (cause) {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  });
  return {
    dialect: $schema,
    place: $defs === undefined ? "definitions" : "$defs",
    definitions: Object.fromEntries(all) as Record<string, Fact>,
  };
}

/** Facts as a file that a diff shows well: one line for each definition. */
export function factsText({ dialect, place, definitions }: SchemaFacts): string {
  const lines = Object.entries(definitions).map(([name, fact]) => `    ${JSON.stringify(name)}: ${JSON.stringify(fact)}`);
  return `{\n  "dialect": ${JSON.stringify(dialect)},\n  "place": ${JSON.stringify(place)},\n  "definitions": {\n${lines.join(",\n")}\n  }\n}\n`;
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Revision } from "../../src/spec/revision.ts";
import { nodeOf, type SchemaDocument, type SchemaFacts } from "./schema-facts.ts";

/** Where the published documents are, for those who have them. The facts made of them are carried. */
const documents = new URL("../../../shared/data/spec/", import.meta.url);

/** A node of a published JSON schema; only the keywords the published schemas use. */
export type SchemaNode = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number;
  readonly enum?: readonly string[];
  readonly properties?: { readonly [member: string]: SchemaNode };
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly anyOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
};

/** The definitions of one revision as nodes of a JSON schema, made of the facts, and how the document refers to them. */
export type PublishedSchema = {
  /** The dialect of the document. */
  readonly $schema: string;
  readonly prefix: "#/definitions/" | "#/$defs/";
  readonly definitions: { readonly [name: string]: SchemaNode };
};

const scalars: SchemaNode = { type: ["string", "number", "boolean"] };

/**
 * Where the generated JSON schema is wrong and the TypeScript schema it was made from is right, with the definition as it
 * should be. The generator narrows `number` to `integer` and drops `null` inside unions; older copies also narrow the
 * limits of NumberSchema.
 */
export const errata: readonly {
  readonly definition: string;
  readonly reason: string;
  readonly mend: (node: SchemaNode) => SchemaNode;
}[] = [
  {
    definition: "ElicitResult",
    reason: "a filled-in number may have a fraction",
    mend: (node) =>
      withProperty(node, "content", (content) => ({
        ...content,
        additionalProperties: mendScalars(content.additionalProperties),
      })),
  },
  { definition: "JSONValue", reason: "null and fractions are JSON values", mend: () => ({}) },
  {
    definition: "NumberSchema",
    reason: "limits and default are numbers",
    mend: (node) =>
      ["minimum", "maximum", "default"].reduce((mended, name) => withProperty(mended, name, () => ({ type: "number" })), node),
  },
];

function withProperty(node: SchemaNode, name: string, change: (property: SchemaNode) => SchemaNode): SchemaNode {
  const property = node.properties?.[name];
  return property === undefined ? node : { ...node, properties: { ...node.properties, [name]: change(property) } };
}

function mendScalars(node: SchemaNode | boolean | undefined): SchemaNode {
  if (typeof node !== "object") throw new Error("ElicitResult.content has changed: look at the erratum again");
  return node.anyOf === undefined ? scalars : { anyOf: node.anyOf.map((branch) => (branch.type === "array" ? branch : scalars)) };
}

const schemas = new Map<Revision, PublishedSchema>();

/** What the published schema of a revision says, its errata mended. */
export function publishedSchema(revision: Revision): PublishedSchema {
  const schema = schemas.get(revision) ?? mendedSchema(revision);
  schemas.set(revision, schema);
  return schema;
}

function mendedSchema(revision: Revision): PublishedSchema {
  const published = readSchema(revision);
  const mended = errata.flatMap(({ definition, mend }) => {
    const node = published.definitions[definition];
    return node === undefined ? [] : [[definition, mend(node)] as const];
  });
  return { ...published, definitions: { ...published.definitions, ...Object.fromEntries(mended) } };
}

function readSchema(revision: Revision): PublishedSchema {
  const { dialect, place, definitions } = carriedFacts(revision);
  const prefix = `#/${place}/` as const;
  const nodes = Object.entries(definitions).map(([name, fact]) => [name, nodeOf(fact, prefix)] as const);
  return { $schema: dialect, prefix, definitions: Object.fromEntries(nodes) };
}

/** What the schema of a revision says, as the repository carries it. */
export function carriedFacts(revision: Revision): SchemaFacts {
  return JSON.parse(readFileSync(new URL(`facts/${revision}.json`, import.meta.url), "utf8")) as SchemaFacts;
}

/** The document the facts of a revision were made of, where it is beside the repository. */
export function publishedDocument(revision: Revision): SchemaDocument | undefined {
  const file = new URL(`${revision}/schema.json`, documents);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SchemaDocument) : undefined;
}

/** A published example: the definition it is an example of, its file name and its value. */
export type Example = { readonly definition: string; readonly file: string; readonly value: unknown };

/** The published examples of 2026-07-28; none where they are not beside the repository. */
export function publishedExamples(): Example[] {
  const root = new URL("2026-07-28/examples/", documents);
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(new URL(`${name}/`, root))
        .filter((file) => file.endsWith(".json"))
        .map((file) => ({
          definition: name,
          file: `${name}/${file}`,
          value: JSON.parse(readFileSync(new URL(`${name}/${file}`, root), "utf8")) as unknown,
        })),
    );
}

/** Follows references and merges `allOf`, so that a node says all it says in one place. */
export function resolveNode(node: SchemaNode, schema: PublishedSchema): SchemaNode {
  if (node.$ref !== undefined) {
    const target = schema.definitions[node.$ref.slice(schema.prefix.length)];
    if (target === undefined) throw new Error(`${node.$ref} is not defined`);
    return resolveNode(target, schema);
  }
  if (node.allOf === undefined) return node;
  const parts = node.allOf.map((part) => resolveNode(part, schema));
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})) as NonNullable<SchemaNode["properties"]>,
    required: [...new Set(parts.flatMap((part) => part.required ?? []))],
  };
}

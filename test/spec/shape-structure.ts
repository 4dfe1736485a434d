import type { Revision } from "../../src/spec/revision.ts";
import { fieldsAt, isPartOf, type Shape } from "../../src/spec/shape.ts";
import { resolveNode, type PublishedSchema, type SchemaNode } from "./published-schema.ts";

/** Where our declaration and the published one differ: a path and both sides in words. */
export type Difference = string;

/** Compares a published schema node with a shape, as deep as they go: members, obligation, types, fixed values, limits. */
export function structuralDifferences(
  node: SchemaNode,
  shape: Shape,
  schema: PublishedSchema,
  revision: Revision,
  path: string,
): Difference[] {
  const published = resolveNode(node, schema);
  const branches = branchesOf(published, schema);
  const ours = flatten(shape, revision);
  if (branches.length > 1 || ours.length > 1) return compareUnions(branches, ours, schema, revision, path);
  const [only] = ours;
  if (only === undefined) return [`${path}: no shape at ${revision}`];
  return compareOne(published, only, schema, revision, path);
}

function branchesOf(node: SchemaNode, schema: PublishedSchema): SchemaNode[] {
  const resolved = resolveNode(node, schema);
  if (resolved.anyOf !== undefined) return resolved.anyOf.flatMap((branch) => branchesOf(branch, schema));
  if (typeof resolved.type === "object") return resolved.type.map((type) => ({ type }));
  return [resolved];
}

function flatten(shape: Shape, revision: Revision): Shape[] {
  if (!isPartOf(shape, revision)) return [];
  return shape.kind === "union" ? shape.branches.flatMap((branch) => flatten(branch, revision)) : [shape];
}

function compareUnions(
  branches: readonly SchemaNode[],
  ours: readonly Shape[],
  schema: PublishedSchema,
  revision: Revision,
  path: string,
): Difference[] {
  const unmatched = branches.filter(
    (branch) => !ours.some((shape) => compareOne(branch, shape, schema, revision, path).length === 0),
  );
  const extra = ours.filter(
    (shape) => !branches.some((branch) => compareOne(branch, shape, schema, revision, path).length === 0),
  );
  return [
    ...unmatched.map((branch) => `${path}: published branch ${JSON.stringify(branch).slice(0, 120)} is not ours`),
    ...extra.map((shape) => `${path}: our branch ${JSON.stringify(shape).slice(0, 120)} is not published`),
  ];
}

function compareOne(node: SchemaNode, shape: Shape, schema: PublishedSchema, revision: Revision, path: string): Difference[] {
  const theirs = describe(node);
  const mine = describeShape(shape);
  if (theirs !== mine) return [`${path}: published ${theirs}, ours ${mine}`];
  if (shape.kind === "list") return structuralDifferences(node.items ?? {}, shape.of, schema, revision, `${path}[]`);
  if (shape.kind === "record") {
    return structuralDifferences(node.additionalProperties as SchemaNode, shape.of, schema, revision, `${path}{}`);
  }
  return shape.kind === "object" ? compareMembers(node, shape, schema, revision, path) : [];
}

function compareMembers(
  node: SchemaNode,
  shape: Extract<Shape, { kind: "object" }>,
  schema: PublishedSchema,
  revision: Revision,
  path: string,
): Difference[] {
  const ours = new Map(fieldsAt(shape.fields, revision));
  const theirs = new Map(Object.entries(node.properties ?? {}));
  const names = [...new Set([...ours.keys(), ...theirs.keys()])].toSorted();
  return names.flatMap((name) => {
    const field = ours.get(name);
    const published = theirs.get(name);
    const at = `${path}.${name}`;
    if (field === undefined) return [`${at}: published, not ours`];
    if (published === undefined) return [`${at}: ours, not published`];
    const needed = node.required?.includes(name) === true;
    const obligation = needed === field.required ? [] : [`${at}: published ${needed ? "required" : "optional"}, ours not`];
    return [...obligation, ...structuralDifferences(published, field.shape, schema, revision, at)];
  });
}

/** A record constrains its members; `additionalProperties: {}` and `true` constrain nothing. */
function isRecordNode(node: SchemaNode): boolean {
  const additional = node.additionalProperties;
  if (typeof additional !== "object" || node.properties !== undefined) return false;
  return Object.keys(additional).some((keyword) => keyword !== "description") && additional.$ref?.endsWith("/JSONValue") !== true;
}

function describe(node: SchemaNode): string {
  if (node.const !== undefined) return JSON.stringify([node.const]);
  if (node.enum !== undefined) return JSON.stringify(node.enum.toSorted());
  switch (node.type) {
    case "object":
      return isRecordNode(node) ? "record" : "object";
    case "array":
      return `list${limit(node.maxItems)}`;
    case "number":
    case "integer":
      return `${node.type}${limit(node.minimum)}${limit(node.maximum)}`;
    case undefined:
      return node.properties === undefined ? "anything" : "object";
    default:
      return String(node.type);
  }
}

function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case "literal":
      return JSON.stringify([shape.value]);
    case "one-of":
      return JSON.stringify(shape.values.toSorted());
    case "list":
      return `list${limit(shape.maxItems)}`;
    case "number":
    case "integer":
      return `${shape.kind}${limit(shape.minimum)}${limit(shape.maximum)}`;
    default:
      return shape.kind;
  }
}

function limit(value: number | undefined): string {
  return value === undefined ? "" : ` ${value}`;
}

import * as fc from "fast-check";
import { resolveNode, type PublishedSchema, type SchemaNode } from "./published-schema.ts";

const anyJson: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(null, true, 7, 1.5, "text", [], [1], {}, { a: { b: 1 } });
const memberName = fc.stringMatching(/^x[a-z]{0,3}$/);

/** Instances of a published schema node, with optional and unknown members here and there. */
export function instancesOf(node: SchemaNode, schema: PublishedSchema, depth = 0): fc.Arbitrary<unknown> {
  const whole = resolveNode(node, schema);
  if (whole.anyOf !== undefined) return fc.oneof(...whole.anyOf.map((branch) => instancesOf(branch, schema, depth)));
  if (whole.const !== undefined) return fc.constant(whole.const);
  if (whole.enum !== undefined) return fc.constantFrom(...whole.enum);
  if (typeof whole.type === "object") return fc.oneof(...whole.type.map((type) => instancesOf({ type }, schema, depth)));
  return instancesOfType(whole, schema, depth);
}

function instancesOfType(node: SchemaNode, schema: PublishedSchema, depth: number): fc.Arbitrary<unknown> {
  switch (node.type) {
    case "string":
      return fc.constantFrom("", "a", "file:///a", "YQ==");
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "integer":
      return fc.integer({ min: node.minimum ?? -2, max: node.maximum ?? 9 });
    case "number":
      return fc.constantFrom(node.minimum ?? -1.5, node.maximum ?? 9, 0.5);
    case "array":
      return fc.array(instancesOf(node.items ?? {}, schema, depth + 1), { maxLength: depth > 6 ? 0 : 2 });
    case "object":
      return objectsOf(node, schema, depth);
    default:
      return node.properties === undefined ? anyJson : objectsOf(node, schema, depth);
  }
}

function objectsOf(node: SchemaNode, schema: PublishedSchema, depth: number): fc.Arbitrary<unknown> {
  const required = node.required ?? [];
  const members = Object.entries(node.properties ?? {}).filter(([name]) => depth < 6 || required.includes(name));
  const known = fc.record(Object.fromEntries(members.map(([name, member]) => [name, instancesOf(member, schema, depth + 1)])), {
    requiredKeys: [...required],
    noNullPrototype: true,
  });
  const additional = typeof node.additionalProperties === "object" ? node.additionalProperties : {};
  const unknown = fc.dictionary(memberName, instancesOf(additional, schema, depth + 1), { maxKeys: 1, noNullPrototype: true });
  return fc.tuple(unknown, known).map(([more, own]) => ({ ...more, ...own }));
}

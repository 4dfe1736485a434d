import { describe, expect, test } from "vitest";
import { methodsOf, type Method } from "../../src/spec/methods.ts";
import { revisions, type Revision } from "../../src/spec/revision.ts";
import { isPartOf, object, type Field, type Shape } from "../../src/spec/shape.ts";
import { shapeAt, shapes, type ShapeName } from "../../src/spec/shape-registry.ts";
import { publishedSchema, resolveNode, type PublishedSchema, type SchemaNode } from "./published-schema.ts";
import { structuralDifferences } from "./shape-structure.ts";

/** Definitions that nothing on the wire is an instance of by itself, and why. */
const abstract: Readonly<Record<string, string>> = {
  Annotated: "base of the annotated contents of 2024-11-05",
  BaseMetadata: "base of everything with name and title",
  Icons: "base of everything with icons",
  Request: "base of the requests",
  Notification: "base of the notifications",
  PaginatedRequest: "base of the requests for a page",
  JSONRPCMessage: "union of all messages; messageDefects tells them apart",
  JSONRPCBatchRequest: "array of messages; judged one by one",
  JSONRPCBatchResponse: "array of messages; judged one by one",
  ClientResult: "vacuous union, since any object is a Result",
  ServerResult: "vacuous union, since any object is a Result",
};

/** Our name of a definition, where the published name changed over time or covers several of ours. */
const renamed: Readonly<Record<string, ShapeName>> = {
  JSONRPCError: "JSONRPCErrorResponse",
  JSONRPCResponse: "JSONRPCResultResponse",
};

const unionsOfMethods = ["ClientRequest", "ServerRequest", "ClientNotification", "ServerNotification"] as const;

function definitionDifferences(name: string, node: SchemaNode, schema: PublishedSchema, revision: Revision): string[] {
  const fixed = resolveNode(node, schema).properties?.["method"]?.const;
  if ((unionsOfMethods as readonly string[]).includes(name)) return senderDifferences(name, node, schema, revision);
  if (name.endsWith("ResultResponse") && revision === "2026-07-28" && name !== "JSONRPCResultResponse")
    return responseDifferences(name, node, schema, revision);
  if (typeof fixed === "string") return methodDifferences(fixed, node, schema, revision);
  if (name === "JSONRPCResponse" && node.anyOf !== undefined) return [];
  const shape = shapeAt(renamed[name] ?? (name as ShapeName), revision);
  return shape === undefined ? [`${name}: not declared`] : structuralDifferences(node, shape, schema, revision, name);
}

function methodDifferences(name: string, node: SchemaNode, schema: PublishedSchema, revision: Revision): string[] {
  const known = methodsOf(revision).filter((method) => method.name === name);
  const [method] = known;
  if (method === undefined) return [`${name}: not in the table of methods`];
  const resolved = resolveNode(node, schema);
  const paramsNode = resolved.properties?.["params"];
  const shape: Shape = (method.params === undefined ? undefined : shapeAt(method.params, revision)) ?? object({});
  return [
    ...(paramsNode === undefined
      ? [`${name}.params: not published`]
      : withoutInheritedMeta(structuralDifferences(paramsNode, shape, schema, revision, name), revision, name)),
    ...((resolved.required?.includes("params") ?? false) === method.paramsRequired ? [] : [`${name}.params: obligation differs`]),
  ];
}

/** Until 2025-06-18 `params._meta` is declared once, by the envelope of requests and notifications. */
function withoutInheritedMeta(differences: readonly string[], revision: Revision, name: string): string[] {
  return differences.filter((one) => !(revision < "2025-11-25" && one === `${name}._meta: ours, not published`));
}

function senderDifferences(name: string, node: SchemaNode, schema: PublishedSchema, revision: Revision): string[] {
  const branches = node.anyOf ?? [node];
  const published = branches.map((branch) => String(resolveNode(branch, schema).properties?.["method"]?.const)).toSorted();
  const side = name.startsWith("Client") ? "client" : "server";
  const carrier = name.endsWith("Request") ? "request" : "notification";
  const ours = methodsOf(revision).filter((method) => method.carrier === carrier && method.senders.includes(side));
  const names = [...new Set(ours.map((method) => method.name))].toSorted();
  return JSON.stringify(names) === JSON.stringify(published)
    ? []
    : [`${name}: published ${published.join()}, ours ${names.join()}`];
}

function responseDifferences(name: string, node: SchemaNode, schema: PublishedSchema, revision: Revision): string[] {
  const result = node.properties?.["result"];
  const published = (result?.anyOf ?? [result ?? {}]).map((one) => one.$ref?.slice(schema.prefix.length) ?? "").toSorted();
  const ours = methodsOf(revision).some((method) => JSON.stringify(resultNames(method)) === JSON.stringify(published));
  return ours ? [] : [`${name}: no method is answered with ${published.join()}`];
}

function resultNames(method: Method): string[] {
  return [method.result ?? "", ...(method.alternatives ?? [])].toSorted();
}

describe("our shapes and the published schema", () => {
  test.each(revisions)("agree on every definition of %s", (revision) => {
    const schema = publishedSchema(revision);
    const names = Object.keys(schema.definitions).filter((name) => abstract[name] === undefined);
    const differences = names.flatMap((name) => definitionDifferences(name, schema.definitions[name] ?? {}, schema, revision));
    expect(names.length).toBeGreaterThan(60);
    expect(differences).toEqual([]);
  });

  test("every declared shape is published under its name in each revision of its range, or is used inline before it is named", () => {
    const inline = new Set(
      [...shapes.keys()].filter((name) =>
        revisions.every((revision) => publishedSchema(revision).definitions[name] === undefined),
      ),
    );
    expect([...inline].toSorted()).toEqual([
      "ElicitationCompleteNotificationParams",
      "ListRootsRequestParams",
      "TaskRequestParams",
      "anyContents",
    ]);
    const vanished = revisions.flatMap((revision) =>
      [...shapes]
        .filter(([, shape]) => isPartOf(shape, revision))
        .filter(([name]) => publishedSchema(revision).definitions[name] === undefined && wasPublished(name, revision))
        .map(([name]) => `${revision} ${name}`),
    );
    expect(vanished).toEqual([]);
  });

  test("are finite trees, so that looking at a value ends", () => {
    for (const shape of shapes.values()) expect(depthOf(shape)).toBeLessThan(20);
  });
});

function depthOf(shape: Shape): number {
  switch (shape.kind) {
    case "list":
    case "record":
      return 1 + depthOf(shape.of);
    case "union":
      return 1 + Math.max(...shape.branches.map(depthOf));
    case "object":
      return (
        1 + Math.max(0, ...Object.values(shape.fields).flatMap((field) => [field].flat().map((one: Field) => depthOf(one.shape))))
      );
    default:
      return 1;
  }
}

function wasPublished(name: string, before: Revision): boolean {
  return revisions.some((revision) => revision < before && publishedSchema(revision).definitions[name] !== undefined);
}

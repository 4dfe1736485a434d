import { inRange, type Revision } from "./revision.ts";

/** From which and until which revision something is part of the protocol; both inclusive, absent means unlimited. */
export type Range = { readonly since?: Revision; readonly until?: Revision };

/** A member of an object. Outside its range it is an unknown member, which MCP allows everywhere. */
export type Field = Range & { readonly shape: Shape; readonly required: boolean };

/** Members by name. A list holds one field per range of revisions, where type or obligation changed; ranges never overlap. */
export type Fields = { readonly [member: string]: Field | readonly Field[] };

/**
 * The form of a JSON value as the published schema constrains it, for all revisions at once. A shape out of its range
 * is not there: a union skips it. `format` keywords of the published schema are annotations and are not repeated here.
 */
export type Shape = Range &
  (
    | { readonly kind: "anything" | "string" | "boolean" | "null" }
    | { readonly kind: "number" | "integer"; readonly minimum?: number; readonly maximum?: number }
    | { readonly kind: "literal"; readonly value: string | number }
    | { readonly kind: "one-of"; readonly values: readonly string[] }
    | { readonly kind: "list"; readonly of: Shape; readonly maxItems?: number }
    | { readonly kind: "record"; readonly of: Shape }
    | { readonly kind: "object"; readonly fields: Fields }
    | { readonly kind: "union"; readonly branches: readonly Shape[] }
  );

/** A shape of one kind. */
export type ShapeOf<K extends Shape["kind"]> = Extract<Shape, { kind: K }>;

/** Any JSON value. */
export const anything: Shape = { kind: "anything" };

/** A string. */
export const text: Shape = { kind: "string" };

/** True or false. */
export const flag: Shape = { kind: "boolean" };

/** A number without a fraction. */
export const integer: Shape = { kind: "integer" };

/** Any number. */
export const number: Shape = { kind: "number" };

/** A number from 0 to 1. */
export const fraction: Shape = { kind: "number", minimum: 0, maximum: 1 };

/** Null. */
export const nothing: Shape = { kind: "null" };

/** Exactly this string or number. */
export function literal(value: string | number): Shape {
  return { kind: "literal", value };
}

/** One of these strings. */
export function oneOf(...values: readonly string[]): Shape {
  return { kind: "one-of", values };
}

/** An array. */
export function list(of: Shape, maxItems?: number): Shape {
  return maxItems === undefined ? { kind: "list", of } : { kind: "list", of, maxItems };
}

/** An object whose every member has this shape. */
export function record(of: Shape): Shape {
  return { kind: "record", of };
}

/** An object with these members, and any others. */
export function object(fields: Fields): ShapeOf<"object"> {
  return { kind: "object", fields };
}

/** Any object. */
export const anyObject: Shape = object({});

/** A value of any one of these shapes. */
export function union(...branches: readonly Shape[]): Shape {
  return { kind: "union", branches };
}

/** A member that must be there. */
export function required(shape: Shape, range: Range = {}): Field {
  return { shape, required: true, ...range };
}

/** A member that may be there. */
export function optional(shape: Shape, range: Range = {}): Field {
  return { shape, required: false, ...range };
}

/** The same shape, part of the protocol in this range of revisions only. */
export function ranged<S extends Shape>(range: Range, shape: S): S {
  return { ...shape, ...range };
}

/** From this revision on. */
export function since(revision: Revision): Range {
  return { since: revision };
}

/** Up to this revision. */
export function until(revision: Revision): Range {
  return { until: revision };
}

/** Whether something with a range is part of a revision. */
export function isPartOf(thing: Range, revision: Revision): boolean {
  return inRange(revision, thing.since, thing.until);
}

const declaredFields = new WeakMap<Fields, Map<Revision, readonly (readonly [string, Field])[]>>();

/** The members of an object shape that a revision declares. Kept: every message is held against them. */
export function fieldsAt(fields: Fields, revision: Revision): readonly (readonly [string, Field])[] {
  const kept = declaredFields.get(fields) ?? new Map<Revision, readonly (readonly [string, Field])[]>();
  declaredFields.set(fields, kept);
  const known = kept.get(revision) ?? declaredAt(fields, revision);
  kept.set(revision, known);
  return known;
}

function declaredAt(fields: Fields, revision: Revision): (readonly [string, Field])[] {
  return Object.entries(fields).flatMap(([member, declared]) => {
    const versions: readonly Field[] = "shape" in declared ? [declared] : declared;
    const field = versions.find((candidate) => isPartOf(candidate, revision) && isPartOf(candidate.shape, revision));
    return field === undefined ? [] : [[member, field] as const];
  });
}

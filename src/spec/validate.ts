import type { Revision } from "./revision.ts";
import { fieldsAt, isPartOf, type Shape, type ShapeOf } from "./shape.ts";
import { shapeAt, type ShapeName } from "./shape-registry.ts";
import { expected, seen } from "./wording.ts";

/** One place where a value departs from a shape: a JSON pointer (RFC 6901), and what was seen and expected there. */
export type ShapeDefect = { readonly pointer: string; readonly message: string };

/** Most defects one call reports; a list of 10,000 malformed tools does not need them all. */
const defectLimit = 100;

/**
 * Where a value departs from the named shape at a revision; empty where it does not, or where the revision has no such
 * shape. Never throws. Linear in the value: shapes are finite trees, and what they leave open is not entered.
 */
export function shapeDefects(value: unknown, name: ShapeName, revision: Revision): readonly ShapeDefect[] {
  const shape = shapeAt(name, revision);
  return shape === undefined ? [] : defectsOf(value, shape, revision);
}

/** Where a value departs from a shape; `pointer` is where the value is in something larger. */
export function defectsOf(value: unknown, shape: Shape, revision: Revision, pointer = ""): readonly ShapeDefect[] {
  const walk: Walk = { revision, defects: [] };
  look(value, shape, pointer, walk);
  return walk.defects;
}

/** One JSON pointer step further. */
function pointTo(pointer: string, member: string | number): string {
  return `${pointer}/${String(member).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The value of an own member, or undefined. */
export function memberOf(value: unknown, member: string): unknown {
  return isRecord(value) && Object.hasOwn(value, member) ? value[member] : undefined;
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Walk = { readonly revision: Revision; readonly defects: ShapeDefect[] };

function report(walk: Walk, pointer: string, value: unknown, shape: Shape): void {
  if (walk.defects.length < defectLimit) {
    walk.defects.push({ pointer, message: `${seen(value)}, expected ${expected(shape, walk.revision)}` });
  }
}

function look(value: unknown, shape: Shape, pointer: string, walk: Walk): void {
  if (walk.defects.length >= defectLimit) return;
  switch (shape.kind) {
    case "list":
      return lookAtList(value, shape, pointer, walk);
    case "record":
      return lookAtRecord(value, shape, pointer, walk);
    case "object":
      return lookAtObject(value, shape, pointer, walk);
    case "union":
      return lookAtUnion(value, shape, pointer, walk);
    default:
      if (!fits(value, shape)) report(walk, pointer, value, shape);
  }
}

/** Whether a value is of the kind a shape asks for, whatever is inside. */
function fits(value: unknown, shape: Shape): boolean {
  switch (shape.kind) {
    case "anything":
      return value !== undefined;
    case "null":
      return value === null;
    case "string":
    case "boolean":
      return typeof value === shape.kind;
    case "number":
    case "integer":
      return isNumber(value, shape);
    case "literal":
      return value === shape.value;
    case "one-of":
      return typeof value === "string" && shape.values.includes(value);
    case "list":
      return Array.isArray(value);
    case "record":
    case "object":
      return isRecord(value);
    case "union":
      return shape.branches.some((branch) => fits(value, branch));
  }
}

function isNumber(value: unknown, shape: ShapeOf<"number" | "integer">): boolean {
  if (typeof value !== "number" || Number.isNaN(value)) return false;
  if (shape.kind === "integer" && !Number.isInteger(value)) return false;
  return value >= (shape.minimum ?? -Infinity) && value <= (shape.maximum ?? Infinity);
}

function lookAtList(value: unknown, shape: ShapeOf<"list">, pointer: string, walk: Walk): void {
  if (!Array.isArray(value)) return report(walk, pointer, value, shape);
  if (shape.maxItems !== undefined && value.length > shape.maxItems) report(walk, pointer, value, shape);
  for (const [index, item] of value.entries()) look(item, shape.of, pointTo(pointer, index), walk);
}

function lookAtRecord(value: unknown, shape: ShapeOf<"record">, pointer: string, walk: Walk): void {
  if (!isRecord(value)) return report(walk, pointer, value, shape);
  for (const [member, item] of Object.entries(value)) look(item, shape.of, pointTo(pointer, member), walk);
}

function lookAtObject(value: unknown, shape: ShapeOf<"object">, pointer: string, walk: Walk): void {
  if (!isRecord(value)) return report(walk, pointer, value, shape);
  for (const [member, field] of fieldsAt(shape.fields, walk.revision)) {
    const there = memberOf(value, member);
    if (there !== undefined) look(there, field.shape, pointTo(pointer, member), walk);
    else if (field.required) report(walk, pointTo(pointer, member), undefined, field.shape);
  }
}

/** A union reports what is wrong with the branch the value most likely meant to be. */
function lookAtUnion(value: unknown, shape: ShapeOf<"union">, pointer: string, walk: Walk): void {
  const branches = flatBranches(shape, walk.revision).filter((branch) => fits(value, branch));
  if (branches.length === 0) return report(walk, pointer, value, shape);
  const tried = branches.map((branch) => ({
    defects: defectsOf(value, branch, walk.revision, pointer),
    ...tagsOf(value, branch, walk.revision),
  }));
  if (tried.some((one) => one.defects.length === 0)) return;
  const [best, ...others] = tried.toSorted(
    (a, b) => a.wrong.length - b.wrong.length || b.right - a.right || a.defects.length - b.defects.length,
  );
  if (best === undefined) return;
  const tag = best.wrong.find((member) => others.length > 0 && others.every((other) => other.wrong.includes(member)));
  if (tag === undefined) return void walk.defects.push(...best.defects.slice(0, defectLimit - walk.defects.length));
  const choices = branches.flatMap((branch) => tagShape(branch, tag, walk.revision));
  report(walk, pointTo(pointer, tag), memberOf(value, tag), { kind: "union", branches: choices });
}

function flatBranches(shape: ShapeOf<"union">, revision: Revision): Shape[] {
  return shape.branches
    .filter((branch) => isPartOf(branch, revision))
    .flatMap((branch) => (branch.kind === "union" ? flatBranches(branch, revision) : [branch]));
}

/** Members of a branch that tell it from others by their fixed values: which of them the value has wrong, how many right. */
function tagsOf(value: unknown, branch: Shape, revision: Revision): { wrong: string[]; right: number } {
  if (branch.kind !== "object") return { wrong: [], right: 0 };
  const wrong: string[] = [];
  let right = 0;
  for (const [member, field] of fieldsAt(branch.fields, revision)) {
    if (field.shape.kind !== "literal" && field.shape.kind !== "one-of") continue;
    const there = memberOf(value, member);
    if (there === undefined ? field.required : !fits(there, field.shape)) wrong.push(member);
    else if (there !== undefined) right += 1;
  }
  return { wrong, right };
}

function tagShape(branch: Shape, member: string, revision: Revision): Shape[] {
  if (branch.kind !== "object") return [];
  const field = fieldsAt(branch.fields, revision).find(([name]) => name === member)?.[1];
  return field === undefined ? [] : [field.shape];
}

import { utf8 } from "../../base/bytes.ts";
import { type Json, isObject } from "../../jsonrpc/json.ts";
import type { PatchOperation } from "./rule.ts";

/**
 * Applies operations in order (RFC 6902, with `fill` for a long string and `take` for a part of `source`). An operation whose place does not
 * exist is left out: a rule may patch answers that differ by revision.
 */
export function applyPatch(document: Json, operations: readonly PatchOperation[], source: Json = null): Json {
  const holder: Holder = { root: structuredClone(document), source };
  for (const operation of operations) applyOne(holder, operation);
  return holder.root;
}

/** The document under change, and the request that `take` reads. */
type Holder = { root: Json; readonly source: Json };

type Mutable = { [member: string]: Json | undefined };

function applyOne(holder: Holder, operation: PatchOperation): void {
  const path = steps(operation.path);
  const last = path.at(-1);
  if (operation.op === "fill" && operation.line !== undefined) return fillLine(holder, operation.path, operation.line);
  if (last === undefined) {
    const value = valueOf(holder, operation);
    if (value !== undefined) holder.root = value;
    return;
  }
  const parent = find(holder.root, path.slice(0, -1));
  if (Array.isArray(parent)) return applyToArray(parent as Json[], last, holder, operation);
  if (!isObject(parent)) return;
  const target: Mutable = parent;
  if (operation.op === "remove") delete target[last];
  else if (operation.op !== "replace" || Object.hasOwn(target, last)) {
    const value = valueOf(holder, operation);
    if (value !== undefined) target[last] = value;
  }
}

function applyToArray(array: Json[], step: string, holder: Holder, operation: PatchOperation): void {
  const index = step === "-" ? array.length : Number(step);
  if (!Number.isInteger(index) || index < 0 || index > array.length) return;
  if (operation.op === "remove") array.splice(index, 1);
  else {
    const value = valueOf(holder, operation);
    if (value !== undefined) array.splice(index, operation.op === "replace" ? 1 : 0, value);
  }
}

function valueOf({ root, source }: Holder, operation: PatchOperation): Json | undefined {
  if (operation.op === "remove") return undefined;
  if (operation.op === "fill") return "x".repeat(operation.chars ?? 0);
  if (operation.op === "copy") return structuredClone(valueAt(root, operation.from));
  if (operation.op === "take") {
    const taken = valueAt(source, operation.from);
    return operation.asText === true && taken !== undefined ? JSON.stringify(taken) : structuredClone(taken);
  }
  return structuredClone(operation.value);
}

/** Puts a string that makes the text of the whole document `line` bytes long, or an empty one when it is longer already. */
function fillLine(holder: Holder, path: string, line: number): void {
  applyOne(holder, { op: "add", path, value: "" });
  const chars = Math.max(0, line - utf8(JSON.stringify(holder.root)).length);
  applyOne(holder, { op: "fill", path, chars });
}

/** The value at a JSON pointer, or undefined. */
export function valueAt(document: Json, pointer: string): Json | undefined {
  return find(document, steps(pointer));
}

function find(root: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = root;
  for (const step of path) {
    if (Array.isArray(here)) here = (here as readonly Json[])[Number(step)];
    else if (isObject(here) && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return here;
}

/** The reference tokens of a JSON pointer (RFC 6901). */
function steps(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(pointer.startsWith("/") ? 1 : 0)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A JSON merge patch (RFC 7396). */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: Record<string, Json | undefined> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete merged[name];
    else merged[name] = mergePatch(merged[name] ?? null, value);
  }
  return merged;
}

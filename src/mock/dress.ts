import { fromBase64, utf8 } from "../base/bytes.ts";
import type { JsonObject } from "../jsonrpc/json.ts";
import { applyPatch, mergePatch } from "./script/json-patch.ts";
import type { Shape } from "./conversation/port.ts";
import type { Act, Bytes, TextChange } from "./script/rule.ts";

/** A message as it will be sent: its text, how it travels and how often. */
export type Dressed = { readonly text: string; readonly shape: Shape; readonly copies: number };

/** Writes a message as text with the changes its acts demand; without acts it is plain JSON. `source` is what it answers. */
export function dress(message: JsonObject, acts: readonly Act[], shape: Shape = {}, source: JsonObject = {}): Dressed {
  let value = message as Parameters<typeof applyPatch>[0];
  let changed: TextChange | undefined;
  let result: Shape = shape;
  let copies = 1;
  for (const act of acts) {
    if (act.patch !== undefined) value = applyPatch(value, act.patch, source);
    if (act.merge !== undefined) value = mergePatch(value, act.merge);
    if (act.text !== undefined) changed = { ...changed, ...act.text };
    if (act.repeat !== undefined) copies = act.repeat;
    result = shapeBy(result, act);
  }
  const text = changeText(JSON.stringify(value), changed);
  return { text, shape: changed?.ending === undefined ? result : { ...result, ending: changed.ending }, copies };
}

/** The shape with what one act says about how things travel. */
export function shapeBy(shape: Shape, act: Act): Shape {
  return {
    ...shape,
    ...(act.status === undefined ? {} : { status: act.status }),
    ...(act.headers === undefined ? {} : { headers: { ...shape.headers, ...act.headers } }),
    ...(act.as === undefined ? {} : { as: act.as }),
    ...(act.pace === undefined ? {} : { pace: act.pace }),
    ...(act.gzip === undefined ? {} : { gzip: act.gzip }),
    ...(act.sse === undefined ? {} : { sse: { ...shape.sse, ...act.sse } }),
  };
}

/** A text with the changes of an act. */
export function changeText(text: string, change: TextChange | undefined): string {
  if (change === undefined) return text;
  let result = text;
  for (const [from, to] of change.replace ?? []) result = result.replace(from, () => to);
  if (change.cut !== undefined) result = result.slice(0, change.cut);
  return `${change.before ?? ""}${result}${change.after ?? ""}`;
}

/** The bytes of a `raw`, `write`, `body` or `stderr` act. */
export function bytesOf(value: Bytes): Uint8Array {
  if (typeof value === "string") return utf8(value);
  return "fill" in value ? new Uint8Array(value.fill).fill(0x78) : (fromBase64(value.base64) ?? new Uint8Array());
}

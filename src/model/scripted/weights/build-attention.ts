import { anchorSize, codeSize, flagAt, headSize, type Layout } from "./layout.ts";
import { put, zeros } from "./matrix.ts";
import type { ModelWeights } from "./model-weights.ts";

/** The last dimension of a head turns slowest with the position, whichever way an engine pairs dimensions. */
const steady = headSize - 1;
const queryGain = 16;
const anchorGain = 20;
/** Orders are sixteenths, so that one order more is worth 12.5 of a key, and a score of 25. */
const orderGain = 200;
const anchorHead = 0;
const signHead = 1;

/** Attention that fetches the anchor of the highest order, whether there is an anchor, and whether there is a tool result. */
export function buildAttention(layout: Layout): Pick<ModelWeights, "query" | "key" | "value" | "attentionOutput"> {
  const inner = layout.heads * headSize;
  const query = zeros(inner, layout.width);
  const key = zeros(inner, layout.width);
  const value = zeros(inner, layout.width);
  const attentionOutput = zeros(layout.width, inner);
  for (const head of new Set([anchorHead, layout.anchored.head])) {
    put(query, head * headSize + steady, flagAt(layout, "constant"), queryGain);
    put(key, head * headSize + steady, flagAt(layout, "anchor"), anchorGain);
    put(key, head * headSize + steady, flagAt(layout, "order"), orderGain);
  }
  const carry = (head: number, dimension: number, from: number, to: number): void => {
    put(value, head * headSize + dimension, from, 1);
    put(attentionOutput, to, head * headSize + dimension, 1);
  };
  for (let index = 0; index < anchorSize(layout); index++)
    carry(anchorHead, index, codeSize(layout) + index, codeSize(layout) + index);
  carry(layout.anchored.head, layout.anchored.dimension, flagAt(layout, "anchor"), flagAt(layout, "anchored"));
  put(query, signHead * headSize + steady, flagAt(layout, "constant"), queryGain);
  put(key, signHead * headSize + steady, flagAt(layout, "sign"), anchorGain);
  carry(signHead, 0, flagAt(layout, "sign"), flagAt(layout, "seen"));
  return { query, key, value, attentionOutput };
}

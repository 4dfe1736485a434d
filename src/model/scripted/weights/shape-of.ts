import { headSize, type Layout } from "./layout.ts";
import type { ModelShape, ModelWeights } from "./model-weights.ts";

/** So slow a base that the last dimension of a head does not notice positions. */
const ropeBase = 1e9;
const epsilon = 1e-6;

/** The shape of weights in a layout. */
export function shapeOf({ width, heads }: Layout, { gate }: ModelWeights): ModelShape {
  return { width, heads, headSize, feedForward: gate.rows, ropeBase, epsilon };
}

/** Where things are in the residual stream, and how wide it is. */
export type Layout = {
  readonly name: "small" | "large";
  /** Width of the residual stream. */
  readonly width: number;
  readonly heads: number;
  /** Degree of the field of the codes that say the next token; they are in the first 2^degree dimensions. */
  readonly codeDegree: number;
  /** Degree of the field of the codes of anchors, which come after. */
  readonly anchorDegree: number;
  /** The head, and the dimension of its values, that tells whether there is any anchor. */
  readonly anchored: { readonly head: number; readonly dimension: number };
};

/** Dimensions per head: what every fast path of every engine knows. */
export const headSize = 64;

/** Flags of a token or a state, in their order after the codes; further dimensions are one per shared token of the script. */
const flags = ["constant", "any", "anchor", "order", "sign", "seen", "anchored", "fill", "unique"] as const;
/** A flag. */
export type Flag = (typeof flags)[number];

/** Both layouts, the smaller one first. */
export const layouts: readonly Layout[] = [
  { name: "small", width: 128, heads: 2, codeDegree: 6, anchorDegree: 5, anchored: { head: 0, dimension: 32 } },
  { name: "large", width: 256, heads: 4, codeDegree: 7, anchorDegree: 6, anchored: { head: 2, dimension: 0 } },
];

/** What a layout has room for. */
export type Capacity = { readonly targets: number; readonly anchors: number; readonly shared: number };

/** Room of a layout: code word 0 is not used. */
export function capacityOf(layout: Layout): Capacity {
  const { width } = layout;
  return {
    targets: 4 ** layout.codeDegree - 1,
    anchors: 4 ** layout.anchorDegree - 1,
    shared: width - codeSize(layout) - anchorSize(layout) - flags.length,
  };
}

/** Length of the codes of tokens. */
export function codeSize({ codeDegree }: Layout): number {
  return 2 ** codeDegree;
}

/** Length of the codes of anchors. */
export function anchorSize({ anchorDegree }: Layout): number {
  return 2 ** anchorDegree;
}

/** The dimension of a flag. */
export function flagAt(layout: Layout, flag: Flag): number {
  return codeSize(layout) + anchorSize(layout) + flags.indexOf(flag);
}

/** The dimension of the flag of a shared token, by its number among them. */
export function sharedAt(layout: Layout, index: number): number {
  return codeSize(layout) + anchorSize(layout) + flags.length + index;
}

/**
 * How much a change of a surface matters to who uses the server: `breaking` what worked before may fail now, or do what it was not
 * trusted to do; `compatible` what worked before works on; `cosmetic` only words changed.
 */
export type ChangeKind = "breaking" | "compatible" | "cosmetic";

/** One change of a surface. */
export type Change = {
  readonly kind: ChangeKind;
  /** What changed: `tool echo`, and the place within it as a JSON pointer where it is a part of it. */
  readonly what: string;
  readonly at?: string;
  /** What happened to it, in words. */
  readonly message: string;
  /** The texts before and after, where words changed: models read them, so that they are to be read before they are trusted. */
  readonly was?: string;
  readonly is?: string;
};

/** A change within something that is named by whoever looks at it. */
export type PartChange = Omit<Change, "what" | "at"> & { readonly at: string };

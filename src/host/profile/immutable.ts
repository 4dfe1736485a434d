/** A value of plain data, read-only all the way down. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Member in keyof T]: Immutable<T[Member]> }
    : T;

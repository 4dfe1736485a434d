/** Types of metadata values, with the numbers of GGUF version 3. */
export const valueTypes = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 } as const;

/** Types an array can hold. */
export type ElementType = "int32" | "uint32" | "float32" | "string";

/** A metadata value with its type. */
export type GgufValue =
  | { readonly type: "uint32"; readonly value: number }
  | { readonly type: "float32"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "array"; readonly of: ElementType; readonly value: readonly (string | number)[] };

/** Types of tensors, with their numbers. */
export const tensorTypes = { f32: 0, f16: 1 } as const;

/** Tensor data begin at multiples of so many bytes. */
export const alignment = 32;

/** What every file begins with: GGUF, little-endian. */
export const magic = 0x46554747;

import type { Matrix } from "../weights/matrix.ts";
import { toHalf } from "../weights/half.ts";
import { type ByteWriter, createByteWriter } from "./byte-writer.ts";
import { alignment, type GgufValue, magic, tensorTypes, valueTypes } from "./gguf-value.ts";

/** A GGUF version 3 file: metadata, and matrices by name in 16 bits; vectors, which have one row, in 32. */
export function writeGguf(
  metadata: readonly (readonly [key: string, value: GgufValue])[],
  tensors: readonly (readonly [name: string, matrix: Matrix])[],
): Uint8Array {
  const out = createByteWriter();
  out.uint32(magic);
  out.uint32(3);
  out.uint64(tensors.length);
  out.uint64(metadata.length);
  for (const [key, value] of metadata) {
    text(out, key);
    out.uint32(valueTypes[value.type]);
    writeValue(out, value);
  }
  const blobs = tensors.map(([, matrix]) => tensorBytes(matrix));
  let offset = 0;
  for (const [index, [name, matrix]] of tensors.entries()) {
    text(out, name);
    const sizes = isVector(matrix) ? [matrix.columns] : [matrix.columns, matrix.rows];
    out.uint32(sizes.length);
    for (const size of sizes) out.uint64(size);
    out.uint32(isVector(matrix) ? tensorTypes.f32 : tensorTypes.f16);
    out.uint64(offset);
    offset += Math.ceil((blobs[index]?.length ?? 0) / alignment) * alignment;
  }
  for (const blob of blobs) {
    out.align(alignment);
    out.bytes(blob);
  }
  out.align(alignment);
  return out.taken();
}

function isVector({ rows }: Matrix): boolean {
  return rows === 1;
}

function text(out: ByteWriter, value: string): void {
  const bytes = new TextEncoder().encode(value);
  out.uint64(bytes.length);
  out.bytes(bytes);
}

function writeValue(out: ByteWriter, one: GgufValue): void {
  switch (one.type) {
    case "string":
      return text(out, one.value);
    case "bool":
      return out.byte(one.value ? 1 : 0);
    case "float32":
      return out.float32(one.value);
    case "uint32":
      return out.uint32(one.value);
    default:
      out.uint32(valueTypes[one.of]);
      out.uint64(one.value.length);
      for (const element of one.value) {
        if (typeof element === "string") text(out, element);
        else if (one.of === "float32") out.float32(element);
        else out.uint32(element);
      }
  }
}

function tensorBytes(matrix: Matrix): Uint8Array {
  const { data } = matrix;
  if (isVector(matrix)) return littleEndian(4, data, (view, at, value) => view.setFloat32(at, value, true));
  const halves = new Map<number, number>();
  return littleEndian(2, data, (view, at, value) => {
    if (value === 0) return;
    let half = halves.get(value);
    if (half === undefined) halves.set(value, (half = toHalf(value)));
    view.setUint16(at, half, true);
  });
}

function littleEndian(size: number, data: Float32Array, set: (view: DataView, at: number, value: number) => void): Uint8Array {
  const bytes = new Uint8Array(data.length * size);
  const view = new DataView(bytes.buffer);
  data.forEach((value, index) => set(view, index * size, value));
  return bytes;
}

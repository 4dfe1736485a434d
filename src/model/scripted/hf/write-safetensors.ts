import { toBfloat } from "../weights/half.ts";
import type { Matrix } from "../weights/matrix.ts";

/** Matrices by name as a safetensors file in bfloat16; those of one row are vectors. */
export function writeSafetensors(tensors: readonly (readonly [name: string, matrix: Matrix])[]): Uint8Array {
  let offset = 0;
  const entries = tensors.map(([name, { rows, columns }]) => {
    const start = offset;
    offset += rows * columns * 2;
    const shape = rows === 1 ? [columns] : [rows, columns];
    return [name, { dtype: "BF16", shape, data_offsets: [start, offset] }] as const;
  });
  const json = JSON.stringify({ __metadata__: { format: "pt" }, ...Object.fromEntries(entries) });
  const header = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 8) * 8));
  const bytes = new Uint8Array(8 + header.length + offset);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(header.length), true);
  bytes.set(header, 8);
  let at = 8 + header.length;
  for (const [, { data }] of tensors) {
    for (const value of data) {
      if (value !== 0) view.setUint16(at, toBfloat(value), true);
      at += 2;
    }
  }
  return bytes;
}

import * as z from "zod";
import { fromBfloat } from "../../../src/model/scripted/weights/half.ts";
import type { Matrix } from "../../../src/model/scripted/weights/matrix.ts";

const entry = z.object({
  dtype: z.literal("BF16"),
  shape: z.array(z.int().positive()).min(1).max(2),
  data_offsets: z.tuple([z.int(), z.int()]),
});

/** The matrices of a safetensors file in bfloat16, by name. @throws when the file holds anything else */
export function readSafetensors(bytes: Uint8Array): ReadonlyMap<string, Matrix> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const { __metadata__: _, ...header } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start))) as Record<
    string,
    unknown
  >;
  return new Map(
    Object.entries(header).map(([name, value]) => {
      const { shape, data_offsets: offsets } = entry.parse(value);
      const [rows, columns] = shape.length === 1 ? [1, shape[0] ?? 0] : [shape[0] ?? 0, shape[1] ?? 0];
      const data = Float32Array.from({ length: rows * columns }, (_element, index) =>
        fromBfloat(view.getUint16(start + offsets[0] + index * 2, true)),
      );
      return [name, { rows, columns, data }] as const;
    }),
  );
}

import { describe, expect, it } from "vitest";
import { fromHalf, toHalf } from "../weights/half.ts";
import { alignment, type GgufValue } from "./gguf-value.ts";
import { readGguf } from "./read-gguf.ts";
import { writeGguf } from "./write-gguf.ts";

const metadata: readonly (readonly [string, GgufValue])[] = [
  ["general.name", { type: "string", value: "Grüße 🎉" }],
  ["count", { type: "uint32", value: 4_000_000_000 }],
  ["rate", { type: "float32", value: 0.5 }],
  ["on", { type: "bool", value: true }],
  ["texts", { type: "array", of: "string", value: ["", "a", "▁"] }],
  ["numbers", { type: "array", of: "int32", value: [1, 2, 3] }],
];
const matrix = { rows: 2, columns: 3, data: Float32Array.of(1, -0.25, 0, 160, 1 / 3, -7.5) };
const vector = { rows: 1, columns: 2, data: Float32Array.of(0.1, 2) };
const bytes = writeGguf(metadata, [
  ["m", matrix],
  ["v", vector],
]);

describe("a GGUF file", () => {
  it("is read as it was written, matrices in 16 bits, vectors in 32", () => {
    const file = readGguf(bytes, "x.gguf");
    expect(file.version).toBe(3);
    expect([...file.metadata]).toEqual(metadata.map(([key, { value }]) => [key, value]));
    const [m, v] = file.tensors;
    expect(m).toMatchObject({ name: "m", sizes: [3, 2], type: 1 });
    expect([...(m?.matrix().data ?? [])]).toEqual(Array.from(matrix.data, (value) => fromHalf(toHalf(value))));
    expect(v).toMatchObject({ name: "v", sizes: [2], type: 0 });
    expect(v?.matrix().data).toEqual(vector.data);
  });

  it("that is none, or cut anywhere, is refused with file and byte", () => {
    expect(() => readGguf(new TextEncoder().encode("no model at all"), "x.gguf")).toThrowError(
      "x.gguf: not a GGUF file that can be read: at byte 0: it does not begin with GGUF",
    );
    const padding = alignment - vector.data.byteLength;
    for (let length = 0; length < bytes.length - padding; length += 1) {
      const read = (): unknown => readGguf(bytes.subarray(0, length), "x.gguf").tensors.map((tensor) => tensor.matrix());
      expect(read).toThrowError(expect.objectContaining({ name: "McpcheckError", code: "usage" }));
    }
  });
});

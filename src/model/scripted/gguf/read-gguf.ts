import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { fromHalf } from "../weights/half.ts";
import type { Matrix } from "../weights/matrix.ts";
import { alignment, magic, tensorTypes } from "./gguf-value.ts";

/** A metadata value as it is read; arrays of any type, 64-bit integers as numbers. */
export type ReadValue = string | number | boolean | readonly ReadValue[];

/** A tensor of a file; `matrix` reads its elements. */
export type ReadTensor = {
  readonly name: string;
  /** Innermost first, as the file has them. */
  readonly sizes: readonly number[];
  readonly type: number;
  /** @throws McpcheckError `usage` when the type is neither 32 nor 16 bits of floating point, or the file is cut short */
  readonly matrix: () => Matrix;
};

/** A GGUF file as it is read. */
export type GgufFile = {
  readonly version: number;
  readonly metadata: ReadonlyMap<string, ReadValue>;
  readonly tensors: readonly ReadTensor[];
};

type Cursor = { readonly view: DataView; readonly bytes: Uint8Array; readonly file: string; at: number };

/** Reads a GGUF file of version 2 or 3. @throws McpcheckError `usage` naming `file` and the offset when it is none */
export function readGguf(bytes: Uint8Array, file: string): GgufFile {
  const cursor: Cursor = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes, file, at: 0 };
  try {
    return readFile(cursor);
  } catch (cause) {
    if (cause instanceof McpcheckError) throw cause;
    throw broken(cursor, "the file ends too early", cause);
  }
}

function readFile(cursor: Cursor): GgufFile {
  if (uint32(cursor) !== magic) throw broken({ ...cursor, at: 0 }, "it does not begin with GGUF");
  const version = uint32(cursor);
  if (version !== 2 && version !== 3) throw broken(cursor, `version ${version} is not known, only 2 and 3`);
  const tensorCount = uint64(cursor);
  const valueCount = uint64(cursor);
  const metadata = new Map<string, ReadValue>();
  for (let i = 0; i < valueCount; i++) {
    const key = text(cursor);
    metadata.set(key, readValue(cursor, uint32(cursor)));
  }
  const found: { name: string; sizes: number[]; type: number; offset: number }[] = [];
  for (let i = 0; i < tensorCount; i++) {
    const name = text(cursor);
    const sizes = repeated(cursor, uint32(cursor), uint64);
    found.push({ name, sizes, type: uint32(cursor), offset: uint64(cursor) });
  }
  const step = Number(metadata.get("general.alignment") ?? alignment);
  const start = Math.ceil(cursor.at / step) * step;
  const tensors = found.map(({ offset, ...tensor }) => ({ ...tensor, matrix: () => matrixAt(cursor, start + offset, tensor) }));
  return { version, metadata, tensors };
}

function readValue(cursor: Cursor, type: number): ReadValue {
  const { view } = cursor;
  switch (type) {
    case 0:
      return view.getUint8(advance(cursor, 1));
    case 1:
      return view.getInt8(advance(cursor, 1));
    case 2:
      return view.getUint16(advance(cursor, 2), true);
    case 3:
      return view.getInt16(advance(cursor, 2), true);
    case 4:
      return uint32(cursor);
    case 5:
      return view.getInt32(advance(cursor, 4), true);
    case 6:
      return view.getFloat32(advance(cursor, 4), true);
    case 7:
      return view.getUint8(advance(cursor, 1)) !== 0;
    case 8:
      return text(cursor);
    case 9: {
      const of = uint32(cursor);
      return repeated(cursor, uint64(cursor), (one) => readValue(one, of));
    }
    case 10:
      return uint64(cursor);
    case 11:
      return Number(view.getBigInt64(advance(cursor, 8), true));
    case 12:
      return view.getFloat64(advance(cursor, 8), true);
    default:
      throw broken(cursor, `a value of unknown type ${type}`);
  }
}

function matrixAt(cursor: Cursor, at: number, { name, sizes, type }: Pick<ReadTensor, "name" | "sizes" | "type">): Matrix {
  const columns = sizes[0] ?? 0;
  const rows = sizes.slice(1).reduce((product, size) => product * size, 1);
  const size = type === tensorTypes.f32 ? 4 : 2;
  if (type !== tensorTypes.f32 && type !== tensorTypes.f16)
    throw broken({ ...cursor, at }, `tensor ${name} has type ${type}, which cannot be read here`);
  if (at + rows * columns * size > cursor.bytes.length) throw broken({ ...cursor, at }, `tensor ${name} is cut short`);
  const { view } = cursor;
  const element = (index: number): number =>
    type === tensorTypes.f32 ? view.getFloat32(at + index * 4, true) : fromHalf(view.getUint16(at + index * 2, true));
  const data = new Float32Array(rows * columns);
  for (let index = 0; index < data.length; index++) data[index] = element(index);
  return { rows, columns, data };
}

function advance(cursor: Cursor, size: number): number {
  const { at } = cursor;
  cursor.at += size;
  return at;
}

function uint32(cursor: Cursor): number {
  return cursor.view.getUint32(advance(cursor, 4), true);
}

function uint64(cursor: Cursor): number {
  return Number(cursor.view.getBigUint64(advance(cursor, 8), true));
}

function text(cursor: Cursor): string {
  const length = uint64(cursor);
  const start = advance(cursor, length);
  if (cursor.at > cursor.bytes.length)
    throw broken({ ...cursor, at: start }, `a text of ${length} bytes does not fit in the file`);
  return new TextDecoder().decode(cursor.bytes.subarray(start, cursor.at));
}

function repeated<T>(cursor: Cursor, count: number, read: (cursor: Cursor) => T): T[] {
  if (count > cursor.bytes.length) throw broken(cursor, `a list of ${count} does not fit in the file`);
  const list: T[] = [];
  for (let i = 0; i < count; i++) list.push(read(cursor));
  return list;
}

function broken({ file, at }: Cursor, what: string, cause?: unknown): McpcheckError {
  return new McpcheckError("usage", `${file}: not a GGUF file that can be read: at byte ${at}: ${what}`, { cause });
}

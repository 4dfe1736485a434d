/** Bytes that grow as they are written, little-endian. */
export type ByteWriter = {
  readonly uint32: (value: number) => void;
  readonly uint64: (value: number) => void;
  readonly float32: (value: number) => void;
  readonly byte: (value: number) => void;
  readonly bytes: (value: Uint8Array) => void;
  /** Zeros up to the next multiple of `size`. */
  readonly align: (size: number) => void;
  readonly taken: () => Uint8Array;
};

/** A writer with nothing written. */
export function createByteWriter(): ByteWriter {
  let buffer = new Uint8Array(1 << 16);
  let view = new DataView(buffer.buffer);
  let length = 0;
  const room = (size: number): number => {
    const at = length;
    length += size;
    if (length > buffer.length) {
      const larger = new Uint8Array(Math.max(length, buffer.length * 2));
      larger.set(buffer);
      buffer = larger;
      view = new DataView(buffer.buffer);
    }
    return at;
  };
  return {
    uint32: (value) => {
      const at = room(4);
      view.setUint32(at, value, true);
    },
    uint64: (value) => {
      const at = room(8);
      view.setBigUint64(at, BigInt(value), true);
    },
    float32: (value) => {
      const at = room(4);
      view.setFloat32(at, value, true);
    },
    byte: (value) => {
      const at = room(1);
      buffer[at] = value;
    },
    bytes: (value) => {
      const at = room(value.length);
      buffer.set(value, at);
    },
    align: (size) => {
      room((size - (length % size)) % size);
    },
    taken: () => buffer.slice(0, length),
  };
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The 16 bits of a number as IEEE 754 half precision, rounded to nearest, ties to even. Too large becomes infinity. */
export function toHalf(value: number): number {
  float[0] = value;
  const word = bits[0] ?? 0;
  const sign = (word >>> 16) & 0x8000;
  const magnitude = word & 0x7fffffff;
  if (magnitude >= 0x47800000) return sign | (magnitude > 0x7f800000 ? 0x7e00 : 0x7c00);
  if (magnitude < 0x38800000) return sign | Math.round(halfEven(Math.abs(float[0] ?? 0) * 2 ** 24));
  const rounded = magnitude - 0x38000000 + 0xfff + ((magnitude >>> 13) & 1);
  return sign | (rounded >>> 13);
}

/** The number 16 bits of half precision are. */
export function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The 16 bits of a number as bfloat16, rounded to nearest, ties to even. */
export function toBfloat(value: number): number {
  float[0] = value;
  const word = bits[0] ?? 0;
  return ((word + 0x7fff + ((word >>> 16) & 1)) >>> 16) & 0xffff;
}

/** The number 16 bits of bfloat16 are. */
export function fromBfloat(bfloat: number): number {
  bits[0] = bfloat << 16;
  return float[0] ?? 0;
}

function halfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

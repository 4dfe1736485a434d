/** Primitive polynomials over GF(2), by degree. */
const polynomials: Readonly<Record<number, number>> = { 5: 0b100101, 6: 0b1000011, 7: 0b10000011 };

/** Signs (+1 or -1) of a code word. */
export type CodeWord = Int8Array;

/**
 * Code words of length 2^degree that hardly resemble one another: (-1)^Tr(ax + bx³) over GF(2^degree), where word number i has
 * a = i mod 2^degree and b = i div 2^degree. Two words agree in at most 62.5 % of their places (degree 5 and 6), 56.25 % (7).
 * There are 4^degree; number 0 is constant and should not be used.
 */
export function codeWords(degree: number): (index: number) => CodeWord {
  const size = 2 ** degree;
  const { multiply, trace } = fieldOf(degree);
  const cubes = Array.from({ length: size }, (_, x) => multiply(x, multiply(x, x)));
  return (index) => {
    const a = index % size;
    const b = Math.floor(index / size) % size;
    return Int8Array.from(cubes, (cube, x) => 1 - 2 * trace(multiply(a, x) ^ multiply(b, cube)));
  };
}

type Field = { readonly multiply: (a: number, b: number) => number; readonly trace: (x: number) => number };

function fieldOf(degree: number): Field {
  const order = 2 ** degree - 1;
  const powers = [1];
  for (let i = 1; i < order; i++) {
    const doubled = (powers[i - 1] ?? 0) << 1;
    powers.push(doubled > order ? doubled ^ (polynomials[degree] ?? 0) : doubled);
  }
  const logs = new Map(powers.map((value, exponent) => [value, exponent]));
  const multiply = (a: number, b: number): number => {
    const sum = (logs.get(a) ?? 0) + (logs.get(b) ?? 0);
    return a === 0 || b === 0 ? 0 : (powers[sum % order] ?? 0);
  };
  const traces = Array.from({ length: order + 1 }, (_, x) => {
    let sum = 0;
    for (let i = 0, conjugate = x; i < degree; i++, conjugate = multiply(conjugate, conjugate)) sum ^= conjugate;
    return sum & 1;
  });
  return { multiply, trace: (x) => traces[x] ?? 0 };
}

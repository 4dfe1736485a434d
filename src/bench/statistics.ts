/** The middle of some measurements; of an even number, the lower one of the two. NaN for none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** The exponent of a power law fitted by least squares on logarithms: 1 is linear, 2 quadratic. */
export function exponentOf(points: readonly { readonly size: number; readonly ms: number }[]): number {
  const logs = points.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) }));
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const above = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return above / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

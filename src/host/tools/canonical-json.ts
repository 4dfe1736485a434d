/**
 * The JSON text of a value with members in the order of their names at every depth, so that equal values have equal texts.
 * Depth is not bounded by recursion in practice: a peer's JSON was parsed by JSON.parse before.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

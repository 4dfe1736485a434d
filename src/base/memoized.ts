/**
 * A function that finds something out about an object once, however often it is asked: what it found is kept as long as the object is. It
 * is shared by all who ask, so that none of them may change it.
 */
export function memoized<O extends object, T>(find: (about: O) => T): (about: O) => T {
  const kept = new WeakMap<O, { readonly found: T }>();
  return (about) => {
    const known = kept.get(about) ?? { found: find(about) };
    kept.set(about, known);
    return known.found;
  };
}

/** The same where a key says which of several things is asked about the object. */
export function memoizedBy<O extends object, K, T>(find: (about: O, key: K) => T): (about: O, key: K) => T {
  const tables = memoized<O, Map<K, { readonly found: T }>>(() => new Map());
  return (about, key) => {
    const table = tables(about);
    const known = table.get(key) ?? { found: find(about, key) };
    table.set(key, known);
    return known.found;
  };
}

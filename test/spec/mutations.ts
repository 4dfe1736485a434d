/** What a place in a value is replaced by, to break it in one way at a time; `undefined` removes the place. */
export const replacements: readonly unknown[] = [undefined, null, true, 0, -1, 1.5, "", "zzz", [], [0], {}, { zzz: 0 }];

/** A way to break a value: where, and by what. */
export type Mutation = { readonly path: readonly (string | number)[]; readonly by: unknown };

/** Every mutation of a value: each place below the root, by each replacement. */
export function mutationsOf(value: unknown): Mutation[] {
  return placesIn(value).flatMap((path) => replacements.map((by) => ({ path, by })));
}

function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [here, ...placesIn((value as Record<string, unknown>)[key], here)];
  });
}

/** The value with one place replaced; the original stays as it is. */
export function mutated(value: unknown, { path, by }: Mutation): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return by;
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    return items.flatMap((item, index) => (index === step ? keep(mutated(item, { path: rest, by })) : [item]));
  }
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    entries.flatMap(([key, item]) =>
      key === step ? keep(mutated(item, { path: rest, by })).map((one) => [key, one]) : [[key, item]],
    ),
  );
}

function keep(value: unknown): unknown[] {
  return value === undefined ? [] : [value];
}

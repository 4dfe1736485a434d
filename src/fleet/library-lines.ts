import type { Latest } from "./latest-results.ts";

/** What servers inherit from a library. */
export type LibraryLine = {
  readonly library: string;
  /** How many servers inherit something from it: those it is known of, for where nothing is wrong nothing tells. */
  readonly servers: number;
  /** At how many servers which check failed or warned for its sake, at any revision. */
  readonly fail: Readonly<Record<string, number>>;
  readonly warn: Readonly<Record<string, number>>;
};

type Open = { readonly servers: Set<string>; readonly fail: Map<string, Set<string>>; readonly warn: Map<string, Set<string>> };

/** The libraries of the latest results, the one that most servers inherit from first. What only follows from another fault is left out. */
export function libraryLines(latest: Latest): LibraryLine[] {
  const lines = new Map<string, Open>();
  for (const [server, { checks }] of latest)
    for (const { check, verdict, because, inheritedFrom } of checks) {
      if (inheritedFrom === undefined || because !== undefined || (verdict !== "fail" && verdict !== "warn")) continue;
      const line = lines.get(inheritedFrom) ?? { servers: new Set(), fail: new Map(), warn: new Map() };
      lines.set(inheritedFrom, line);
      line.servers.add(server);
      line[verdict].set(check, (line[verdict].get(check) ?? new Set()).add(server));
    }
  return [...lines]
    .map(([library, { servers, fail, warn }]) => ({ library, servers: servers.size, fail: sizes(fail), warn: sizes(warn) }))
    .toSorted((one, other) => other.servers - one.servers || (one.library < other.library ? -1 : 1));
}

/** How many each has, the most first. */
function sizes(sets: ReadonlyMap<string, ReadonlySet<string>>): Readonly<Record<string, number>> {
  const counts = [...sets].map(([name, set]) => [name, set.size] as const);
  return Object.fromEntries(counts.toSorted(([one, few], [other, many]) => many - few || (one < other ? -1 : 1)));
}

import type { FileView } from "./file-view.ts";
import { isInside, wayTo } from "./way-to.ts";

/** What is to be seen in a sandbox: folders and files at their places, and the links that lead to them. */
export type Mount =
  | { readonly kind: "bind"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string };

/** The mounts that show these paths as they are reached outside, ordered so that what holds others comes first, and nothing twice. */
export function mountsOf(paths: readonly string[], files: FileView): Mount[] {
  const ways = paths.map((path) => wayTo(files, path));
  const ends = new Set(ways.flatMap(({ end }) => end ?? []));
  const binds = [...ends].filter((path) => ![...ends].some((other) => other !== path && isInside(path, [other])));
  const links = new Map(
    ways.flatMap((way) => (way.end === undefined ? [] : way.links)).map(({ path, target }) => [path, target]),
  );
  const mounts: Mount[] = [
    ...binds.map((path): Mount => ({ kind: "bind", path })),
    ...[...links].filter(([path]) => !isInside(path, binds)).map(([path, target]): Mount => ({ kind: "link", path, target })),
  ];
  return mounts.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

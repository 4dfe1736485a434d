import { dirname } from "node:path";
import { circles } from "./circles.ts";
import type { SourceFile } from "./imports.ts";
import { type House, roomOf } from "./rooms.ts";

/** What is wrong with the house, a line each: imports that go up, circles, rooms that are too full, files outside of all rooms. */
export function houseDefects(house: House, files: readonly SourceFile[], counts: ReadonlyMap<string, number>): readonly string[] {
  return [...files.flatMap((file) => importDefects(house, file)), ...circleDefects(files), ...crowds(house, counts)];
}

function importDefects(house: House, { path, imports }: SourceFile): readonly string[] {
  const room = roomOf(house, path);
  if (room === undefined) return [`${path}: is in no room of scripts/house/rooms.json`];
  const mayImport = house.rooms[room]?.mayImport ?? [];
  return imports.flatMap(({ line, target, ours }) => {
    if (!ours)
      return house.core.includes(room) && target.startsWith("node:")
        ? [`${path}:${line}: ${room} is core (no I/O, clock or randomness) and imports ${target}`]
        : [];
    const other = roomOf(house, target);
    if (other === undefined || other === room || mayImport.includes("*") || mayImport.includes(other)) return [];
    return [`${path}:${line}: ${room} may not import ${other} (it may import: ${mayImport.join(", ") || "nothing of ours"})`];
  });
}

/** Circles of files, and circles of folders in which none is the parent of the others. */
function circleDefects(files: readonly SourceFile[]): readonly string[] {
  const byFile = new Map(
    files.map(({ path, imports }) => [path, imports.filter(({ ours }) => ours).map(({ target }) => target)]),
  );
  const byFolder = new Map<string, Set<string>>();
  for (const [path, targets] of byFile)
    for (const target of targets)
      if (!related(dirname(path), dirname(target)))
        byFolder.set(dirname(path), (byFolder.get(dirname(path)) ?? new Set()).add(dirname(target)));
  return [
    ...circles(byFile).map((circle) => `circle of files: ${circle.join(" → ")}`),
    ...circles(new Map([...byFolder].map(([folder, targets]) => [folder, [...targets]]))).map(
      (circle) => `circle of folders: ${circle.join(" → ")}`,
    ),
  ];
}

/** A folder and its sub-folders know each other: the folder holds the way in and the types they share. */
function related(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

function crowds({ mostFiles }: House, counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].flatMap(([folder, count]) =>
    count > mostFiles ? [`${folder}: holds ${count} files, at most ${mostFiles} (divide it by what its files are about)`] : [],
  );
}

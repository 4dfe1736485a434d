import { readFileSync } from "node:fs";

/** A room of the house: a folder of `src`, what it holds, and the rooms its files may import (`*`: all). */
export type Room = { readonly holds: string; readonly mayImport: readonly string[] };

/** The house as `rooms.json` has it: the only place that says who may import whom. */
export type House = {
  /** Rooms without I/O, clock and randomness: no `node:` import. */
  readonly core: readonly string[];
  /** Most files a folder may hold beside its sub-folders. */
  readonly mostFiles: number;
  readonly rooms: Readonly<Record<string, Room>>;
};

/** Reads the plan of the house. */
export function readHouse(): House {
  return JSON.parse(readFileSync(new URL("rooms.json", import.meta.url), "utf8")) as House;
}

/** The room of a file of `src`: the longest name of a room its path begins with. */
export function roomOf({ rooms }: House, path: string): string | undefined {
  return Object.keys(rooms)
    .filter((name) => path.startsWith(`src/${name}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

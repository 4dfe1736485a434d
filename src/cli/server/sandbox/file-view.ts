import { closeSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from "node:fs";

/** What is at a path itself: a link is a link, wherever it leads. */
export type Kind = "file" | "folder" | "link" | "other";

/** What is looked at of the file system to find out what a command needs. Nothing here throws: what cannot be seen is not there. */
export type FileView = {
  readonly kind: (path: string) => Kind | undefined;
  /** Where a link leads, as it is written in it. */
  readonly target: (path: string) => string;
  /** The first bytes of a file, as Latin-1. */
  readonly head: (path: string) => string;
  /** The names in a folder. */
  readonly names: (path: string) => readonly string[];
};

/** Enough for the first line of a script, of which the system itself looks at 256 bytes, and for a short manifest. */
const headBytes = 4096;

/** The file system of this machine. */
export const realFiles: FileView = {
  kind(path) {
    const found = seen(() => lstatSync(path, { throwIfNoEntry: false }));
    if (found === undefined) return undefined;
    if (found.isSymbolicLink()) return "link";
    return found.isDirectory() ? "folder" : found.isFile() ? "file" : "other";
  },
  target: (path) => seen(() => readlinkSync(path)) ?? "",
  head: (path) => seen(() => headOf(path)) ?? "",
  names: (path) => seen(() => readdirSync(path)) ?? [],
};

function headOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(headBytes);
    return bytes.toString("latin1", 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

function seen<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined; // no right to see it
  }
}

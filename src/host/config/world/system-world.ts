import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { cwd } from "node:process";
import type { World } from "./world.ts";

/** The machine itself, with the given environment. */
export function systemWorld(env: Readonly<Record<string, string | undefined>>): World {
  return {
    env,
    home: env["HOME"] ?? homedir(),
    cwd: cwd(),
    readText: (path) => orUndefined(() => readFileSync(path, "utf8"), ["ENOENT", "ENOTDIR"]),
    kindOf: (path) =>
      orUndefined(() => {
        const stats = statSync(path);
        return stats.isDirectory() ? "directory" : "file";
      }),
    realpath: (path) => orUndefined(() => realpathSync(path)),
    readlink: (path) => orUndefined(() => readlinkSync(path)),
    isWorldWritable: (directory) => orUndefined(() => (statSync(directory).mode & 0o002) !== 0) ?? false,
    which(name, path = env["PATH"] ?? "") {
      const folders = path.split(delimiter).filter(isAbsolute);
      return folders.map((folder) => join(folder, name)).find(isExecutable);
    },
    fileOf: (path) =>
      orUndefined(() => {
        const stats = statSync(path, { bigint: true });
        return stats.isFile() ? { id: `${stats.dev}:${stats.ino}`, size: Number(stats.size) } : undefined;
      }),
    headOf: (path, bytes) => orUndefined(() => readPiece(path, 0, bytes).toString("latin1")),
    sameContent: (one, other) => orUndefined(() => haveSameContent(one, other)) ?? false,
  };
}

/** A mebibyte at a time. */
const pieceBytes = 1_048_576;

function readPiece(path: string, from: number, bytes: number): Buffer {
  const file = openSync(path, "r");
  try {
    const piece = Buffer.alloc(bytes);
    return piece.subarray(0, readSync(file, piece, 0, bytes, from));
  } finally {
    closeSync(file);
  }
}

function haveSameContent(one: string, other: string): boolean {
  for (let at = 0; ; at += pieceBytes) {
    const piece = readPiece(one, at, pieceBytes);
    if (!piece.equals(readPiece(other, at, pieceBytes))) return false;
    if (piece.length < pieceBytes) return true;
  }
}

function isExecutable(path: string): boolean {
  return orUndefined(() => (accessSync(path, constants.X_OK), statSync(path).isFile())) ?? false;
}

/** The value, or undefined when the file system says no; with `codes`, only for these errors. */
function orUndefined<T>(read: () => T, codes?: readonly string[]): T | undefined {
  try {
    return read();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (codes !== undefined && !codes.includes(code)) throw cause;
    return undefined;
  }
}

import { accessSync, constants, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
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
    which(name) {
      const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
      return folders.map((folder) => join(folder, name)).find(isExecutable);
    },
  };
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

import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";

/** A command, and where and with what it is started. */
export type Start = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
};

/** Where programs are looked for by those that have no PATH (https://man7.org/linux/man-pages/man3/exec.3.html). */
const usualPath = "/bin:/usr/bin";

/** The file a command stands for, as the system finds it where the command is started; undefined where there is none that can run. POSIX. */
export function programOf({ command, cwd = ".", env }: Omit<Start, "args">): string | undefined {
  if (!command.includes("/")) return programIn(env["PATH"] ?? usualPath, command, cwd);
  const file = resolve(cwd, command);
  return canRun(file) ? file : undefined;
}

/** The first file of a name that can run in the folders of a PATH. */
export function programIn(path: string, name: string, cwd = "."): string | undefined {
  return path
    .split(":")
    .map((folder) => resolve(cwd, folder, name))
    .find(canRun);
}

/** Longer first lines of scripts are cut off by Linux. */
const firstLineBytes = 256;

/** Whether there is such a program; of a script, whether there is the one it names. */
export function isProgram(file: string | undefined): file is string {
  if (file === undefined) return false;
  const interpreter = /^#![ \t]*(\S+)/u.exec(beginning(file))?.[1];
  return interpreter === undefined || canRun(interpreter);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Empty for a program nobody may read, which can run all the same. */
function beginning(file: string): string {
  try {
    const opened = openSync(file, "r");
    try {
      const bytes = Buffer.alloc(firstLineBytes);
      return bytes.toString("latin1", 0, readSync(opened, bytes, 0, firstLineBytes, 0));
    } finally {
      closeSync(opened);
    }
  } catch {
    return "";
  }
}

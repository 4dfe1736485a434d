import { delimiter, posix } from "node:path";
import type { World } from "../../config/world/world.ts";
import { isInterpreter } from "./inline-program.ts";
import { interpreters, shellNames } from "./interpreters.ts";
import { launchers } from "./launchers.ts";
import { programName } from "./program-name.ts";

/** What the guard asks of the machine. */
export type CommandWorld = Pick<
  World,
  "env" | "realpath" | "which" | "cwd" | "readlink" | "fileOf" | "headOf" | "sameContent" | "isWorldWritable"
>;

/** Where a server is started: its directory, and the PATH its command is looked for along. The host's own where nothing is said. */
export type StartPlace = { readonly cwd?: string | undefined; readonly path?: string | undefined };

/** The file a command starts: at its path, from the server's own directory, or along PATH. */
export function startedFile(command: string, world: CommandWorld, { cwd, path }: StartPlace): string | undefined {
  return /[/\\]/.test(command) ? posix.resolve(cwd ?? world.cwd, command) : world.which(command, path);
}

/** Where programs are, besides PATH: a server may be given by its path. */
const usualFolders = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/**
 * Whether a file is in a folder of programs: what it is called there is what it is. Some of these files have many names and do what the
 * name says they are called by, so that being the same file as another says nothing. The PATH of the host counts, not that of the server,
 * which whoever wants it started may set; nor does a folder anybody may write to.
 */
export function isInstalled(file: string, world: CommandWorld): boolean {
  const folder = posix.dirname(file);
  if (usualFolders.split(":").includes(folder)) return true;
  return (world.env["PATH"] ?? "").split(delimiter).includes(folder) && !world.isWorldWritable(folder);
}

const known = new WeakMap<CommandWorld, Map<string, readonly KnownFile[]>>();
type KnownFile = { readonly name: string; readonly path: string; readonly id: string; readonly size: number };

/** Names that have rules of their own, as far as there is a program of that name: worked out once, for they are asked for at every start. */
function knownFiles(names: readonly string[], world: CommandWorld): readonly KnownFile[] {
  const kept = known.get(world) ?? new Map<string, readonly KnownFile[]>();
  known.set(world, kept);
  const key = names.join(" ");
  const files =
    kept.get(key) ??
    [...new Set([...names, ...shellNames, ...Object.keys(interpreters), ...Object.keys(launchers), "python3"])].flatMap((name) =>
      [world.which(name), world.which(name, usualFolders)].flatMap((path) => {
        const file = path === undefined ? undefined : world.fileOf(path);
        return path === undefined || file === undefined ? [] : [{ name, path, ...file }];
      }),
    );
  kept.set(key, files);
  return files;
}

/**
 * The names of programs that are the same file as this one, or that it is a copy of. A program that is not on this machine under its name,
 * or that was built anew, cannot be known by that.
 */
export function twinsOf(file: string, names: readonly string[], world: CommandWorld): readonly string[] {
  const own = world.fileOf(file);
  if (own === undefined || own.size === 0) return [];
  return knownFiles(names, world)
    .filter(({ id, size, path }) => id === own.id || (size === own.size && world.sameContent(file, path)))
    .map(({ name }) => name);
}

/** Longest first line of a script that a kernel reads. */
const lineBytes = 256;

/** The words a script is started with, of its `#!` line: a program, and at most one argument. Undefined for what is not a script. */
export function scriptWords(file: string, world: CommandWorld): readonly string[] | undefined {
  const head = world.headOf(file, lineBytes) ?? "";
  const [, path, rest = ""] = /^#![ \t]*(\S+)[ \t]*([^\n]*)/.exec(head) ?? [];
  if (path === undefined) return undefined;
  // What installers of Python write where the path of the interpreter is too long for that line: a shell reads it before all else.
  const [, python] = /^#!\/bin\/sh\n'''exec'[ \t]+"?([^"\s]+)"?[ \t]+"\$0"[ \t]+"\$@"\n/.exec(head) ?? [];
  if (python !== undefined && isInterpreter(programName(python))) return [python];
  return [path, ...(rest.trim() === "" ? [] : [rest.trim()])];
}

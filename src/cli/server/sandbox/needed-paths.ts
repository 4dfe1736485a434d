import { dirname, extname, resolve } from "node:path";
import { isCommonGround, isPublicPlace, projectOf } from "./common-ground.ts";
import type { FileView } from "./file-view.ts";
import { shownOfKept } from "./kept-folders.ts";
import { namedPaths } from "./named-paths.ts";
import { programPaths } from "./program-paths.ts";
import { isInside, wayTo } from "./way-to.ts";

/** A command to be confined, and what is known of where it runs. `words` have absolute paths where they name files. */
export type ConfinedCommand = {
  readonly words: readonly string[];
  readonly cwd: string;
  /** Its environment, and what of that the user gave it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly given: Readonly<Record<string, string>>;
  /** The user's home directory, if there is one. */
  readonly home: string | undefined;
  /** What the user shows it beyond what it names. */
  readonly read: readonly string[];
  readonly files: FileView;
};

/** Endings of files that are programs, and need what is around them. */
const programEndings = new Set(
  ".js .mjs .cjs .ts .mts .cts .jsx .tsx .py .pyz .rb .php .pl .sh .bash .lua .jar .dll .exe .wasm .r .jl .ex .exs .kts .groovy".split(
    " ",
  ),
);

/** Windows' own folders as its subsystem for Linux puts them on `PATH`: their programs run outside. */
const foreign = "/mnt";

/**
 * What a command needs to be seen beyond the system's own folders: the programs on `PATH` and what installed them, the project of
 * every program it names, the folders and the other files it names, in its words or in its variables, and what the user adds.
 * A folder that is common ground is never shown whole unless the user says so, and nothing twice. In no order.
 */
export function neededPaths({ words, cwd, env, given, home, read, files }: ConfinedCommand): string[] {
  const search = { path: (env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/")), cwd, home, files };
  const exists = (path: string): boolean => wayTo(files, path).end !== undefined;
  const isShared = (path: string): boolean => isCommonGround(path, home) || isCommonGround(wayTo(files, path).end ?? path, home);
  const [command = ""] = words;
  const named = [...words.slice(1), ...Object.values(given), env["JAVA_HOME"] ?? ""]
    .flatMap((text) => namedPaths(text, exists))
    .map((path) => resolve(path));
  const programs = [
    ...search.path.filter((folder) => !isInside(folder, [foreign])),
    ...programPaths(command, search),
    ...named.filter((path) => isProgram(path)).flatMap((path) => aroundProgram(path, home, files)),
    projectOf(cwd, home, files) ?? cwd,
  ].filter((path) => exists(path) && !isShared(path));
  const kept = shownOfKept(env, home).filter((path) => exists(path) && !isPublicPlace(path, home));
  // A path inside what is shown opens nothing more, wherever a link in there leads.
  const others = named.filter((path) => !isProgram(path) && !isInside(path, programs) && !isShared(path));
  return [...new Set([...kept, ...programs, ...others, ...read])];

  function isProgram(path: string): boolean {
    const { end } = wayTo(files, path);
    return programEndings.has(extname(path)) && end !== undefined && files.kind(end) === "file";
  }
}

function aroundProgram(path: string, home: string | undefined, files: FileView): string {
  const folder = dirname(path);
  return projectOf(folder, home, files) ?? (isCommonGround(folder, home) ? path : folder);
}

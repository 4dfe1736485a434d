import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isCommonGround, projectOf } from "./common-ground.ts";
import type { FileView } from "./file-view.ts";
import { isInside, wayTo } from "./way-to.ts";

/** Where a program is looked for, and what is looked at. */
export type ProgramSearch = {
  /** The folders of `PATH`. */
  readonly path: readonly string[];
  /** Where the command runs. */
  readonly cwd: string;
  readonly home: string | undefined;
  readonly files: FileView;
};

/** What is next to a `bin` folder and belongs to its programs. Not the rest, which may be of another kind: `~/.local/share` holds keys. */
const besidesBin = ["bin", "sbin", "lib", "lib64", "libexec"];

/**
 * What the program of a command needs to be seen: the project or the installation it is in, those that links lead it to, and those
 * of the interpreter that its first line names. A link or a first line is written by who made the program; so it opens no more
 * than programs and libraries, and a first line only what is on `PATH` or in what is seen already.
 */
export function programPaths(command: string, search: ProgramSearch): string[] {
  const place = placeOf(command, search);
  if (place === undefined) return [];
  const own = [installation(place, search)].flat();
  const [links, end] = stops(place, search.files);
  const led = [...links, ...end].filter((path) => !isInside(path, own)).flatMap((path) => programsBeside(path, search));
  const interpreter = end.flatMap((path) => interpreterOf(search.files.head(path)) ?? []);
  const trusted = [...own, ...search.path];
  const further = interpreter.flatMap((name) => {
    const found = placeOf(name, search);
    if (found === undefined || !isInside(found, trusted)) return [];
    return stops(found, search.files)
      .flat()
      .flatMap((path) => programsBeside(path, search));
  });
  return [...own, ...led, ...further];
}

/** The file a command names: relative to where it runs when it is written as a path, otherwise the first of its name on `PATH`. */
function placeOf(command: string, { path, cwd, files }: ProgramSearch): string | undefined {
  const candidates = command.includes("/") ? [resolve(cwd, command)] : path.map((folder) => join(folder, command));
  return candidates.find((candidate) => {
    const { end } = wayTo(files, candidate);
    return end !== undefined && files.kind(end) === "file";
  });
}

/** The links on the way to a program, and its end. */
function stops(place: string, files: FileView): [links: string[], end: string[]] {
  const { links, end } = wayTo(files, place);
  return [links.map((link) => link.path), end === undefined ? [] : [end]];
}

/** The project of a program; otherwise where it is installed, for a program in a `bin` folder; otherwise its folder. */
function installation(place: string, search: ProgramSearch): string[] | string {
  const project = projectOf(dirname(place), search.home, search.files);
  if (project !== undefined) return project;
  const folder = dirname(place);
  const above = dirname(folder);
  if (isBin(folder)) return isCommonGround(above, search.home) ? programsBeside(place, search) : above;
  return isCommonGround(folder, search.home) ? place : folder;
}

/** The programs and libraries beside a program in a `bin` folder; otherwise the file alone. */
function programsBeside(place: string, { files }: ProgramSearch): string[] {
  if (!isBin(dirname(place))) return [place];
  const above = dirname(dirname(place));
  return besidesBin.map((name) => join(above, name)).filter((path) => files.kind(path) !== undefined);
}

function isBin(folder: string): boolean {
  return ["bin", "sbin"].includes(basename(folder));
}

/** The interpreter a script names in its first line, past `env` and its options. */
function interpreterOf(head: string): string | undefined {
  const [first = "", ...words] = /^#!\s*([^\n]*)/u.exec(head)?.[1]?.trim().split(/\s+/u) ?? [];
  if (first === "") return undefined;
  if (basename(first) !== "env") return isAbsolute(first) ? first : undefined;
  return words.find((word) => !word.startsWith("-") && !word.includes("="));
}

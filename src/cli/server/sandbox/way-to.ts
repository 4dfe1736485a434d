import { dirname, join, resolve, sep } from "node:path";
import type { FileView } from "./file-view.ts";

/** A symbolic link as it has to be in the sandbox too. */
export type Link = { readonly path: string; readonly target: string };

/** How a path is reached: the links that are passed, and where it ends; undefined where nothing is. */
export type Way = { readonly links: readonly Link[]; readonly end: string | undefined };

/** As many links as the system follows before it takes them for a circle (https://man7.org/linux/man-pages/man7/path_resolution.7.html). */
const mostLinks = 40;

/** Follows an absolute path, link after link. */
export function wayTo(files: FileView, path: string): Way {
  const links: Link[] = [];
  let done: string = sep;
  let left = partsOf(path);
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    const here = join(done, part);
    const kind = files.kind(here);
    if (kind === undefined || (links.length === mostLinks && kind === "link")) return { links, end: undefined };
    if (kind === "link") {
      const target = files.target(here);
      links.push({ path: here, target });
      left = [...partsOf(resolve(dirname(here), target)), ...left];
      done = sep;
    } else done = here;
  }
  return { links, end: done };
}

/** Whether a path is one of these folders or is in one of them. */
export function isInside(path: string, folders: Iterable<string>): boolean {
  for (const folder of folders) if (path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`)) return true;
  return false;
}

function partsOf(path: string): string[] {
  return path.split(sep).filter((part) => part !== "");
}

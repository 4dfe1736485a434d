import { posix } from "node:path";
import type { World } from "./world.ts";

/** What is at a path of a made-up machine: text, a directory, a link, or one more name of a file. */
export type Entry = string | { readonly directory: true } | { readonly link: string } | { readonly sameFileAs: string };

/** A directory of a made-up machine. */
export const directory: Entry = { directory: true };

/** A link of a made-up machine. */
export function link(to: string): Entry {
  return { link: to };
}

/**
 * A machine for tests: files by absolute path (their directories exist with them), everything else as given. Commands on its PATH are the
 * files below /usr/bin.
 */
export function testWorld(files: Readonly<Record<string, Entry>> = {}, rest: Partial<World> = {}): World {
  const entries = new Map(Object.entries(files));
  for (const path of Object.keys(files)) {
    for (let folder = posix.dirname(path); !entries.has(folder); folder = posix.dirname(folder)) entries.set(folder, directory);
  }
  if (!entries.has("/")) entries.set("/", directory);
  const real = (path: string, links = 0): string | undefined => {
    let here = "/";
    for (const step of path.split("/")) {
      if (step === "" || step === ".") continue;
      if (step === "..") {
        here = posix.dirname(here);
        continue;
      }
      const next = posix.join(here, step);
      const entry = entries.get(next);
      if (entry === undefined) return undefined;
      if (typeof entry === "string" || !("link" in entry)) here = next;
      else {
        const led = links > 40 ? undefined : real(posix.resolve(here, entry.link), links + 1);
        if (led === undefined) return undefined;
        here = led;
      }
    }
    return here;
  };
  const fileAt = (path: string): string => {
    const entry = entries.get(path);
    return typeof entry === "object" && "sameFileAs" in entry ? entry.sameFileAs : path;
  };
  const entryAt = (path: string): Entry | undefined => entries.get(fileAt(real(path) ?? "nowhere"));
  const textAt = (path: string): string | undefined => {
    const entry = entryAt(path);
    return typeof entry === "string" ? entry : undefined;
  };
  return {
    env: {},
    home: "/home/user",
    cwd: "/project",
    readText: textAt,
    kindOf(path) {
      const entry = entryAt(path);
      return entry === undefined ? undefined : typeof entry === "string" ? "file" : "directory";
    },
    realpath: (path) => real(path),
    readlink(path) {
      const folder = real(posix.dirname(path));
      const entry = folder === undefined ? undefined : entries.get(posix.join(folder, posix.basename(path)));
      return typeof entry === "object" && "link" in entry ? entry.link : undefined;
    },
    isWorldWritable: () => false,
    which: (name) => (entries.has(`/usr/bin/${name}`) ? `/usr/bin/${name}` : undefined),
    fileOf(path) {
      const text = textAt(path);
      return text === undefined ? undefined : { id: fileAt(real(path) ?? ""), size: text.length };
    },
    headOf: (path, bytes) => textAt(path)?.slice(0, bytes),
    sameContent: (one, other) => textAt(one) !== undefined && textAt(one) === textAt(other),
    ...rest,
  };
}

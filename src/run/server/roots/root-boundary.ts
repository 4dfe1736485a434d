import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { boundaryWords } from "../../../trace/boundary-words.ts";

/** A root with a file in it, and a file that is not in it: the URI of the root, the paths of the files. */
export type RootBoundary = { readonly root: string; readonly inside: string; readonly outside: string };

/** Where these are to be below a folder; nothing is made yet. */
export function planBoundary(folder: string): RootBoundary {
  const root = join(folder, "roots", "given");
  return {
    root: pathToFileURL(root).href,
    inside: join(root, "inside.txt"),
    outside: join(folder, "roots", "beside", "outside.txt"),
  };
}

/** Writes the two files. */
export function writeBoundary({ inside, outside }: RootBoundary): void {
  for (const [path, words] of [
    [inside, boundaryWords.inside],
    [outside, boundaryWords.outside],
  ] as const) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${words}\n`);
  }
}

/**
 * Whether a command opens the files to its server anyway: it runs in a folder above them, or one of its words, or what stands behind
 * a `=` in one, names such a folder. Then its user has allowed what the roots do not.
 */
export function isOpened({ outside }: RootBoundary, words: readonly string[], cwd: string): boolean {
  return ["", ...words].some((word) => {
    const folder = relative(resolve(cwd, word.slice(word.indexOf("=") + 1)), outside);
    return !folder.startsWith("..") && !isAbsolute(folder);
  });
}

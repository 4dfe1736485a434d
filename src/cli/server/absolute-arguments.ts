import { existsSync } from "node:fs";
import { extname, isAbsolute, resolve, sep } from "node:path";

/**
 * The words of a command for a child that runs in another directory: those that name an existing file relative to `cwd`
 * become absolute. A word that only happens to be the name of a directory is left alone unless it is written as a path.
 */
export function absoluteArguments(words: readonly string[], cwd: string): string[] {
  return words.map((word) => {
    const looksLikePath = word.includes("/") || word.includes(sep) || word.startsWith(".") || extname(word) !== "";
    if (!looksLikePath || isAbsolute(word) || word.startsWith("-") || word.includes("://")) return word;
    const path = resolve(cwd, word);
    return existsSync(path) ? path : word;
  });
}

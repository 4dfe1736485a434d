import { isAbsolute } from "node:path";

/** What may come before a path in a longer text, and what ends it: the words of a shell, `--option=/path`, lists with colons. */
const embedded = /(?<=^|[\s"'=:,;(|&<>@]|file:\/\/)\/[^\s"':;,|&<>()]*/gu;

/** The absolute paths that a word of a command or the value of a variable names, as far as they are there. */
export function namedPaths(text: string, exists: (path: string) => boolean): string[] {
  if (isAbsolute(text) && exists(text)) return [text];
  return [...text.matchAll(embedded)].map(([path]) => path.replace(/(?<=.)\/\*?$/u, "")).filter(exists);
}

import { dirname } from "node:path";
import type { FileView, Kind } from "../../src/cli/server/sandbox/file-view.ts";

/**
 * A file system of these paths: a text is the beginning of a file, `{ to }` a link, `"socket"` in braces something else. The folders
 * that hold them are there too; `{}` makes an empty one.
 */
export function fakeFiles(
  entries: Readonly<Record<string, string | { readonly to?: string; readonly socket?: true }>>,
): FileView {
  const kinds = new Map<string, Kind>();
  for (const [path, entry] of Object.entries(entries)) {
    kinds.set(path, kindOf(entry));
    for (let folder = dirname(path); !kinds.has(folder); folder = dirname(folder)) kinds.set(folder, "folder");
  }
  return {
    kind: (path) => kinds.get(path),
    target: (path) => {
      const entry = entries[path];
      return typeof entry === "object" ? (entry.to ?? "") : "";
    },
    head: (path) => {
      const entry = entries[path];
      return typeof entry === "string" ? entry : "";
    },
    names: (path) =>
      [...kinds.keys()]
        .filter((one) => one !== path && dirname(one) === path)
        .map((one) => one.slice(path.length).replace("/", "")),
  };
}

function kindOf(entry: string | { readonly to?: string; readonly socket?: true }): Kind {
  if (typeof entry === "string") return "file";
  return entry.to !== undefined ? "link" : entry.socket === true ? "other" : "folder";
}

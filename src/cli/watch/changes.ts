import { accessSync, constants, type FSWatcher, watch } from "node:fs";
import { relative, resolve, sep } from "node:path";

/** Folders in which nothing is anybody's source. */
const ignored = new Set([
  "node_modules",
  ".git",
  ".venv",
  "__pycache__",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
  ".cache",
  "coverage",
  "reports",
]);

/**
 * Calls back for every file below a directory that changes, by its path from there, until the returned function is called. What one
 * save changes comes at once: editors write a file in several steps. @param settleMs how long it has to be quiet @throws Error for what is not
 * there: Node 24 itself waits for it to come, and says nothing
 */
export function watchFiles(directory: string, settleMs: number, changed: (file: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = "";
  accessSync(directory, constants.R_OK);
  const watcher: FSWatcher = watch(directory, { recursive: true, persistent: true }, (_kind, name) => {
    if (name === null) return;
    const path = relative(directory, resolve(directory, name));
    if (path === "" || isIgnored(path)) return;
    // Many editors write another file first, and give it the name of this one then.
    last = path;
    clearTimeout(timer);
    timer = setTimeout(() => changed(last), settleMs);
  });
  watcher.on("error", () => undefined); // a folder that went away is no longer watched
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

/** Whether a path is of no interest: in a folder of tools, or a file editors keep for themselves. */
export function isIgnored(path: string): boolean {
  const parts = path.split(sep);
  const name = parts.at(-1) ?? "";
  return parts.some((part) => ignored.has(part)) || /~$|\.(?:swp|swx|tmp|log)$|^\.#|^4913$/.test(name);
}

import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes a folder with all that is in it, however deep it goes and whatever rights it takes away; links are removed, not followed.
 * Gives why it is still there, as the code of the system's error, or undefined when it is gone.
 */
export function removeTree(root: string): string | undefined {
  const whole = codeOf(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  if (whole === undefined) return undefined;
  const failures = flatten(root);
  return codeOf(() => rmSync(root, { recursive: true, force: true })) === undefined ? undefined : (failures[0] ?? whole);
}

/**
 * Empties a folder of folders that are too deep for a path: each is moved right below the root before it is emptied itself. Gives the
 * codes of what went wrong.
 */
function flatten(root: string): string[] {
  const failures: string[] = [];
  const attempt = (within: readonly string[], what: () => void): boolean => {
    const code = codeOf(what) === undefined ? undefined : codeOf(() => opened(within, what));
    if (code !== undefined) failures.push(code);
    return code === undefined;
  };
  const folders = [root];
  let moved = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const here = folder;
    let names: string[] = [];
    attempt([here], () => (names = readdirSync(here)));
    for (const path of names.map((name) => join(here, name))) {
      let isFolder = false;
      attempt([here], () => (isFolder = lstatSync(path).isDirectory()));
      if (!isFolder) attempt([here], () => unlinkSync(path));
      else if (here === root) folders.push(path);
      else {
        const place = join(root, `moved-${(moved += 1)}`);
        // Moving a folder takes the right to write to it, for its way up changes.
        if (attempt([root, here, path], () => renameSync(path, place))) folders.push(place);
      }
    }
    if (here !== root) attempt([root], () => rmdirSync(here));
  }
  return failures;
}

/** Does something once more, when folders have been opened to their owner. */
function opened(folders: readonly string[], what: () => void): void {
  for (const folder of folders) chmodSync(folder, 0o700);
  what();
}

function codeOf(what: () => void): string | undefined {
  try {
    what();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

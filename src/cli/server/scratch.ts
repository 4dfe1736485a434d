import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeTree } from "../../base/files/remove-tree.ts";

/** The folders a server that is started gets for itself. Their names are known before they are there. */
export type Scratch = {
  readonly root: string;
  /** Its working directory, where the user names none. */
  readonly work: string;
  /** Its home directory. */
  readonly home: string;
  /** Where it puts what is temporary. */
  readonly temporary: string;
  readonly make: () => void;
  /** Removes them with all that is in them, also where they were moved to. Gives what could not be removed, in words. */
  readonly remove: () => string | undefined;
};

/** Folders of a new name; nothing is made yet. */
export function planScratch(): Scratch {
  const root = join(tmpdir(), `mcpcheck-${randomUUID()}`);
  const [work, home, temporary] = [join(root, "work"), join(root, "home"), join(root, "tmp")];
  const held: number[] = [];
  return {
    root,
    work,
    home,
    temporary,
    make() {
      for (const path of [root, work, home, temporary]) {
        mkdirSync(path, { mode: 0o700 });
        // Only Linux tells where an open folder is, wherever it has been moved to.
        if (process.platform === "linux") held.push(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY));
      }
    },
    remove() {
      const places = [root, ...held.splice(0).flatMap((folder) => placeOf(folder))];
      const stayed = [...new Set(places)].flatMap((path) => {
        const code = removeTree(path);
        return code === undefined ? [] : [`${path} (${code})`];
      });
      return stayed.length === 0 ? undefined : `its scratch directory could not be removed: ${stayed.join(", ")}`;
    },
  };
}

/** Where an open folder is now, as far as it is anywhere; closes it. */
function placeOf(folder: number): string[] {
  try {
    const path = readlinkSync(`/proc/self/fd/${folder}`);
    const [here, there] = [fstatSync(folder), lstatSync(path, { throwIfNoEntry: false })];
    return there?.ino === here.ino && there.dev === here.dev ? [path] : [];
  } catch {
    return []; // it was removed, or was moved to where it cannot be seen
  } finally {
    closeSync(folder);
  }
}

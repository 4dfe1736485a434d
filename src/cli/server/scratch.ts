import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folders a server that is started gets for itself. Their names are known before they are there. */
export type Scratch = {
  readonly root: string;
  /** Its working directory, where the user names none. */
  readonly work: string;
  /** Its home directory. */
  readonly home: string;
  readonly make: () => void;
  /** Removes them with all that is in them; what cannot be removed stays, for it is no reason to fail. */
  readonly remove: () => void;
};

/** Folders of a new name; nothing is made yet. */
export function planScratch(): Scratch {
  const root = join(tmpdir(), `mcpcheck-${randomUUID()}`);
  const [work, home] = [join(root, "work"), join(root, "home")];
  return {
    root,
    work,
    home,
    make() {
      for (const path of [root, work, home]) mkdirSync(path, { mode: 0o700 });
    },
    remove() {
      try {
        rmSync(root, { recursive: true, force: true, maxRetries: 3 });
      } catch {
        // A process that is just being killed may still write there.
      }
    },
  };
}

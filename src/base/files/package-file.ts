import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The path of a file or folder of this package, given from the package's root (`suites/host`). It is found from wherever the
 * running code lies: its sources, what was compiled of them, or what was bundled of that.
 */
export function packageFile(path: string): string {
  return join(root, path);
}

const root = rootAbove(dirname(fileURLToPath(import.meta.url)));

function rootAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) || dirname(folder) === folder ? folder : rootAbove(dirname(folder));
}

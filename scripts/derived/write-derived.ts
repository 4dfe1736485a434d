import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { derivedFiles } from "./derived-files.ts";

/** Writes the derived files that are not current, and gives their paths. @throws Error naming a file that cannot be made */
export function writeDerived(root: string): readonly string[] {
  return derivedFiles.flatMap(({ path, write }) => {
    const file = join(root, path);
    const old = existsSync(file) ? readFileSync(file, "utf8") : "";
    const text = write(old);
    if (text === old) return [];
    writeFileSync(file, text);
    return [path];
  });
}

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";

/** A file of a case: its text, a value that is written as JSON, what a symbolic link names, or a directory. */
export const caseFile = z.union([
  z.string(),
  z.strictObject({ json: z.json() }),
  z.strictObject({ link: z.string() }),
  z.strictObject({ directory: z.literal(true) }),
]);
/** A file of a case: see the schema of the same name. */
export type CaseFile = z.infer<typeof caseFile>;

/** Writes the files of a case into its directory. */
export function writeCaseFiles(directory: string, files: Readonly<Record<string, CaseFile>>): void {
  for (const [name, file] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof file === "string") writeFileSync(path, file);
    else if ("json" in file) writeFileSync(path, JSON.stringify(file.json, null, 2));
    else if ("link" in file) symlinkSync(file.link, path);
    else mkdirSync(path, { recursive: true });
  }
}

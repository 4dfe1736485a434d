import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { packageFile } from "./package-file.ts";

// Browsers have no files: in what they load the build puts another module in the place of this one.

/** The JSON files right in a folder of this package, JSON Schemas left out: their paths by their names without the ending. */
export function shippedFiles(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(packageFile(folder))
      .filter((name) => name.endsWith(".json") && !name.endsWith(".schema.json"))
      .toSorted()
      .map((name) => [basename(name, ".json"), join(packageFile(folder), name)]),
  );
}

/** The path of a file somebody named in a folder. */
export function pathFrom(folder: string, file: string): string {
  return resolve(folder, file);
}

/** The text of a file; throws where it cannot be read. */
export function textOfFile(path: string): string {
  return readFileSync(path, "utf8");
}

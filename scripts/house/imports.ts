import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** A source file and what it imports: our own files by their path from the root, everything else by its name. */
export type SourceFile = { readonly path: string; readonly imports: readonly Import[] };

/** One import: the line it is in, and what it names. */
export type Import = { readonly line: number; readonly target: string; readonly ours: boolean };

const statement = /(?:\bfrom |\bimport\(|^import )"([^"]+)"/g;

/** Every source file below a folder, tests aside, with its imports. Types count: what a file names, it knows. */
export function sourceFiles(root: string, folder: string): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(folder, name))
    .toSorted()
    .map((path) => ({ path, imports: importsOf(path, readFileSync(join(root, path), "utf8")) }));
}

function importsOf(path: string, text: string): readonly Import[] {
  return text.split("\n").flatMap((content, index) =>
    Array.from(content.matchAll(statement), ([, name = ""]) => {
      const ours = name.startsWith(".");
      return { line: index + 1, target: ours ? normalize(join(dirname(path), name)) : name, ours };
    }),
  );
}

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A source file as a registry sees it: its path from the folder of the registry, its name, and what it exports at run time. */
export type Source = {
  readonly path: string;
  /** Without folders and `.ts`. */
  readonly name: string;
  readonly text: string;
  readonly exported: readonly Exported[];
};

/** A constant or function that a file exports; `type` is the one it is declared with, absent where the file leaves it open. */
export type Exported = { readonly name: string; readonly type?: string };

/** The files in a folder and below in the order of their paths, without tests and what is generated. */
export function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.endsWith(".generated.ts"))
    .toSorted()
    .map((path) => sourceOf(path, readFileSync(join(folder, path), "utf8")));
}

/** A file by its path and its text. */
export function sourceOf(path: string, text: string): Source {
  return { path, name: basename(path, ".ts"), text, exported: exportedBy(text) };
}

function exportedBy(text: string): Exported[] {
  return Array.from(
    text.matchAll(/^export (?:async )?(?:const|function) (\w+)(?:: (\w+)(?:<[^>]*>)?(?= =))?/gm),
    ([, name = "", type]) => (type === undefined ? { name } : { name, type }),
  );
}

/** A path as an identifier: `server/auth/challenge.ts` becomes `serverAuthChallenge`. */
export function identifier(path: string): string {
  return path.replace(/\.ts$/, "").replaceAll(/[^a-z0-9]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}

/**
 * The files that export something of a type; such a file exports nothing else, for a registry takes all of it.
 * @throws Error naming the file and what else it exports
 */
export function filesOf(sources: readonly Source[], type: string): readonly Source[] {
  const found = sources.filter(({ exported }) => exported.some((one) => one.type === type));
  for (const { path, exported } of found)
    for (const one of exported)
      if (one.type !== type)
        throw new Error(
          `${path}: exports ${one.name} beside what is declared ": ${type}"; declare it so, or move it to another file`,
        );
  return found;
}

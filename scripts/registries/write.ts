import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { registries, type Registry } from "./registries.ts";
import { sourcesIn } from "./source.ts";

const heading = "// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.\n";

/** The registries that are not what their folders hold, by path. @throws Error naming a file that breaks the rules of its folder */
export function staleRegistries(root: string): readonly string[] {
  return registries.map((registry) => stateOf(root, registry)).flatMap(({ path, isCurrent }) => (isCurrent ? [] : [path]));
}

/** Writes the registries that are not what their folders hold, and gives their paths. @throws Error as `staleRegistries` */
export function writeRegistries(root: string): readonly string[] {
  return registries
    .map((registry) => stateOf(root, registry))
    .flatMap(({ path, text, isCurrent }) => {
      if (isCurrent) return [];
      // Another process may be reading it.
      writeFileSync(join(root, `${path}.${process.pid}`), text);
      renameSync(join(root, `${path}.${process.pid}`), join(root, path));
      return [path];
    });
}

/**
 * Keeps the registries current: writes them, but in CI only says that they are not.
 * @throws Error with the remedy where they are not current and are not to be written
 */
export function freshenRegistries(root: string, environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (!isHeld(environment)) return writeRegistries(root);
  const stale = staleRegistries(root);
  if (stale.length > 0) throw new Error(staleness(stale));
  return [];
}

/** Whether generated files are only held to be current: in CI, which judges what was committed. */
export function isHeld({ CI }: Readonly<Record<string, string | undefined>>): boolean {
  return CI !== undefined && CI !== "" && CI !== "false";
}

/** Says which registries are not current, and the remedy. */
export function staleness(stale: readonly string[]): string {
  return `${stale.join(", ")}: not what the folder holds; run npm run build, and commit what it writes`;
}

function stateOf(
  root: string,
  { folder, name, text }: Registry,
): { readonly path: string; readonly text: string; readonly isCurrent: boolean } {
  const path = `${folder}/${name}.generated.ts`;
  const file = join(root, path);
  let body: string;
  try {
    body = text(sourcesIn(join(root, folder)));
  } catch (cause) {
    throw new Error(`${folder}/${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  const whole = `${heading}${body}\n`;
  return { path, text: whole, isCurrent: existsSync(file) && readFileSync(file, "utf8") === whole };
}

import { join } from "node:path";
import { keptFolders } from "./sandbox/kept-folders.ts";

/**
 * The variables that give a child a home directory of its own, so that nothing it writes there touches the user's. What
 * package runners and languages look for in the real one (caches, installed versions, the registry to use) they are told
 * where to find, as far as `env` says so or `exists` finds it at its usual place; in a sandbox, as far as that shows it.
 */
export function scratchHome(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  exists: (path: string) => boolean,
  confined = false,
): Record<string, string> {
  const real = env["HOME"] ?? env["USERPROFILE"];
  const found = keptFolders.flatMap(({ variable, path, shown }) => {
    if (confined && shown.length === 0) return [];
    const usual = real === undefined ? undefined : join(real, path);
    const place = env[variable] ?? (usual !== undefined && exists(usual) ? usual : undefined);
    return place === undefined ? [] : [[variable, place] as const];
  });
  const own = env["USERPROFILE"] === undefined ? { HOME: home } : { HOME: home, USERPROFILE: home };
  return { ...Object.fromEntries(found), ...own };
}

import { isAbsolute, join, resolve } from "node:path";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { World } from "./world.ts";

/** `~` and `~/…` as a path below the home directory; anything else, `~user` included, as it is. */
export function expandHome(path: string, home: string | undefined): string {
  if (home === undefined || (path !== "~" && !path.startsWith("~/"))) return path;
  return join(home, path.slice(2));
}

/** A path as the user wrote it, absolute. */
export function absolutePath(path: string, { home, cwd }: Pick<World, "home" | "cwd">): string {
  const expanded = expandHome(path, home);
  return isAbsolute(expanded) ? resolve(expanded) : resolve(cwd, expanded);
}

/**
 * The directory that `--tools` and `tools_path` mean: `.`, `true` and a flag without value are the working directory.
 * @throws McpcheckError `usage` when it is not an existing directory
 */
export function toolsPath(value: string | boolean, world: Pick<World, "home" | "cwd" | "kindOf">): string {
  const text = value === true || value === "" || value === "true" ? "." : String(value);
  if (text.includes("\0")) throw new McpcheckError("usage", "the tools path contains a NUL character");
  const path = absolutePath(text, world);
  if (world.kindOf(path) === "directory") return path;
  throw new McpcheckError("usage", `the tools path ${path} is not an existing directory`);
}

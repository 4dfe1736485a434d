import { join } from "node:path";
import type { Reach, ServerDefinition } from "./server-definition.ts";
import { leavesFolder } from "./read/read-server.ts";
import type { World } from "./world/world.ts";

/** A server that is going to be used: its definition, with the directory among the arguments where it needs one. */
export type ResolvedServer = {
  readonly definition: ServerDefinition;
  readonly reach: Reach;
  /** The directory it is limited to, if any. */
  readonly root: string | undefined;
};

/** A server that is not used, and why. */
export type LeftOut = { readonly name: string; readonly reason: string };

/** That tools were asked for (`--tools`, `tools_path`), and the directory given with it; undefined: none given. */
export type ToolsUse = { readonly path: string | undefined };

/** The definitions that switch themselves on, in their order, and those left out that were meant to be on. */
export function autoEnabled(
  definitions: readonly ServerDefinition[],
  use: ToolsUse,
  world: Pick<World, "env" | "kindOf">,
): { readonly enabled: readonly ResolvedServer[]; readonly left: readonly LeftOut[] } {
  const wanted = definitions.filter((definition) => definition.enabled && isWanted(definition, use, world));
  const resolved = wanted.map((definition) => withPath(definition, use.path, world));
  return { enabled: resolved.filter(isResolved), left: resolved.filter((one) => !isResolved(one)) as LeftOut[] };
}

/** Whether the result of `withPath` can be used. */
export function isResolved(one: ResolvedServer | LeftOut): one is ResolvedServer {
  return "definition" in one;
}

/**
 * A definition made ready: its directory put among the arguments. A server that needs a directory and has none, or one that does
 * not exist, is left out. The definition itself stays as it is.
 */
export function withPath(
  definition: ServerDefinition,
  path: string | undefined,
  world: Pick<World, "kindOf">,
): ResolvedServer | LeftOut {
  const { name, reach, requiresPath, pathArgIndex } = definition;
  if (!requiresPath) return { definition, reach, root: undefined };
  if (path === undefined || path === "") return { name, reason: "it needs a path and none was given" };
  if (world.kindOf(path) === undefined) return { name, reason: `the path ${path} does not exist` };
  if (reach.transport !== "stdio") return { definition, reach, root: path };
  return { definition, reach: { ...reach, args: insertPath(reach.args, path, pathArgIndex) }, root: path };
}

/** The arguments with the path at an index; `null`, negative numbers and numbers beyond the end append. */
export function insertPath(args: readonly string[], path: string, index: number | null): string[] {
  const at = index === null || index < 0 || index > args.length ? args.length : index;
  return [...args.slice(0, at), path, ...args.slice(at)];
}

function isWanted({ autoEnable, enableIf }: ServerDefinition, { path }: ToolsUse, world: Pick<World, "env" | "kindOf">): boolean {
  switch (autoEnable) {
    case "never":
      return false;
    case "always":
      return true;
    case "with_path":
      return path !== undefined && path !== "";
    case "if_match":
      return fileHolds(enableIf.fileExists, path, world) && variableHolds(enableIf.envSet, world.env);
  }
}

/** A file or directory below the path; without a path, or for a name that leads out of it, the condition does not hold. */
function fileHolds(file: string | undefined, path: string | undefined, world: Pick<World, "kindOf">): boolean {
  if (file === undefined) return true;
  if (path === undefined || path === "" || leavesFolder(file)) return false;
  return world.kindOf(join(path, file)) !== undefined;
}

/** A variable that is set and not empty; a blank and "0" are as good as any text. */
function variableHolds(name: string | undefined, env: World["env"]): boolean {
  if (name === undefined) return true;
  return Object.hasOwn(env, name) && env[name] !== undefined && env[name] !== "";
}

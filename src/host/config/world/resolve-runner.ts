import type { World } from "./world.ts";

/** What stands in for a runner that is not installed, in order. */
const substitutes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  npx: [["npx"], ["pnpm", "dlx"], ["yarn", "dlx"], ["bunx"]],
  python: [["python3"], ["python"], ...[12, 11, 10, 9, 8].map((minor) => [`python3.${minor}`])],
  node: [["node"], ["nodejs"]],
};

/** Commands that may fetch a package before they start it, so that the first start takes long. */
const fetchers = ["npx", "pnpx", "bunx", "uvx", "pipx"];

/**
 * The words a command is started with: an override of the operator, the first substitute that is installed, or the command itself. What
 * comes out is judged by the command policy like any other.
 */
export function resolveRunner(
  command: string,
  overrides: Readonly<Record<string, string>>,
  world: Pick<World, "which">,
): readonly string[] {
  const override = Object.hasOwn(overrides, command) ? overrides[command] : undefined;
  if (override !== undefined) return [override];
  const candidates = Object.hasOwn(substitutes, command) ? substitutes[command] : undefined;
  return candidates?.find(([program]) => program !== undefined && world.which(program) !== undefined) ?? [command];
}

/** Whether starting these words may mean downloading first. */
export function mayDownload(command: string, args: readonly string[]): boolean {
  const name =
    command
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.(cmd|exe)$/i, "") ?? "";
  if (fetchers.includes(name)) return true;
  return (["pnpm", "yarn"].includes(name) && args[0] === "dlx") || (name === "npm" && ["exec", "x"].includes(args[0] ?? ""));
}

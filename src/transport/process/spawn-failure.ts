import { statSync } from "node:fs";

/** Why a command could not be started, in one line. The system's ENOENT does not tell a missing command from a missing folder. */
export function spawnFailure(
  { command, cwd }: { readonly command: string; readonly cwd?: string | undefined },
  error: NodeJS.ErrnoException,
): string {
  const prefix = `could not start ${JSON.stringify(command)}`;
  if (cwd !== undefined && !isDirectory(cwd)) return `${prefix}: the working directory ${JSON.stringify(cwd)} does not exist`;
  switch (error.code) {
    case "ENOENT":
      return `${prefix}: command not found (ENOENT)`;
    case "EACCES":
      return `${prefix}: not executable (EACCES)`;
    case "E2BIG":
      return `${prefix}: arguments and environment are too long (E2BIG)`;
    default:
      return `${prefix}: ${error.message.split("\n")[0] ?? ""}`;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

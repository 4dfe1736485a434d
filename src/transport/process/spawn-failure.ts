import { statSync } from "node:fs";

/** Why a command could not be started, in one line. The system's ENOENT does not tell a missing command from a missing folder. */
export function spawnFailure(
  { command, cwd }: { readonly command: string; readonly cwd?: string | undefined },
  error: NodeJS.ErrnoException,
  platform: NodeJS.Platform = process.platform,
): string {
  const prefix = `could not start ${JSON.stringify(command)}`;
  if (cwd !== undefined && !isDirectory(cwd)) return `${prefix}: the working directory ${JSON.stringify(cwd)} does not exist`;
  switch (error.code) {
    case "ENOENT":
      return `${prefix}: command not found (ENOENT)${platform === "win32" ? throughCmd : ""}`;
    // Node starts no batch file by itself since 20.12 (https://nodejs.org/en/blog/vulnerability/april-2024-security-releases-2).
    case "EINVAL":
      return `${prefix}: it cannot be started by itself (EINVAL)${platform === "win32" ? throughCmd : ""}`;
    case "EACCES":
      return `${prefix}: not executable (EACCES)`;
    case "E2BIG":
      return `${prefix}: arguments and environment are too long (E2BIG)`;
    default:
      return `${prefix}: ${error.message.split("\n")[0] ?? ""}`;
  }
}

/** npx, npm, uvx of some installers and most of what npm installs are batch files on Windows, which only its shell starts. */
const throughCmd = "; on Windows a script such as npx is started by: cmd /c npx …";

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

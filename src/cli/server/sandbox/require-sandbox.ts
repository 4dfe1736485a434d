import { spawnSync } from "node:child_process";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { realFiles } from "./file-view.ts";
import { sandboxCommand, sandboxProgram } from "./sandbox-command.ts";

/**
 * Makes sure that sandboxes can be made here, by making one: whoever asks for one must not run a server without it.
 * @throws McpcheckError `usage` that says why not
 */
export function requireSandbox(env: Readonly<Record<string, string | undefined>>, run: typeof spawnSync = spawnSync): void {
  const [command = "", ...args] = sandboxCommand({
    words: ["true"],
    cwd: "/tmp",
    env,
    given: {},
    home: env["HOME"],
    read: [],
    files: realFiles,
    writable: undefined,
    sockets: [],
    filter: undefined,
  });
  const { error, status, stderr } = run(command, args, { encoding: "utf8", timeout: 10_000, env: { PATH: env["PATH"] } });
  if (error === undefined && status === 0) return;
  throw new McpcheckError("usage", `--sandbox: ${why(error, status, stderr)}; without --sandbox the server runs unconfined`);
}

function why(error: Error | undefined, status: number | null, stderr: string): string {
  if (error !== undefined && "code" in error && error.code === "ENOENT")
    return `it takes bubblewrap (${sandboxProgram}) 0.8 or newer, which is not installed here`;
  const [line = ""] = stderr.trim().split("\n");
  if (/unknown option/iu.test(line)) return `bubblewrap is too old here, it takes 0.8 or newer (${line})`;
  return `bubblewrap cannot make one here: ${error?.message ?? (line || `it ended with status ${status}`)}`;
}

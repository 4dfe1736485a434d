import { spawnSync } from "node:child_process";
import { isAbsolute, join, sep } from "node:path";
import { McpcheckError } from "../../mcpcheck-error.ts";

/** The program that makes sandboxes (https://github.com/containers/bubblewrap), and the name of its processes. */
export const sandboxProgram = "bwrap";

/** What a sandbox is made around. `words` is the command, with absolute paths where it names files. */
export type Sandboxed = {
  readonly words: readonly string[];
  /** Where the command runs. */
  readonly cwd: string;
  /** The one folder that can be written to. */
  readonly writable: string;
  /** The user's home directory, if there is one. */
  readonly home: string | undefined;
  readonly exists: (path: string) => boolean;
};

/** A user, network, process, mount and host name space of its own; nothing but a loopback interface in the network. */
const spaces = ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];

/** The whole file system to read, and devices and processes of its own. */
const bare = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];

/** Folders that hold sockets and files of others; an empty one is there instead. */
const emptied = ["/tmp", "/var/tmp", "/run"];

/** Where secrets usually are, in the home directory. */
const secret = [".ssh", ".gnupg", ".aws", ".azure", ".kube", ".config/gcloud", ".config/gh", ".password-store"];

/**
 * The command that runs another one in a sandbox of bubblewrap: no network, a root that can only be read, empty temporary
 * folders, no keys of the user's, one folder to write to. What the command itself names in an emptied folder can be
 * read there. No order to die with the parent is given: it would kill before the child's own end could be judged.
 */
export function sandboxCommand({ words, cwd, writable, home, exists }: Sandboxed): string[] {
  const hidden = home === undefined ? [] : secret.map((path) => join(home, path)).filter(exists);
  const named = [...words.filter((word) => isAbsolute(word) && exists(word)), cwd].filter((path) => !isInside(path, [writable]));
  const shown = [...new Set(named.flatMap(topmost))];
  return [
    sandboxProgram,
    ...spaces,
    ...bare,
    ...emptied.filter(exists).flatMap((path) => ["--tmpfs", path]),
    ...hidden.flatMap((path) => ["--tmpfs", path]),
    ...shown.toSorted().flatMap((path) => ["--ro-bind", path, path]),
    "--bind",
    writable,
    writable,
    "--unsetenv",
    "TMPDIR",
    "--chdir",
    cwd,
    "--",
    ...words,
  ];
}

/** What stands in an emptied folder and holds a path: the project of a program, all of which it may need. */
function topmost(path: string): string[] {
  const folder = emptied.find((one) => path.startsWith(`${one}${sep}`));
  return folder === undefined ? [] : [join(folder, path.slice(folder.length + 1).split(sep)[0] ?? "")];
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}${sep}`));
}

/**
 * Makes sure that sandboxes can be made here: whoever asks for one must not run a server without it.
 * @throws McpcheckError `usage` that says why not
 */
export function requireSandbox(run: typeof spawnSync = spawnSync): void {
  const { error, status, stderr } = run(sandboxProgram, [...spaces, ...bare, "--", "true"], {
    encoding: "utf8",
    timeout: 10_000,
  });
  if (error === undefined && status === 0) return;
  const missing = error !== undefined && "code" in error && error.code === "ENOENT";
  const why = missing
    ? "it takes bubblewrap (bwrap), which is not installed here"
    : `bubblewrap cannot make one here: ${error?.message ?? (stderr.trim().split("\n")[0] || `it ended with status ${status}`)}`;
  throw new McpcheckError("usage", `--sandbox: ${why}; without --sandbox the server runs unconfined`);
}

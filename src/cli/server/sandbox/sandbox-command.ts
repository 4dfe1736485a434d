import { isCommonGround } from "./common-ground.ts";
import { type Mount, mountsOf } from "./mounts.ts";
import { type ConfinedCommand, neededPaths } from "./needed-paths.ts";
import { emptiedPaths, hiddenOfProc, systemPaths } from "./system-view.ts";
import { isInside } from "./way-to.ts";

/** The program that makes sandboxes (https://github.com/containers/bubblewrap), and the name of its processes. */
export const sandboxProgram = "bwrap";

/** What a sandbox is made around. */
export type Sandboxed = ConfinedCommand & {
  /** The one folder that can be written to, if there is one; the command may run in it. */
  readonly writable: string | undefined;
  /** Sockets that others listen at. */
  readonly sockets: readonly string[];
  /** The descriptor from which the filter of system calls is read, if there is one. */
  readonly filter: number | undefined;
};

/**
 * A user, network, process, mount and host name space of its own, no right in it that its user would not have outside, and no
 * further name spaces. Whoever is root outside is nobody in there. No order to die with the parent is given: it would kill what
 * a server leaves behind before that could be judged.
 */
const spaces = [
  "--unshare-user",
  "--unshare-pid",
  "--unshare-net",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--disable-userns",
  "--cap-drop",
  "ALL",
  "--uid",
  "65534",
  "--gid",
  "65534",
  "--hostname",
  "sandbox",
];

const readOnlyDevices = ["--remount-ro", "/dev"];
/** The kernel's settings are the host's: whoever is root there could write them, in spite of all. */
const newProc = ["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"];
const readOnlyRoot = ["--remount-ro", "/", "--unsetenv", "TMPDIR"];

/** How much can be kept in memory as files, in bytes, in each of the folders for that. */
const memoryFiles = 64 * 1024 * 1024;

/** Folders of files in memory, which anybody may write to. */
const temporary = ["/tmp", "/var/tmp", "/dev/shm"];

/**
 * The command that runs another one in a sandbox of bubblewrap. It sees the system's programs and what the command needs, all to
 * read only, and no more: not the user's home, no sockets, nothing of the kernel that can be written to. It reaches no network,
 * and can write to one folder and to small ones in memory.
 */
export function sandboxCommand({ writable, sockets, filter, ...command }: Sandboxed): string[] {
  const { words, cwd, home, files } = command;
  const written = writable === undefined ? [] : [writable];
  const needed = neededPaths(command).filter((path) => !isInside(path, written));
  const mounts = mountsOf([...systemPaths(files), ...needed], files);
  const shown = mounts.flatMap((mount) => (mount.kind === "bind" ? [mount.path] : []));
  const unseen = hiddenOfProc(files);
  return [
    sandboxProgram,
    ...spaces,
    ...(filter === undefined ? [] : ["--seccomp", String(filter)]),
    "--dev",
    "/dev",
    ...temporary.flatMap((path) => ["--size", String(memoryFiles), "--tmpfs", path]),
    ...readOnlyDevices,
    ...newProc,
    ...mounts.flatMap(shownBy("--ro-bind")),
    ...[...unseen.folders, ...emptiedPaths(files).filter((path) => isInside(path, shown))].flatMap(emptied),
    ...[...unseen.files, ...sockets.filter((path) => isInside(path, shown) && files.kind(path) === "other")].flatMap(covered),
    ...mountsOf(written, files).flatMap(shownBy("--bind")),
    ...(isCommonGround(cwd, home) ? ["--dir", cwd] : []),
    ...readOnlyRoot,
    "--chdir",
    cwd,
    "--",
    ...words,
  ];
}

function shownBy(bind: "--bind" | "--ro-bind"): (mount: Mount) => string[] {
  return (mount) => (mount.kind === "bind" ? [bind, mount.path, mount.path] : ["--symlink", mount.target, mount.path]);
}

/** An empty folder is there instead, in which nothing can be made. */
function emptied(path: string): string[] {
  return ["--tmpfs", path, "--remount-ro", path];
}

/** A file that cannot be opened is there instead: devices have no effect on what is bound in. */
function covered(path: string): string[] {
  return ["--ro-bind", "/dev/null", path];
}
